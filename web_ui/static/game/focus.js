// Where the keyboard's focus is kept when the page is drawn anew, and where it goes when what had it disappears.

import { byId, find } from "../lib/dom.js";

/** What comes next, best first: nothing that a second press of the same key would do by mistake. */
const NEXT = ["#outcome", "#tray .key:not(:disabled)", "[data-do=hand-done]:not(:disabled)", "#turn-of"];

/**
 * Draw, and leave the focus where it was, or on what comes next.
 * @param {() => void} redraw
 */
export function keepFocus(redraw) {
  const held = document.activeElement;
  redraw();
  if (held === null || held === document.body || hasFocus()) return;
  focus(usable(held) ? held : next());
}

/** Whether something that can be used has the focus. */
function hasFocus() {
  const now = document.activeElement;
  return now !== null && now !== document.body && usable(now);
}

/** @param {Element} element */
function usable(element) {
  return (
    element.isConnected && !element.matches(":disabled") && element.closest("[hidden], dialog:not([open])") === null
  );
}

/** The element that takes the focus over. */
function next() {
  const game = byId("game");
  if (game.hidden) return find(byId("start"), "h1");
  return NEXT.map((selector) => game.querySelector(selector)).find((found) => found !== null) ?? null;
}

/** @param {Element | null} element */
function focus(element) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

// A dialog hands the focus back to what opened it, which may be gone by now.
document.addEventListener(
  "close",
  () => {
    if (!hasFocus()) focus(next());
  },
  true,
);
