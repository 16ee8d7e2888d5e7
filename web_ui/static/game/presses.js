// Fingers on the page: a tap does what its button says, a long press on a die corrects it.

import { around } from "../lib/dom.js";
import { actions, openFaces } from "./actions.js";
import { leanTo } from "./coach.js";
import { confirm } from "./confirming.js";
import { draw } from "./page.js";
import { state } from "./state.js";
import { ask } from "./table.js";

const LONG_PRESS_MS = 550;
const TREMBLE_PX = 12; // a finger that stays moves no farther

let timer = 0;
let longPressed = false;

document.addEventListener("click", (event) => {
  const button = around(event, "[data-do]");
  if (longPressed) {
    longPressed = false;
    event.preventDefault();
    return;
  }
  if (state.confirming !== null && button?.dataset.box !== state.confirming) {
    confirm(null);
    draw();
  }
  if (button !== null) actions[button.dataset.do ?? ""]?.(button);
});

// Only once the finger leaves it: what the coach says takes a while to work out.
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === "caution") ask("caution", { caution: leanTo(target) });
});

// The click that follows a long press must not hold the die as well.
document.addEventListener("pointerdown", (event) => {
  longPressed = false;
  const die = around(event, ".lying .die");
  if (die === null || !state.view?.can.correct) return;
  const { clientX, clientY } = event;
  const ends = /** @type {const} */ (["pointermove", "pointerup", "pointercancel"]);
  /** @param {PointerEvent} [later] */
  const stop = (later) => {
    if (later?.type === "pointermove" && Math.hypot(later.clientX - clientX, later.clientY - clientY) < TREMBLE_PX) {
      return;
    }
    clearTimeout(timer);
    for (const type of ends) document.removeEventListener(type, stop);
  };
  for (const type of ends) document.addEventListener(type, stop);
  timer = window.setTimeout(() => {
    stop();
    longPressed = true;
    openFaces(Number(die.dataset.die), "correct");
  }, LONG_PRESS_MS);
});

document.addEventListener("contextmenu", (event) => {
  if (around(event, ".die")) event.preventDefault();
});
