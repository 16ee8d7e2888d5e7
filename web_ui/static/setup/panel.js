// The step "panel": each lamp lit by a tap, and the button that was pressed last.

import { drawInto, h } from "../dom.js";
import { words } from "../words.js";

export function panel({ panel: slip, deed }) {
  const part = (selector) => slip.querySelector(selector);
  let facts = null;

  part("[data-start]").addEventListener("click", () => deed("start"));
  part("[data-stop]").addEventListener("click", () => deed("stop"));
  part("[data-walk]").addEventListener("click", () => {
    const wired = facts.wired.flatMap((there, lamp) => (there ? [lamp] : []));
    deed("light", { lamp: wired.find((lamp) => lamp > (facts.lit ?? -1)) ?? wired[0] });
  });
  part("[data-row]").addEventListener("click", (event) => {
    const lamp = event.target.closest("[data-lamp]");
    const button = event.target.closest("[data-button]");
    if (lamp) deed("light", { lamp: Number(lamp.dataset.lamp) });
    if (button) deed("press", { button: Number(button.dataset.button) });
  });

  function draw() {
    const { tried, onScreen, wired, lit, seen, pressed, last } = facts;
    part("[data-wired]").hidden = onScreen;
    part("[data-screen]").hidden = !onScreen;
    part("[data-start]").hidden = tried;
    part("[data-stop]").hidden = !tried;
    part("[data-walk]").hidden = !tried || !wired.includes(true);
    part("[data-last]").textContent = last === null ? "" : words.trialPressed(last + 1);
    drawInto(
      part("[data-row]"),
      wired.map((there, index) =>
        h(
          "li",
          { "data-key": index, class: index === last ? "last" : null },
          there
            ? h(
                "button",
                {
                  type: "button",
                  class: ["light", index === lit && "is-lit", seen.includes(index) && "seen"].filter(Boolean).join(" "),
                  disabled: !tried,
                  "aria-label": words.trialLamp(index + 1, index === lit),
                  "aria-pressed": String(index === lit),
                  "data-lamp": index,
                },
                h("span", { class: "lamp", "aria-hidden": "true" }),
              )
            : h("span", { class: "light" }, words.trialNoLamp),
          h(
            "button",
            {
              type: "button",
              class: pressed.includes(index) ? "push seen" : "push",
              disabled: !tried,
              "aria-label": words.trialButton(index + 1, pressed.includes(index)),
              "data-button": index,
            },
            h("span", { class: "cap", "aria-hidden": "true" }, String(index + 1)),
          ),
        ),
      ),
    );
  }

  return {
    every: 500,
    draw(step) {
      facts = step.facts;
      draw();
    },
    leave() {
      if (facts?.tried) deed("stop");
    },
  };
}
