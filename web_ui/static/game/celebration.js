// A laurel for whoever won, with rays behind it and dice falling like confetti. Where motion is reduced all of it
// stands still, the dice where they would have come to rest.

import { h, s } from "../lib/dom.js";
import { icon } from "./icons.js";

const PIECES = 30;

/**
 * @param {string[]} colours of the winners
 */
export function celebration(colours) {
  return [
    confetti(colours),
    h("div", { class: "crown", "aria-hidden": "true" }, h("span", { class: "rays" }), laurel()),
  ];
}

/**
 * Small dice in the winners' colours and in brass, always at the same places, so that a new drawing changes nothing.
 * @param {string[]} colours
 */
function confetti(colours) {
  return h(
    "div",
    { class: "confetti", "aria-hidden": "true" },
    Array.from({ length: PIECES }, (_, index) =>
      h("i", {
        class: index % 2 ? "is-right" : null,
        style: {
          "--piece": index % 3 === 2 ? "var(--brass-300)" : colours[index % colours.length],
          "--in": `${scattered(index, 7) / 100}`,
          "--y": `${2 + 0.92 * scattered(index, 3)}%`,
          "--turn": `${scattered(index, 5) * 3.6}deg`,
          "--late": `${scattered(index, 11) * 14}ms`,
        },
      }),
    ),
  );
}

/**
 * A number from 0 to 99 that looks like chance.
 * @param {number} index
 * @param {number} seed
 */
const scattered = (index, seed) => (index * 61 + seed * 17 + index * index * seed) % 100;

function laurel() {
  const leaves = Array.from({ length: 5 }, (_, index) => {
    const angle = 200 - index * 24;
    const x = 100 + 62 * Math.cos((angle * Math.PI) / 180);
    const y = 62 - 52 * Math.sin((-angle * Math.PI) / 180);
    return s("ellipse", {
      cx: x.toFixed(1),
      cy: y.toFixed(1),
      rx: 15,
      ry: 6,
      transform: `rotate(${(90 - angle).toFixed(0)} ${x.toFixed(1)} ${y.toFixed(1)})`,
    });
  });
  /** @param {boolean} flip */
  const branch = (flip) =>
    s(
      "g",
      { transform: flip ? "translate(200 0) scale(-1 1)" : null },
      leaves.map((leaf) => leaf.cloneNode()),
    );
  return icon(
    "laurel",
    "20 0 160 128",
    branch(false),
    branch(true),
    s("path", { class: "star", d: "M100 34l9 19 21 3-15 15 4 21-19-10-19 10 4-21-15-15 21-3z" }),
  );
}
