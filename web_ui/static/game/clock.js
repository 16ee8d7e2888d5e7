// Thinking clocks: what is left when a view comes is told with it, and runs down here by this device's own clock, for as
// long as the player can decide.

/** @import { Seat } from "../lib/views.js" */

import { classes, find, findAll, h } from "../lib/dom.js";
import { words } from "../lib/words.js";

const LOW_S = 30;
const TICK_MS = 250;
let came = 0;
let ticking = 0;

/** Note that the times of a view hold from now on, and let the clocks run down. */
export function startClocks() {
  came = performance.now();
  if (ticking === 0) ticking = window.setInterval(tick, TICK_MS);
}

/**
 * A player's clock; nothing in a game without.
 * @param {Seat} player
 * @param {boolean} runs
 */
export function clock(player, runs) {
  if (player.seconds === null) return null;
  const left = runs ? leftNow(player.seconds) : player.seconds;
  return h(
    "span",
    {
      class: classes("clock", runs && "runs", left <= LOW_S && "is-low"),
      "data-seconds": player.seconds,
      role: "timer",
      "aria-label": words.clock(player.name),
    },
    h("span", { class: "time" }, time(left)),
  );
}

/** @param {number} seconds */
const leftNow = (seconds) => Math.max(0, seconds - (performance.now() - came) / 1000);

/**
 * Minutes and seconds, rounded up: 0:00 is shown when nothing is left.
 * @param {number} seconds
 */
function time(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function tick() {
  for (const running of findAll(document, ".clock.runs")) {
    const left = leftNow(Number(running.dataset.seconds));
    const shown = find(running, ".time");
    if (shown.textContent !== time(left)) shown.textContent = time(left);
    running.classList.toggle("is-low", left <= LOW_S);
  }
}
