// Die faces drawn crisp: pips for 1-6, letters for poker dice. An ivory die with a turned edge, seen from above.

import { s } from "./dom.js";

const LOW = 27;
const MID = 50;
const HIGH = 73;
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[MID, MID]],
  2: [
    [LOW, HIGH],
    [HIGH, LOW],
  ],
  3: [
    [LOW, HIGH],
    [MID, MID],
    [HIGH, LOW],
  ],
  4: [
    [LOW, LOW],
    [LOW, HIGH],
    [HIGH, LOW],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [LOW, HIGH],
    [MID, MID],
    [HIGH, LOW],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, LOW],
    [LOW, MID],
    [LOW, HIGH],
    [HIGH, LOW],
    [HIGH, MID],
    [HIGH, HIGH],
  ],
};

/**
 * The face as an SVG: "1" to "6" as pips, "9 10 J Q K A" as letters, "" as a blank die.
 * @param {string} face
 */
export function dieFace(face) {
  const known = PIPS[face];
  const marks = known
    ? known.map(([x, y]) => [
        s("circle", { class: "pip", cx: x, cy: y, r: 10 }),
        s("circle", { class: "pip-glint", cx: x, cy: y + 1.5, r: 8.5 }),
      ])
    : [s("text", { class: "letter", x: 50, y: 68, "text-anchor": "middle" }, face)];
  return s(
    "svg",
    { class: "face", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "die-side", x: 2, y: 5, width: 96, height: 93, rx: 20 }),
    s("rect", { class: "die-top", x: 2, y: 2, width: 96, height: 92, rx: 20 }),
    s("rect", { class: "die-dish", x: 8, y: 7, width: 84, height: 82, rx: 26 }),
    ...marks.flat(),
  );
}
