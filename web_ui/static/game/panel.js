// The mirrored button panel: a button a die, as far as the game has dice.

/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { words } from "../lib/words.js";

/**
 * A die beyond the last button is held by a tap on it.
 * @param {GameView} view
 */
export function panel({ game, panel: { name, lamps, hinted } }) {
  const { dice } = game;
  const buttons = lamps.slice(0, dice);
  return [
    h("p", { class: "panel-name", id: "panel-name" }, name),
    h(
      "ol",
      { class: dice > 5 ? "panel-buttons many" : "panel-buttons", style: { "--places": dice } },
      buttons.map((lit, index) => h("li", { "data-key": `button-${index}` }, button(index, lit, hinted[index]))),
      Array.from({ length: dice - buttons.length }, (_, index) =>
        h("li", { class: "no-button", "data-key": `button-${buttons.length + index}` }, words.noButton),
      ),
    ),
  ];
}

/**
 * @param {number} index
 * @param {boolean} lit
 * @param {boolean | undefined} hinted
 */
function button(index, lit, hinted) {
  return h(
    "button",
    {
      class: lit ? "panel-button is-lit" : hinted ? "panel-button is-hinted" : "panel-button",
      type: "button",
      "data-do": "press",
      "data-button": index,
      "aria-label": words.button(index + 1, lit, hinted),
    },
    h("span", { class: "lamp", "aria-hidden": "true" }),
    h("span", { class: "cap", "aria-hidden": "true" }, String(index + 1)),
  );
}
