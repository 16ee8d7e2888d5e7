// What the coach advises, as something to tap: the box to score, the hand to let stand, or the dice to keep in a throw.

/** @import { Place } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { words } from "../lib/words.js";

/**
 * The box that the coach would close, and whether it would strike it.
 * @typedef {{ box: string, strikes: boolean }} AdvisedBox
 */

/**
 * The throw as the button offers it: `keep` are the dice to hold first (indices from the left), null for those held now.
 * @typedef {{ label: string, keep: number[] | null, primary: boolean }} Throw
 */

/**
 * The best choice for the dice that lie, while the coach speaks.
 * @param {GameView} view
 */
export function advised({ coach, phase, game }) {
  if (coach.advice === null || phase !== "rolled" || game.current === null) return null;
  return coach.advice.best[0];
}

/**
 * @param {GameView} view
 * @returns {AdvisedBox | null}
 */
export function advisedBox(view) {
  const best = advised(view);
  if (best === null || (best.do !== "write" && best.do !== "strike")) return null;
  return { box: best.box, strikes: best.do === "strike" };
}

/**
 * Which dice are kept where those of `faces` are to be, preferring those held already among equals.
 * @param {Place[]} places
 * @param {string[]} faces
 * @returns {boolean[]}
 */
export function kept(places, faces) {
  const left = faces.slice();
  const marks = places.map(() => false);
  for (const held of [true, false]) {
    places.forEach((place, index) => {
      const at = place.state === "lying" && place.held === held ? left.indexOf(place.face) : -1;
      if (at < 0) return;
      left.splice(at, 1);
      marks[index] = true;
    });
  }
  return marks;
}

/**
 * What the throw button does now: as the coach advises, unless the players hold other dice.
 * @param {GameView} view
 * @returns {Throw}
 */
export function throwNow(view) {
  const { question, places, phase, can } = view;
  if (question !== null) {
    const label = question.rethrow ? words.throwSome(question.rethrow) : words.throwAgain;
    return { label, keep: null, primary: !can.accept };
  }
  if (phase === "throw") return { label: words.throwAll, keep: null, primary: true };
  const best = advised(view);
  const loose = places.filter((place) => place.state !== "lying" || !place.held).length;
  const own = { label: words.throwSome(loose), keep: null, primary: best === null };
  if (best === null || best.do !== "keep") return own;
  const marks = kept(places, best.dice);
  if (places.some((place, index) => place.state === "lying" && place.held && !marks[index])) return own;
  const keep = marks.flatMap((mark, index) => (mark ? [index] : []));
  const label = words.throwKeeping(places.length - keep.length, best.dice);
  return { label, keep, primary: true };
}
