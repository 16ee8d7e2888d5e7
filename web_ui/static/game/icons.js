// Small pictures drawn in lines.

import { s } from "../lib/dom.js";

/**
 * @param {string} name
 * @param {string} box the viewBox
 * @param {...SVGElement} shapes
 */
export function icon(name, box, ...shapes) {
  return s("svg", { class: `icon ${name}`, viewBox: box, "aria-hidden": "true", focusable: "false" }, ...shapes);
}

export const padlock = () =>
  icon(
    "padlock",
    "0 0 24 24",
    s("path", { d: "M7 11V8a5 5 0 0 1 10 0v3h1.5v9h-13v-9zM9.4 11h5.2V8a2.6 2.6 0 0 0-5.2 0z" }),
  );

export const pauses = () => icon("pauses", "0 0 24 24", s("path", { d: "M8 5v14M16 5v14" }));

export const goesOn = () => icon("goes-on", "0 0 24 24", s("path", { d: "M8 5l11 7l-11 7z" }));

export const pencil = () => icon("pencil", "0 0 24 24", s("path", { d: "M4 20l1-5L16 4l4 4L9 19zM14.5 5.5l4 4" }));
