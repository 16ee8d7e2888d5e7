// The step "camera": a picture of what each camera sees, to be tapped.

/** @import { CameraFacts, StepData } from "./views.js" */
/** @import { Tools } from "./steps.js" */

import { around, drawInto, find, h } from "../lib/dom.js";

const RETRY_MS = 2000;
const TRIES = 3; // opening a camera that is not there is work, too

/** @param {Tools} tools */
export function camera({ panel, act, refresh }) {
  const list = find(panel, ".cameras");
  let opened = 0; // counts how often thumbnails were asked for
  /** @type {StepData | null} */
  let step = null;
  let retry = 0;
  let tries = 0;

  // A camera that gave no picture may do so a moment later.
  list.addEventListener(
    "error",
    () => {
      clearTimeout(retry);
      if (tries >= TRIES) return;
      retry = window.setTimeout(() => {
        tries += 1;
        opened += 1;
        if (!panel.hidden) draw();
      }, RETRY_MS);
    },
    true,
  );
  list.addEventListener("click", (event) => {
    const chosen = around(event, "[data-spec]");
    if (chosen) act("choose", { spec: chosen.dataset.spec });
  });
  find(panel, "[data-again]").addEventListener("click", () => {
    restart();
    refresh();
  });

  function restart() {
    opened += 1;
    tries = 0;
  }

  function draw() {
    if (step === null) return;
    const { cameras, source } = /** @type {CameraFacts} */ (step.facts);
    drawInto(
      list,
      cameras.map(({ spec, title, detail, picture }) =>
        h(
          "button",
          {
            type: "button",
            class: "camera",
            role: "radio",
            "aria-checked": String(spec === source),
            "data-spec": spec,
            "data-key": spec,
          },
          h("img", { src: `/setup/camera/${picture}?at=${opened}`, alt: "", width: 320, height: 240 }),
          h("span", { class: "name" }, title),
          h("span", { class: "detail" }, detail),
        ),
      ),
    );
  }

  return {
    enter: restart,
    /** @param {StepData} fresh */
    draw(fresh) {
      if (step !== null && step.state !== fresh.state) restart();
      step = fresh;
      draw();
    },
  };
}
