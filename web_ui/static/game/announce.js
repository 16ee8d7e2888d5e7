// What a screen reader's user would otherwise miss, in a few sentences.

/** @import { View } from "../lib/views.js" */

import { words } from "../lib/words.js";
import { outcome } from "./outcome.js";

/**
 * What happened between two views; a new turn and its first roll may come in one. Empty where nothing did.
 * @param {View | null} before
 * @param {View} fresh
 */
export function announcement(before, fresh) {
  const { game, phase } = fresh;
  if (before === null || game === null) return "";
  if (phase === "over" || game.current === null) return before.phase === "over" ? "" : outcome(game);
  const was = before.game;
  const { name } = game.players[game.current];
  const turned = was?.id !== game.id || was.turn !== game.turn || was.current !== game.current;
  const rolled = phase === "rolled" && (turned || before.phase !== "rolled" || was.rollsUsed !== game.rollsUsed);
  const { advice, move } = fresh.coach;
  const said = [];
  if (turned) said.push(words.spokenTurn(name, game.turn, game.turns));
  if (rolled) said.push(words.spokenRoll(fresh.places.map(faceOf), game.rollsLeft));
  if (rolled && game.match) said.push(words.spokenHand(game.match.handTitle));
  if (move !== null && before.coach.move === null) said.push(words.opponentDoes(name, move));
  if (advice !== null && before.coach.advice === null) said.push(words.advises(words.does(advice.best[0])));
  if (fresh.question !== null) said.push(fresh.question.text);
  if (phase === "rolling" && before.phase !== "rolling") said.push(words.spokenRolling);
  if (said.length === 0 && fresh.message !== before.message) said.push(fresh.message);
  return said.join(" ");
}

/** @param {View["places"][number]} place */
const faceOf = (place) => ("face" in place ? place.face : "");
