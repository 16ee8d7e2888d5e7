// The live picture, and what steps draw over it. Places are fractions 0-1 of the picture.

import { h, s } from "../dom.js";
import { words } from "../words.js";

const FRAME_MS = 200; // five pictures a second show a hand and a rolling die well enough to aim by
const DARK_MS = 1000;

/**
 * Show the live picture in `stage`. Steps may use
 *   mark(...nodes)    draw SVG nodes (dom.js `s`) over it, in percent of the picture: 0 to 100 both ways
 *   polygon(points, attributes)   such a node, from points
 *   handles           the element above it, for buttons that are placed with `place(button, point)`
 *   at(event)         where a pointer is, within the picture
 *   listen(handlers)  hear pointers on the picture itself, such as { pointerdown(point, event) {} }
 *   clear()           take all of this away; done whenever another step is opened
 */
export function makeStage(stage) {
  const live = stage.querySelector("#live");
  const dark = stage.querySelector("#dark");
  const marks = stage.querySelector("#marks");
  const handles = stage.querySelector("#handles");
  let heard = {};

  function look() {
    live.src = `/live.jpg?at=${Date.now()}`;
  }

  live.addEventListener("load", () => {
    dark.hidden = true;
    setTimeout(look, FRAME_MS);
  });
  live.addEventListener("error", () => {
    dark.textContent = words.noPicture;
    dark.hidden = false;
    setTimeout(look, DARK_MS);
  });
  for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel", "click"]) {
    marks.addEventListener(kind, (event) => heard[kind]?.(at(event), event));
  }
  look();

  function at(event) {
    const box = live.getBoundingClientRect();
    const part = (place, start, size) => Math.min(1, Math.max(0, (place - start) / size));
    return [part(event.clientX, box.left, box.width), part(event.clientY, box.top, box.height)];
  }

  return {
    at,
    handles,
    mark: (...nodes) => marks.replaceChildren(...nodes),
    polygon: (points, attributes = {}) =>
      s("polygon", { points: points.map(([x, y]) => `${x * 100},${y * 100}`).join(" "), ...attributes }),
    place(button, [x, y]) {
      button.style.left = `${x * 100}%`;
      button.style.top = `${y * 100}%`;
    },
    handle: (label) => h("button", { type: "button", class: "handle", "aria-label": label }),
    listen(handlers) {
      heard = handlers;
      marks.classList.add("heard");
    },
    clear() {
      heard = {};
      marks.classList.remove("heard");
      marks.replaceChildren();
      handles.replaceChildren();
    },
  };
}
