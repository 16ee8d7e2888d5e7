// What the table will show once pending taps are done, as far as a page can know it; the rest waits for the table.

/** @import { Can, Cell, Place, Row, View } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */
/** @import { Tap } from "./queue.js" */

import { words } from "../lib/words.js";
import { hasGame } from "./state.js";

/** @type {Can} */
const NOTHING = {
  throw: false,
  hold: false,
  correct: false,
  stand: false,
  accept: false,
  enter: false,
  undo: false,
  pause: false,
};

/**
 * The view as it will be after these taps.
 * @param {View} view as the table sent it
 * @param {Tap[]} taps in order
 */
export function predicted(view, taps) {
  return taps.reduce((shown, { action, body }) => {
    const effect = EFFECTS[action];
    return effect === undefined || !hasGame(shown) ? shown : effect(shown, body);
  }, view);
}

/** @type {Record<string, (view: GameView, body: any) => View>} */
const EFFECTS = {
  hold: (view, { die, held }) => holding(view, die, held),
  press: (view, { button, held }) => (view.can.hold && held !== undefined ? holding(view, button, held) : view),
  throw: (view) => ({
    ...closed(view),
    phase: "rolling",
    message: words.spokenRolling,
    question: null,
    places: view.places.map((place) => (stays(place) ? place : { state: "tumbling" })),
  }),
  write: (view, { box, strike }) => ended(written(view, box, strike)),
  stand: (view) => {
    const after = ended(view);
    return { ...after, can: { ...after.can, stand: true } }; // the button stays, marked as pending
  },
  undo: (view) => {
    const steps = view.game.steps - 1;
    const before = closed(view);
    return { ...before, game: { ...before.game, steps }, can: { ...NOTHING, undo: steps > 0 } };
  },
  pause: (view) => closed(view),
  correct: (view, { die, value }) => {
    const face = view.game.faces[value - 1];
    const places = replaced(view.places, die, (place) =>
      place.state === "lying" ? { ...place, value, face, corrected: true } : place,
    );
    return { ...closed(view), places, can: { ...view.can, stand: false } };
  },
  "name-face": (view, { die, value }) => {
    const face = view.game.faces[value - 1];
    const places = replaced(view.places, die, (place) =>
      place.state === "unsure" ? { ...place, state: "seen", value, face, choices: [] } : place,
    );
    return { ...view, places };
  },
  accept: (view) => ({ ...closed(view), can: { ...NOTHING, accept: true } }), // likewise
  enter: (view) => closed(view),
  start: (view) => closed(view),
  abandon: (view) => closed(view),
};

/**
 * @param {GameView} view
 * @param {number} die
 * @param {boolean} held
 */
function holding(view, die, held) {
  if (view.places[die]?.state !== "lying") return view;
  const places = replaced(view.places, die, (place) => (place.state === "lying" ? { ...place, held } : place));
  const hand = view.hand.map((value, index) => (index !== die ? value : held ? valueOf(places[die]) : null));
  const lamps = view.panel.lamps.map((lit, index) => (index === die ? held : lit));
  const allHeld = places.every((place) => place.state === "lying" && place.held);
  const can = { ...view.can, throw: view.can.throw && !allHeld };
  return { ...view, places, hand, panel: { ...view.panel, lamps }, can };
}

/**
 * A box with what was written into it; sums wait for the table.
 * @param {GameView} view
 * @param {string} box
 * @param {boolean} struck
 */
function written(view, box, struck) {
  /** @param {Cell} cell @param {number} seat */
  const cellAfter = (cell, seat) => {
    if (seat !== view.game.current) return cell;
    const mark = cell.offer ?? "0";
    const points = Number(mark.replace("−", "-")) || 0;
    const extra = struck ? 0 : cell.extra;
    return { ...cell, slots: [...cell.slots, { mark, points, struck, extra, photo: null }] };
  };
  const rows = view.game.rows.map((row) =>
    row.kind === "box" && row.box === box ? { ...row, cells: row.cells.map(cellAfter) } : row,
  );
  return { ...view, game: { ...view.game, rows } };
}

/**
 * A view whose turn has ended: what comes next, the table says.
 * @param {GameView} view
 */
function ended(view) {
  const after = closed(view);
  return { ...after, game: { ...after.game, steps: view.game.steps + 1 }, can: { ...NOTHING, undo: true } };
}

/**
 * A view in which nothing can be done or written until the table has answered, and no clock runs.
 * @param {GameView} view
 */
function closed(view) {
  /** @param {Cell} cell @returns {Cell} */
  const shut = (cell) => ({ ...cell, tap: null, why: "", whyNoStrike: "", strike: false });
  /** @param {Row} row @returns {Row} */
  const shutRow = (row) => (row.kind === "box" ? { ...row, cells: row.cells.map(shut) } : row);
  return { ...view, can: NOTHING, game: { ...view.game, clockRuns: false, rows: view.game.rows.map(shutRow) } };
}

/**
 * @param {Place[]} places
 * @param {number} index
 * @param {(place: Place) => Place} change
 */
const replaced = (places, index, change) => places.map((place, other) => (other === index ? change(place) : place));

/** @param {Place} place */
const valueOf = (place) => ("value" in place ? place.value : null);
/** @param {Place} place */
const stays = (place) => (place.state === "lying" ? place.held : place.state === "seen" && place.stays);
