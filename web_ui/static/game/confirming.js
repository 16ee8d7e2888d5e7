// A box that is closed for 0 is tapped twice; the first tap is forgotten after a while.

import { draw } from "./page.js";
import { state } from "./state.js";

const CONFIRM_MS = 5000;
let timer = 0;

/**
 * Wait for the second tap on a box, or for none.
 * @param {string | null} box
 */
export function confirm(box) {
  clearTimeout(timer);
  state.confirming = box;
  if (box === null) return;
  timer = window.setTimeout(() => {
    state.confirming = null;
    draw();
  }, CONFIRM_MS);
}
