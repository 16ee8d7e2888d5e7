// Marks on the page what the table has not answered yet, and says beside a control why a tap on it was refused.

/** @import { Tap } from "./queue.js" */

import { findAll, h } from "../lib/dom.js";
import { state } from "./state.js";

const REFUSAL_MS = 8000;

/** @type {Record<string, (body: any) => string>} */
const CONTROLS = {
  start: () => "#begin",
  hold: ({ die }) => `#tray [data-do=hold][data-die="${die}"]`,
  press: ({ button }) => `#panel [data-button="${button}"]`,
  write: ({ box }) => `#sheet tr[data-key="${box}"] td.is-current`,
  enter: () => "#controls [data-do=hand-done]",
  correct: ({ die }) => `#tray [data-key="die-${die}"] .die`,
  "name-face": ({ die }) => `#tray [data-key="die-${die}"] .die`,
  analyse: () => "#controls [data-do=analysis]",
  abandon: () => "#menu-open",
};
const note = h("p", { class: "refusal-note", "aria-hidden": "true", hidden: true });
let timer = 0;

/** @param {Pick<Tap, "action" | "body">} tap */
function control({ action, body }) {
  return document.querySelector(CONTROLS[action]?.(body) ?? `.play [data-do="${action}"]`);
}

/** Mark the controls whose taps are pending; drawing takes the marks away. */
export function markPending() {
  for (const marked of findAll(document, ".is-pending")) {
    marked.classList.remove("is-pending");
    marked.removeAttribute("aria-busy");
  }
  for (const tap of state.pending) {
    const tapped = control(tap);
    tapped?.classList.add("is-pending");
    tapped?.setAttribute("aria-busy", "true");
  }
}

/**
 * Where a control is in the window: by the time its tap is refused it may have gone.
 * @param {Pick<Tap, "action" | "body">} tap
 */
export function placeOf(tap) {
  const tapped = control(tap);
  return tapped === null ? null : tapped.getBoundingClientRect();
}

/**
 * Say beside a control why its tap was refused; a screen reader hears it as an alert, which stands elsewhere.
 * @param {Tap} tap
 * @param {string} sentence
 */
export function noteRefusal(tap, sentence) {
  const place = placeOf(tap) ?? tap.place;
  if (place === null) return;
  note.textContent = sentence;
  note.style.setProperty("--x", `${Math.round(place.x + place.width / 2)}px`);
  note.style.setProperty("--y", `${Math.round(place.y)}px`);
  note.hidden = false;
  (document.querySelector("dialog[open]") ?? document.body).append(note);
  clearTimeout(timer);
  timer = window.setTimeout(dismissNote, REFUSAL_MS);
}

export function dismissNote() {
  clearTimeout(timer);
  note.hidden = true;
}
