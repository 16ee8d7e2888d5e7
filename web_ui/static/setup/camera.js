// The step "camera": a picture of what each camera sees, to be tapped.

import { drawInto, h } from "../dom.js";

export function camera({ panel, deed, look }) {
  const list = panel.querySelector(".cameras");
  let opened = 0; // counts how often the step was opened: thumbnails are as old as that

  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-spec]");
    if (chosen) deed("choose", { spec: chosen.dataset.spec });
  });
  panel.querySelector("[data-again]").addEventListener("click", () => {
    opened += 1;
    look();
  });

  return {
    enter() {
      opened += 1;
    },
    draw({ facts }) {
      drawInto(
        list,
        facts.cameras.map(({ spec, title, detail, picture }) =>
          h(
            "button",
            {
              type: "button",
              class: "camera",
              role: "radio",
              "aria-checked": String(spec === facts.source),
              "data-spec": spec,
              "data-key": spec,
            },
            h("img", { src: `/setup/camera/${picture}?at=${opened}`, alt: "", width: 320, height: 240 }),
            h("span", { class: "name" }, title),
            h("span", { class: "detail" }, detail),
          ),
        ),
      );
    },
  };
}
