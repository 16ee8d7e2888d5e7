// The step "rail": a strip dragged from a side of the tray inwards, or a side tapped and made wider and narrower.

/** @import { RailFacts, StepData } from "./views.js" */
/** @import { Point } from "./stage.js" */
/** @import { Tools } from "./steps.js" */

import { find, findAll } from "../lib/dom.js";
import { words } from "../lib/words.js";

const FIRST = 2; // the width of a strip whose side was tapped: dice fit, and most of the tray is left

/**
 * Strips by side, in growing widths.
 * @typedef {Record<string, Point[][]>} Strips
 */

/** @param {Tools} tools */
export function rail({ panel, stage, act }) {
  /** @param {string} selector */
  const button = (selector) => find(panel, selector, HTMLButtonElement);
  /** @type {HTMLButtonElement[]} */
  const sides = findAll(panel, "[data-side]");
  /** @type {HTMLButtonElement[]} */
  const widths = findAll(panel, "[data-wider]");
  const note = find(panel, "[data-note]");
  /** @type {Strips | null} */
  let strips = null;
  /** @type {Point[] | null} */
  let kept = null;
  /** @type {{ side: string, width: number } | null} */
  let chosen = null; // not kept yet
  /** @type {string | null} */
  let dragging = null;
  let open = false;

  sides.forEach((button) =>
    button.addEventListener("click", () => choose(button.dataset.side ?? "", chosen?.width ?? FIRST)),
  );
  widths.forEach((button) =>
    button.addEventListener("click", () => {
      if (chosen !== null) choose(chosen.side, chosen.width + Number(button.dataset.wider));
    }),
  );
  button("[data-save]").addEventListener("click", async () => {
    if (chosen === null || !(await act("mark", chosen))) return;
    chosen = null;
    note.textContent = "";
    show();
  });
  button("[data-clear]").addEventListener("click", async () => {
    if (!(await act("clear"))) return;
    chosen = null;
    note.textContent = "";
    show();
  });

  /** @param {string} side @param {number} width */
  function choose(side, width) {
    if (strips === null) return;
    chosen = { side, width: Math.min(strips[side].length - 1, Math.max(0, width)) };
    note.textContent = words.notSaved;
    show();
  }

  function show() {
    if (!open) return; // what is still under way must not draw over another step's picture
    const strip = chosen ? strips?.[chosen.side][chosen.width] : kept;
    stage.mark(...(strip ? [stage.polygon(strip, { class: chosen ? "rail fresh" : "rail" })] : []));
    for (const button of sides) button.setAttribute("aria-checked", String(button.dataset.side === chosen?.side));
    for (const button of widths) {
      const next = (chosen?.width ?? -1) + Number(button.dataset.wider);
      button.disabled = chosen === null || next < 0 || next >= (strips?.[chosen.side].length ?? 0);
    }
    button("[data-save]").disabled = chosen === null;
    button("[data-clear]").hidden = kept === null;
  }

  /**
   * The narrowest strip along a side in which a place lies; one more than the widest where it lies beyond.
   * @param {Strips} strips
   * @param {string} side
   * @param {Point} place
   */
  function reach(strips, side, place) {
    const found = strips[side].findIndex((strip) => holds(strip, place));
    return found < 0 ? strips[side].length : found;
  }

  /** @param {Point} place @param {PointerEvent} event */
  function grasp(place, event) {
    if (strips === null) return;
    const all = strips;
    const nearest = Object.keys(all).sort((one, other) => reach(all, one, place) - reach(all, other, place))[0];
    if (reach(all, nearest, place) === all[nearest].length) return;
    dragging = nearest;
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    choose(nearest, reach(all, nearest, place));
  }

  return {
    enter() {
      open = true;
      chosen = null;
      note.textContent = "";
      stage.listen({
        pointerdown: grasp,
        pointermove(place) {
          if (dragging !== null && strips !== null) choose(dragging, reach(strips, dragging, place));
        },
        pointerup() {
          dragging = null;
        },
        pointercancel() {
          dragging = null;
        },
      });
    },
    leave() {
      open = false;
    },
    /** @param {StepData} step */
    draw(step) {
      const facts = /** @type {RailFacts} */ (step.facts);
      kept = facts.rail;
      strips = facts.strips ?? strips;
      for (const button of sides) button.disabled = strips === null;
      if (!dragging) show();
    },
  };
}

/**
 * Whether a polygon holds a place: a line from it to the right crosses an odd number of sides.
 * @param {Point[]} polygon
 * @param {Point} place
 */
function holds(polygon, [x, y]) {
  let inside = false;
  polygon.forEach(([x0, y0], index) => {
    const [x1, y1] = polygon[(index + 1) % polygon.length];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  });
  return inside;
}
