// The step "tray": found by printed cards, four corners to drag, an outline to tap, or the whole picture.

import { drawInto, h } from "../dom.js";
import { words } from "../words.js";
import { pointHandles } from "./points.js";

const MOST_HANDLES = 24; // more lie on each other under a finger: such an outline is tapped anew
const WHOLE = [[0, 0], [1, 0], [1, 1], [0, 1]];
const INSET = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]; // four corners to begin with, all within reach

export function tray({ panel, stage, deed }) {
  const part = (selector) => panel.querySelector(selector);
  const ways = [...panel.querySelectorAll("[data-way]")];
  const template = part("[data-corner-label]").content.textContent;
  const label = (number) => template.replace("#", number);
  const points = pointHandles(stage, label, changed);
  const saved = { corners: part('[data-for="corners"] [data-save]'), outline: part('[data-for="outline"] [data-save]') };
  const note = part("[data-note]");
  let way = null;
  let facts = null;
  let touched = false; // points were moved since they were kept: what the table tells must not undo that
  let before = []; // the outlines before each tap, for taking taps back

  ways.forEach((button) => button.addEventListener("click", () => choose(button.dataset.way)));
  panel.querySelectorAll("[data-find]").forEach((button) =>
    button.addEventListener("click", () => deed("find", { round: button.dataset.find === "round" })),
  );
  for (const name of ["photograph", "forget"]) part(`[data-${name}]`).addEventListener("click", () => deed(name));
  Object.values(saved).forEach((button) => button.addEventListener("click", () => keep(points.get())));
  part("[data-whole]").addEventListener("click", () => keep(WHOLE));
  part("[data-back]").addEventListener("click", () => {
    points.set(before.pop());
    changed();
  });
  part("[data-anew]").addEventListener("click", () => put([]));

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
    part("[data-back]").disabled = before.length === 0;
    part("[data-anew]").disabled = count === 0;
  }

  async function keep(outline) {
    if (!(await deed("mark", { outline }))) return;
    touched = false;
    note.textContent = words.saved;
    show();
  }

  function choose(fresh) {
    way = fresh;
    touched = false;
    note.textContent = "";
    show();
  }

  /** Draw the way that was chosen, with what is kept. */
  function show() {
    if (way === null || touched) return;
    for (const button of ways) button.setAttribute("aria-checked", String(button.dataset.way === way));
    for (const shown of panel.querySelectorAll("[data-for]")) shown.hidden = shown.dataset.for !== way;
    stage.clear();
    before = [];
    if (way === "corners") points.set(facts.marked && facts.outline.length === 4 ? facts.outline : INSET);
    if (way === "outline") {
      const corners = facts.outline.length;
      points.set(facts.marked && corners !== 4 && corners <= MOST_HANDLES ? facts.outline : []);
      stage.listen({ click: (point) => put(inserted(points.get(), point)) });
    }
    // Corners that nobody has moved may be kept as they are offered.
    if (way === "corners" && !facts.marked) touched = true;
    enable();
  }

  return {
    enter() {
      way = null;
      touched = false;
      note.textContent = "";
    },
    leave() {
      way = null; // what is still under way must not draw over another step's picture
    },
    draw(step) {
      const kept = JSON.stringify(facts?.outline);
      facts = step.facts;
      part("[data-forget]").disabled = facts.photos === 0;
      drawInto(part("[data-photos]"), Array.from({ length: facts.photos }, (_, photo) => h("li", {}, String(photo + 1))));
      if (way === null) choose(usual(facts));
      else if (JSON.stringify(facts.outline) !== kept) show();
    },
  };
}

/** The outline with one more corner, between the two where it makes the way around least longer. */
function inserted(outline, point) {
  const apart = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
  const longer = outline.map((corner, index) => {
    const next = outline[(index + 1) % outline.length];
    return apart(corner, point) + apart(point, next) - apart(corner, next);
  });
  const after = longer.indexOf(Math.min(...longer)) + 1;
  return [...outline.slice(0, after), point, ...outline.slice(after)];
}

/** The way in which the tray was marked, as far as its outline tells. */
function usual({ marked, measured, outline }) {
  if (!marked || measured) return "cards";
  if (JSON.stringify(outline) === JSON.stringify(WHOLE)) return "whole";
  return outline.length === 4 ? "corners" : "outline";
}
