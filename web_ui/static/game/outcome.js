// The end of a game: who won, in a sentence, and everybody's place: by rounds won, by points, or by the total.

/** @import { GameData, Seat } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { celebration } from "./celebration.js";
import { highlights } from "./highlights.js";

/**
 * How the game ended, in a sentence.
 * @param {GameData} game
 */
export function outcome({ players, winners, finished, outOfTime, match }) {
  if (!finished) return match ? words.overAbandonedMatch : words.overAbandoned;
  const best = players.find((player) => winners.includes(player.name)) ?? players[0];
  if (players.length === 1) return outOfTime === null ? words.alone(best) : words.outOfTime(outOfTime);
  return words.wins(winners.map(unbroken), best);
}

/**
 * A name that stays on one line.
 * @param {string} name
 */
const unbroken = (name) => name.replaceAll(" ", "\u00a0");

/**
 * The players from the first place to the last, each with its place, equal results with the same one. Who won at once is
 * first.
 * @param {GameData} game
 */
export function ranking({ players, wonAtOnce }) {
  /** @param {Seat} one @param {Seat} other */
  const ahead = (one, other) =>
    Number(one.name === wonAtOnce) - Number(other.name === wonAtOnce) || compare(one, other);
  const sorted = players.slice().sort((one, other) => ahead(other, one));
  return sorted.map((player) => ({
    ...player,
    place: 1 + sorted.filter((other) => ahead(other, player) > 0).length,
  }));
}

/** @param {Seat} player */
const worth = (player) => [player.rounds ?? player.points ?? player.total, player.total];

/** @param {Seat} one @param {Seat} other */
function compare(one, other) {
  const [first, second] = [worth(one), worth(other)];
  return first[0] - second[0] || first[1] - second[1];
}

/**
 * The order of seats for a rematch: the last of the standing begins, the others keep their order. A game that was ended
 * early has no last.
 * @param {GameData} game
 */
export function rematchSeats(game) {
  if (!game.finished) return game.players;
  const last = ranking(game)[game.players.length - 1].name;
  const rest = game.players.filter((player) => player.name !== last);
  return [...game.players.filter((player) => player.name === last), ...rest];
}

/**
 * The body of the start action for the same game again: same rules, options, dice and people.
 * @param {GameData} game
 */
export function rematch(game) {
  return {
    rules: game.rules,
    options: game.options,
    faces: game.kind,
    players: rematchSeats(game).map(({ name, colour, opponent, advised }) => ({ name, colour, opponent, advised })),
    coach: game.coach,
    cocked: game.cocked,
  };
}

/**
 * What stands on the felt in the end.
 * @param {GameView} view
 */
export function outcomePanel({ game, coach }) {
  const colours = game.players.filter(({ name }) => game.winners.includes(name)).map(({ colour }) => colour);
  return h(
    "div",
    { class: "outcome", tabindex: "0", role: "group", "aria-labelledby": "outcome" },
    game.finished && celebration(colours),
    h(
      "div",
      { class: "result" },
      h("h1", { id: "outcome", tabindex: "-1" }, outcome(game)),
      game.outOfTime !== null &&
        game.players.length > 1 &&
        h("p", { class: "instruction" }, words.outOfTime(game.outOfTime)),
      game.wonAtOnce !== null && h("p", { class: "instruction" }, words.wonAtOnce(game.wonAtOnce)),
      game.players.length > 1 && standing(game),
    ),
    highlights(game, coach),
  );
}

/** @param {GameData} game */
function standing(game) {
  return h(
    "ol",
    { class: "ranking" },
    ranking(game).map((player) =>
      h(
        "li",
        { class: game.winners.includes(player.name) ? "is-winner" : null, style: { "--seat": player.colour } },
        h("span", { class: "rank" }, words.place(player.place)),
        h("span", { class: "chip", "aria-hidden": "true" }),
        h("span", { class: "name" }, player.name),
        h("span", { class: "sum" }, words.result(player)),
      ),
    ),
  );
}
