// Thinking clocks: what is left when a view comes is told with it, and runs down here by this device's own clock.

import { h } from "./dom.js";
import { words } from "./words.js";

const LOW_S = 30;
const TICK_MS = 250;
let came = 0;

/** Note that the times of a view hold from now on. */
export function startClocks() {
  came = performance.now();
}

/** A player's clock; nothing in a game without. */
export function clock(player, runs) {
  if (player.seconds === null) return null;
  const left = runs ? leftNow(player.seconds) : player.seconds;
  return h(
    "span",
    {
      class: ["clock", runs && "runs", left <= LOW_S && "is-low"].filter(Boolean).join(" "),
      "data-seconds": player.seconds,
      role: "timer",
      "aria-label": words.clock(player.name),
    },
    h("span", { class: "time" }, told(left)),
  );
}

const leftNow = (seconds) => Math.max(0, seconds - (performance.now() - came) / 1000);

/** Minutes and seconds, rounded up: 0:00 is shown when nothing is left. */
function told(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(() => {
  for (const running of document.querySelectorAll(".clock.runs")) {
    const left = leftNow(Number(running.dataset.seconds));
    const time = running.querySelector(".time");
    if (time.textContent !== told(left)) time.textContent = told(left);
    running.classList.toggle("is-low", left <= LOW_S);
  }
}, TICK_MS);
