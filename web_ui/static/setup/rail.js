// The step "rail": a strip dragged from a side of the tray inwards, or a side tapped and made wider and narrower.

import { words } from "../words.js";

const FIRST = 2; // the width of a strip whose side was tapped: dice fit, and most of the tray is left

export function rail({ panel, stage, deed }) {
  const part = (selector) => panel.querySelector(selector);
  const sides = [...panel.querySelectorAll("[data-side]")];
  const widths = [...panel.querySelectorAll("[data-wider]")];
  const note = part("[data-note]");
  let strips = null; // by side, in growing widths
  let kept = null;
  let chosen = null; // { side, width }, not kept yet
  let dragging = null;
  let open = false;

  sides.forEach((button) => button.addEventListener("click", () => choose(button.dataset.side, chosen?.width ?? FIRST)));
  widths.forEach((button) =>
    button.addEventListener("click", () => choose(chosen.side, chosen.width + Number(button.dataset.wider))),
  );
  part("[data-save]").addEventListener("click", async () => {
    if (!(await deed("mark", chosen))) return;
    chosen = null;
    note.textContent = "";
    show();
  });
  part("[data-clear]").addEventListener("click", async () => {
    if (!(await deed("clear"))) return;
    chosen = null;
    note.textContent = "";
    show();
  });

  function choose(side, width) {
    chosen = { side, width: Math.min(strips[side].length - 1, Math.max(0, width)) };
    note.textContent = words.notSaved;
    show();
  }

  function show() {
    if (!open) return; // what is still under way must not draw over another step's picture
    const strip = chosen ? strips[chosen.side][chosen.width] : kept;
    stage.mark(...(strip ? [stage.polygon(strip, { class: chosen ? "rail fresh" : "rail" })] : []));
    for (const button of sides) button.setAttribute("aria-checked", String(button.dataset.side === chosen?.side));
    for (const button of widths) {
      const next = (chosen?.width ?? -1) + Number(button.dataset.wider);
      button.disabled = chosen === null || next < 0 || next >= strips[chosen.side].length;
    }
    part("[data-save]").disabled = chosen === null;
    part("[data-clear]").hidden = kept === null;
  }

  /** The narrowest strip along a side in which a place lies; its widest where it lies beyond. */
  function reach(side, place) {
    const found = strips[side].findIndex((strip) => holds(strip, place));
    return found < 0 ? strips[side].length : found;
  }

  function grasp(place, event) {
    if (!strips) return;
    const nearest = Object.keys(strips).sort((one, other) => reach(one, place) - reach(other, place))[0];
    if (reach(nearest, place) === strips[nearest].length) return;
    dragging = nearest;
    event.target.setPointerCapture(event.pointerId);
    choose(nearest, reach(nearest, place));
  }

  return {
    enter() {
      open = true;
      chosen = null;
      note.textContent = "";
      stage.listen({
        pointerdown: grasp,
        pointermove(place) {
          if (dragging) choose(dragging, reach(dragging, place));
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
    draw({ facts }) {
      kept = facts.rail;
      strips = facts.strips ?? strips;
      for (const button of sides) button.disabled = strips === null;
      if (!dragging) show();
    },
  };
}

/** Whether a polygon holds a place: a line from it to the right crosses an odd number of sides. */
function holds(polygon, [x, y]) {
  let inside = false;
  polygon.forEach(([x0, y0], index) => {
    const [x1, y1] = polygon[(index + 1) % polygon.length];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  });
  return inside;
}
