// What happened between two views of the table: the one reading of it for the words and the sounds that tell of it.

/** @import { GameData, LyingPlace, View } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { hasGame } from "./state.js";

/**
 * A score that was written: by whom, into which box, what for.
 * @typedef {{ seat: number, title: string, points: number }} Score
 */

/**
 * `started`: a new game; `ended`: it is over now; `undone`: a step was taken back; `turned`: another turn, or another
 * player's; `rolled`: the dice have come to rest and count; `rolling`: they have begun to move. `held` and `released`
 * are dice by their index, `corrected` likewise those whose reading was corrected. `score` is what was written,
 * `totals` the seats whose total has changed.
 * @typedef {{
 *   started: boolean,
 *   ended: boolean,
 *   undone: boolean,
 *   turned: boolean,
 *   rolled: boolean,
 *   rolling: boolean,
 *   held: number[],
 *   released: number[],
 *   corrected: number[],
 *   score: Score | null,
 *   totals: number[],
 * }} Changes
 */

/**
 * What happened between two views; null where nothing can be said: on the first view, and where no game is on.
 * @param {View | null} before
 * @param {View} fresh
 * @returns {Changes | null}
 */
export function changes(before, fresh) {
  if (before === null || !hasGame(fresh)) return null;
  const was = hasGame(before) && before.game.id === fresh.game.id ? before.game : null;
  const { game, phase } = fresh;
  const turned = was === null || was.turn !== game.turn || was.current !== game.current;
  const rolled = phase === "rolled" && (turned || before.phase !== "rolled" || was.rollsUsed !== game.rollsUsed);
  const [lay, lies] = turned || rolled ? [[], []] : [dice(before), dice(fresh)];
  const both = lies.map((die, index) => ({ die, index, was: lay[index] })).filter((one) => one.was !== undefined);
  return {
    started: was === null,
    ended: phase === "over" && before.phase !== "over",
    undone: was !== null && game.steps < was.steps,
    turned,
    rolled,
    rolling: phase === "rolling" && before.phase !== "rolling",
    held: both.filter((one) => one.die.held && !one.was.held).map(({ index }) => index),
    released: both.filter((one) => !one.die.held && one.was.held).map(({ index }) => index),
    corrected: both.filter((one) => one.die.value !== one.was.value).map(({ index }) => index),
    score: was === null ? null : scored(was, game),
    totals:
      was === null ? [] : game.players.flatMap(({ total }, seat) => (total === was.players[seat].total ? [] : [seat])),
  };
}

/**
 * The dice of a roll that counts, left to right; none while they move or are asked about.
 * @param {View} view
 * @returns {LyingPlace[]}
 */
export function dice({ phase, places }) {
  return phase === "rolled" ? places.filter((place) => place.state === "lying") : [];
}

/**
 * The score that is on the card now and was not before.
 * @param {GameData} was
 * @param {GameData} game
 * @returns {Score | null}
 */
function scored(was, game) {
  for (const [index, row] of game.rows.entries()) {
    const old = was.rows[index];
    if (row.kind !== "box" || old?.kind !== "box") continue;
    const seat = row.cells.findIndex((cell, one) => cell.slots.length > old.cells[one].slots.length);
    const points = row.cells[seat]?.slots.at(-1)?.points;
    if (points !== undefined) return { seat, title: row.called, points };
  }
  return null;
}

/**
 * Whether a view shows a roll of five equal dice or more.
 * @param {GameView} view
 */
export function fiveOfAKind(view) {
  const values = dice(view).map(({ value }) => value);
  return values.some((value) => values.filter((other) => other === value).length >= 5);
}
