// The step "camera": a picture of what each camera sees, to be tapped.

import { drawInto, h } from "../dom.js";

const RETRY_MS = 2000;
const TRIES = 3; // opening a camera that is not there is work, too

export function camera({ panel, deed, look }) {
  const list = panel.querySelector(".cameras");
  let opened = 0; // counts how often thumbnails were asked for anew
  let step = null;
  let retry = 0;
  let tries = 0;

  // A camera that gave no picture may do so a moment later.
  list.addEventListener(
    "error",
    () => {
      clearTimeout(retry);
      if (tries >= TRIES) return;
      retry = setTimeout(() => {
        tries += 1;
        opened += 1;
        if (!panel.hidden) draw();
      }, RETRY_MS);
    },
    true,
  );
  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-spec]");
    if (chosen) deed("choose", { spec: chosen.dataset.spec });
  });
  panel.querySelector("[data-again]").addEventListener("click", () => {
    anew();
    look();
  });

  function anew() {
    opened += 1;
    tries = 0;
  }

  function draw() {
    const { cameras, source } = step.facts;
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
    enter: anew,
    draw(fresh) {
      if (step !== null && step.state !== fresh.state) anew();
      step = fresh;
      draw();
    },
  };
}
