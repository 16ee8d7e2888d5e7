// The step "tray": found by printed cards, four corners to drag, an outline to tap, or the whole picture.

/** @import { StepData, TrayFacts } from "./views.js" */
/** @import { Point } from "./stage.js" */
/** @import { Tools } from "./steps.js" */

import { drawInto, find, findAll, h } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { pointHandles } from "./points.js";

const MOST_HANDLES = 24; // more lie on each other under a finger: such an outline is tapped again
/** @type {Point[]} */
const WHOLE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
/** @type {Point[]} */
const INSET = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
]; // four corners to begin with, all within reach

/** @param {Tools} tools */
export function tray({ panel, stage, act }) {
  /** @param {string} selector */
  const button = (selector) => find(panel, selector, HTMLButtonElement);
  const methods = findAll(panel, "[data-method]");
  const template = find(panel, "[data-corner-label]", HTMLTemplateElement).content.textContent ?? "";
  /** @param {number} number */
  const label = (number) => template.replace("#", String(number));
  const points = pointHandles(stage, label, changed);
  const saved = {
    corners: button('[data-for="corners"] [data-save]'),
    outline: button('[data-for="outline"] [data-save]'),
  };
  const note = find(panel, "[data-note]");
  /** @type {string | null} */
  let method = null;
  /** @type {TrayFacts | null} */
  let facts = null;
  let touched = false; // points were moved since they were kept: what the table tells must not undo that
  /** @type {Point[][]} */
  let before = []; // the outlines before each tap, for taking taps back

  methods.forEach((button) => button.addEventListener("click", () => choose(button.dataset.method ?? null)));
  findAll(panel, "[data-find]").forEach((button) =>
    button.addEventListener("click", () => act("find", { round: button.dataset.find === "round" })),
  );
  for (const name of ["photograph", "forget"]) button(`[data-${name}]`).addEventListener("click", () => act(name));
  Object.values(saved).forEach((button) => button.addEventListener("click", () => keep(points.get())));
  button("[data-whole]").addEventListener("click", () => keep(WHOLE));
  button("[data-back]").addEventListener("click", () => {
    points.set(before.pop() ?? []);
    changed();
  });
  button("[data-restart]").addEventListener("click", () => put([]));

  /** @param {Point[]} fresh */
  function put(fresh) {
    before.push(points.get());
    points.set(fresh);
    changed();
  }

  function changed() {
    touched = true;
    note.textContent = words.unsaved;
    enable();
  }

  function enable() {
    const count = points.get().length;
    saved.corners.disabled = !touched;
    saved.outline.disabled = !touched || count < 3;
    button("[data-back]").disabled = before.length === 0;
    button("[data-restart]").disabled = count === 0;
  }

  /** @param {Point[]} outline */
  async function keep(outline) {
    if (!(await act("mark", { outline }))) return;
    touched = false;
    note.textContent = words.saved;
    show();
  }

  /** @param {string | null} fresh */
  function choose(fresh) {
    method = fresh;
    touched = false;
    note.textContent = "";
    show();
  }

  /** Draw the method that was chosen, with what is kept. */
  function show() {
    if (method === null || facts === null || touched) return;
    for (const button of methods) button.setAttribute("aria-checked", String(button.dataset.method === method));
    for (const shown of findAll(panel, "[data-for]")) shown.hidden = shown.dataset.for !== method;
    stage.clear();
    before = [];
    if (method === "corners") points.set(facts.marked && facts.outline.length === 4 ? facts.outline : INSET);
    if (method === "outline") {
      const corners = facts.outline.length;
      points.set(facts.marked && corners !== 4 && corners <= MOST_HANDLES ? facts.outline : []);
      stage.listen({ click: (point) => put(inserted(points.get(), point)) });
    }
    // Corners that nobody has moved may be kept as they are offered.
    if (method === "corners" && !facts.marked) touched = true;
    enable();
  }

  return {
    enter() {
      method = null;
      touched = false;
      note.textContent = "";
    },
    leave() {
      method = null; // what is still under way must not draw over another step's picture
    },
    /** @param {StepData} step */
    draw(step) {
      const kept = JSON.stringify(facts?.outline);
      facts = /** @type {TrayFacts} */ (step.facts);
      button("[data-forget]").disabled = facts.photos === 0;
      drawInto(
        find(panel, "[data-photos]"),
        Array.from({ length: facts.photos }, (_, photo) => h("li", {}, String(photo + 1))),
      );
      if (method === null) choose(usual(facts));
      else if (JSON.stringify(facts.outline) !== kept) show();
    },
  };
}

/**
 * The outline with one more corner, between the two where it makes the way around least longer.
 * @param {Point[]} outline
 * @param {Point} point
 */
function inserted(outline, point) {
  /** @param {Point} one @param {Point} other */
  const apart = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
  const longer = outline.map((corner, index) => {
    const next = outline[(index + 1) % outline.length];
    return apart(corner, point) + apart(point, next) - apart(corner, next);
  });
  const after = longer.indexOf(Math.min(...longer)) + 1;
  return [...outline.slice(0, after), point, ...outline.slice(after)];
}

/**
 * The method by which the tray was marked, as far as its outline tells.
 * @param {TrayFacts} facts
 */
function usual({ marked, measured, outline }) {
  if (!marked || measured) return "cards";
  if (JSON.stringify(outline) === JSON.stringify(WHOLE)) return "whole";
  return outline.length === 4 ? "corners" : "outline";
}
