// The live picture, and what steps draw over it. Places are fractions 0-1 of the picture.

import { byId, h, s } from "../lib/dom.js";
import { words } from "../lib/words.js";

const FRAME_MS = 200; // five pictures a second show a hand and a rolling die well enough to aim by
const DARK_MS = 1000;

/**
 * x and y as fractions 0-1 of the picture.
 * @typedef {[number, number]} Point
 */

/**
 * What is heard on the picture, by kinds of pointer events.
 * @typedef {Partial<Record<typeof KINDS[number], (point: Point, event: PointerEvent) => void>>} Handlers
 */

/** @typedef {ReturnType<typeof makeStage>} Stage */

const KINDS = /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel", "click"]);

/**
 * Show the live picture. Steps may use
 *   mark(...nodes)    draw SVG nodes (dom.js `s`) over it, in percent of the picture: 0 to 100 both ways
 *   polygon(points, attributes)   such a node, from points
 *   handles           the element above it, for buttons that are placed with `place(button, point)`
 *   at(event)         where a pointer is, within the picture
 *   listen(handlers)  hear pointers on the picture itself, such as { pointerdown(point, event) {} }
 *   clear()           take all of this away; done whenever another step is opened
 */
export function makeStage() {
  const live = byId("live", HTMLImageElement);
  const missing = byId("no-picture");
  const overlay = byId("overlay", SVGElement);
  const handles = byId("handles");
  /** @type {Handlers} */
  let heard = {};

  function look() {
    live.src = `/live.jpg?at=${Date.now()}`;
  }

  live.addEventListener("load", () => {
    missing.hidden = true;
    setTimeout(look, FRAME_MS);
  });
  live.addEventListener("error", () => {
    missing.textContent = words.noPicture;
    missing.hidden = false;
    setTimeout(look, DARK_MS);
  });
  for (const kind of KINDS) {
    overlay.addEventListener(kind, (event) => heard[kind]?.(at(event), /** @type {PointerEvent} */ (event)));
  }
  look();

  /** @param {MouseEvent} event @returns {Point} */
  function at(event) {
    const box = live.getBoundingClientRect();
    /** @param {number} place @param {number} start @param {number} size */
    const part = (place, start, size) => Math.min(1, Math.max(0, (place - start) / size));
    return [part(event.clientX, box.left, box.width), part(event.clientY, box.top, box.height)];
  }

  return {
    at,
    handles,
    /** @param {...SVGElement} nodes */
    mark: (...nodes) => overlay.replaceChildren(...nodes),
    /** @param {Point[]} points @param {import("../lib/dom.js").Attributes} [attributes] */
    polygon: (points, attributes = {}) =>
      s("polygon", { points: points.map(([x, y]) => `${x * 100},${y * 100}`).join(" "), ...attributes }),
    /** @param {HTMLElement} button @param {Point} point */
    place(button, [x, y]) {
      button.style.left = `${x * 100}%`;
      button.style.top = `${y * 100}%`;
    },
    /** @param {string} label */
    handle: (label) => h("button", { type: "button", class: "handle", "aria-label": label }),
    /** @param {Handlers} handlers */
    listen(handlers) {
      heard = handlers;
      overlay.classList.add("interactive");
    },
    clear() {
      heard = {};
      overlay.classList.remove("interactive");
      overlay.replaceChildren();
      handles.replaceChildren();
    },
  };
}
