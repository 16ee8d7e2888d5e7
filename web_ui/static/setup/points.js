// Corners on the live picture, dragged with a finger or moved with the arrow keys. Fractions 0-1 of the picture.

/** @import { Point, Stage } from "./stage.js" */

import { s } from "../lib/dom.js";

const STEP = 0.005;
const STRIDE = 0.05; // with the shift key
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {number} part */
const within = (part) => Math.min(1, Math.max(0, part));

/**
 * Draw `points` on the stage with a handle each, named by `label(number)`; what lies outside of them is darkened.
 * `moved(points)` is called after each move by hand. Returns how to draw others.
 * @param {Stage} stage
 * @param {(number: number) => string} label
 * @param {(points: Point[]) => void} moved
 */
export function pointHandles(stage, label, moved) {
  /** @type {Point[]} */
  let points = [];
  /** @type {HTMLElement[]} */
  let handles = [];

  function draw() {
    const places = points.map(([x, y]) => `${x * 100} ${y * 100}`);
    const shade = points.length > 2 ? s("path", { class: "shade", d: `M0 0H100V100H0Z M${places.join("L")}Z` }) : null;
    stage.mark(...(shade ? [shade] : []), stage.polygon(points, { class: "tray-edge" }));
    points.forEach((point, index) => stage.place(handles[index], point));
  }

  /** @param {number} index @param {number} x @param {number} y */
  function move(index, x, y) {
    points = points.map((point, other) => (other === index ? [within(x), within(y)] : point));
    draw();
    moved(points);
  }

  /** @param {number} index */
  function grip(index) {
    const handle = stage.handle(label(index + 1));
    handle.dataset.corner = String(index);
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      handle.focus();
      event.preventDefault();
    });
    handle.addEventListener("pointermove", (event) => {
      if (handle.hasPointerCapture(event.pointerId)) move(index, ...stage.at(event));
    });
    handle.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const step = event.shiftKey ? STRIDE : STEP;
      move(index, points[index][0] + arrow[0] * step, points[index][1] + arrow[1] * step);
    });
    return handle;
  }

  return {
    get: () => points,
    /** @param {Point[]} fresh */
    set(fresh) {
      points = fresh.map(([x, y]) => [x, y]);
      if (handles.length !== points.length) {
        handles = points.map((_, index) => grip(index));
        stage.handles.replaceChildren(...handles);
      }
      draw();
    },
  };
}
