// Single keys for what one does most: each presses the button it stands for, and does nothing where there is none.

import { around, byId } from "../lib/dom.js";
import { switchedOn } from "../lib/preferences.js";
import { enterCard } from "./grid.js";

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const FIELDS = "input, select, textarea, [contenteditable]";
const PRESSED_BY_SPACE = "button, summary";
const PRESSED_BY_ENTER = "button, a[href], summary";

/**
 * The button that a key stands for, as a selector within the game; null for a key that stands for none.
 * @param {Pick<KeyboardEvent, "key" | "code">} event
 */
export function buttonOf({ key, code }) {
  // keyboards without Latin letters have a U too, and some have their digits in the upper row
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code === "KeyU" ? "u" : "";
  const digit = /^[1-6]$/.exec(key)?.[0] ?? /^Digit([1-6])$/.exec(code)?.[1];
  if (digit !== undefined) {
    return `[data-do=hold][data-die="${Number(digit) - 1}"], [data-do=hand-add][data-value="${digit}"]`;
  }
  if (key === " ") return "#controls [data-do=throw]";
  if (letter === "u") return "#controls [data-do=undo]";
  return null;
}

/**
 * Whether a key means what it says here: the game is on the page, nobody writes, and no dialog waits.
 * @param {KeyboardEvent} event
 */
function meant(event) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
  return !byId("game").hidden && document.querySelector("dialog[open]") === null && around(event, FIELDS) === null;
}

document.addEventListener("keydown", (event) => {
  // a key that is held down presses its button once
  if (event.repeat && event.key === "Enter" && around(event, PRESSED_BY_ENTER) !== null) event.preventDefault();
  if (event.repeat || !meant(event) || !switchedOn("shortcuts", true)) return;
  if (event.key === " " && around(event, PRESSED_BY_SPACE) !== null) return;
  if (event.key === "?") {
    event.preventDefault();
    byId("shortcuts", HTMLDialogElement).showModal();
  } else if (ARROWS.includes(event.key)) {
    if (enterCard()) event.preventDefault();
  } else if (!event.shiftKey) {
    const selector = buttonOf(event);
    if (selector === null) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (byId("game").querySelector(selector))?.click();
  }
});
