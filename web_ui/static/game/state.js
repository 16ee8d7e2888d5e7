// What the game page knows: the newest view, and what a finger has half done.

/** @import { GameData, View } from "../lib/views.js" */
/** @import { Tap } from "./queue.js" */

/**
 * A view of a game that is being played or has just ended.
 * @typedef {View & { game: GameData }} GameView
 */

/**
 * `view` shows taps as done that are still `pending`, that is, not answered by the table, as far as the page can know.
 * `confirming` is the box tapped once that waits for the second tap; `striking`: boxes are struck, not written;
 * `hand` holds faces entered by hand, null for each that is missing; `choosing`: the start form is open though a game
 * has ended.
 * @type {{
 *   view: View | null,
 *   confirming: string | null,
 *   striking: boolean,
 *   hand: (number | null)[] | null,
 *   choosing: boolean,
 *   pending: Tap[],
 * }}
 */
export const state = { view: null, confirming: null, striking: false, hand: null, choosing: false, pending: [] };

/**
 * Whether a view shows a game.
 * @param {View | null} view
 * @returns {view is GameView}
 */
export const hasGame = (view) => view !== null && view.game !== null;

/** The view of the game on the page; an error where none is shown. */
export function gameView() {
  if (!hasGame(state.view)) throw new Error("No game is shown.");
  return state.view;
}

/**
 * Whether something happened in the game itself, so that half-done taps no longer mean what they meant.
 * @param {View} before
 * @param {View} fresh
 */
export function moved(before, fresh) {
  /** @param {View} view */
  const mark = ({ phase, game }) => `${phase}/${game?.id}/${game?.steps}/${game?.current}/${game?.rollsUsed}`;
  return mark(before) !== mark(fresh);
}
