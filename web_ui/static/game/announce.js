// What a screen reader's user, or anybody with the eyes shut, would otherwise miss, in a few sentences.

/** @import { View } from "../lib/views.js" */
/** @import { Changes } from "./changes.js" */
/** @import { GameView } from "./state.js" */

import { advising } from "../lib/advising.js";
import { signed, words } from "../lib/words.js";
import { changes, dice } from "./changes.js";
import { outcome } from "./outcome.js";
import { hasGame } from "./state.js";

/**
 * What happened between two views; a new turn and its first roll may come in one. Empty where nothing did.
 * @param {View | null} before
 * @param {View} fresh
 */
export function announcement(before, fresh) {
  const happened = changes(before, fresh);
  if (before === null || happened === null || !hasGame(fresh)) return "";
  const { game, phase } = fresh;
  if (phase === "over" || game.current === null) return happened.ended ? outcome(game) : "";
  const { name } = game.players[game.current];
  const { advice, move } = fresh.coach;
  const said = [...written(happened, before, fresh)];
  if (happened.turned) said.push(words.spokenTurn(name, game.turn, game.turns));
  if (happened.rolled) said.push(...roll(fresh));
  if (happened.corrected.length > 0) said.push(...correction(happened, fresh));
  if (move !== null && before.coach.move === null) said.push(advising.opponentDoes(name, move));
  if (move === null) said.push(...holds(happened, fresh));
  if (advice !== null && before.coach.advice === null) said.push(advising.advises(advising.does(advice.best[0])));
  if (fresh.question !== null && fresh.question.text !== before.question?.text) said.push(fresh.question.text);
  if (happened.rolling) said.push(words.spokenRolling);
  if (said.length === 0 && fresh.message !== before.message) said.push(fresh.message);
  return said.join(" ");
}

/**
 * A score with the total it makes. Where that was told already (an opponent says what it does), and where a score was
 * taken back or changed, only the new total.
 * @param {Changes} happened
 * @param {View} before
 * @param {GameView} fresh
 */
function written({ score, totals, undone }, before, { game }) {
  const total = (/** @type {number} */ seat) => signed(game.players[seat].total);
  if (score === null || undone || before.coach.move !== null) {
    return totals.map((seat) => words.spokenTotal(game.players[seat].name, total(seat)));
  }
  const { seat, title, points } = score;
  return [words.spokenScore(game.players[seat].name, signed(points), title, total(seat))];
}

/**
 * The dice from left to right, as the hold buttons are numbered.
 * @param {GameView} view
 */
function roll(view) {
  const { game } = view;
  return [
    words.spokenRoll(dice(view).map(({ face }) => face)),
    adds(view) && words.spokenSum(sum(view)),
    words.spokenRollsLeft(game.rollsLeft),
    game.match && words.spokenHand(game.match.handTitle),
  ].filter((sentence) => typeof sentence === "string");
}

/**
 * A corrected die: the new total alone, or what it shows now in a game where dice do not add up.
 * @param {Changes} happened
 * @param {GameView} view
 */
function correction({ corrected }, view) {
  if (adds(view)) return [words.spokenSum(sum(view))];
  const faces = corrected.map((index) => words.spokenDie(index + 1, dice(view)[index].face));
  return view.game.match ? [...faces, words.spokenHand(view.game.match.handTitle)] : faces;
}

/**
 * @param {Changes} happened
 * @param {GameView} view
 */
function holds({ held, released }, view) {
  return [
    ...held.map((index) => words.spokenHeld(index + 1, dice(view)[index].face)),
    ...released.map((index) => words.spokenReleased(index + 1, dice(view)[index].face)),
  ];
}

/**
 * Whether the sum of the dice means anything: dice with pips, on a card.
 * @param {GameView} view
 */
const adds = ({ game }) => game.kind === "pips" && game.match === null;
/** @param {View} view */
const sum = (view) => dice(view).reduce((points, { value }) => points + value, 0);
