// The step "panel": each lamp lit by a tap, and the button that was pressed last.

/** @import { PanelFacts, StepData } from "./views.js" */
/** @import { Tools } from "./steps.js" */

import { around, classes, drawInto, find, h } from "../lib/dom.js";
import { words } from "../lib/words.js";

/** @param {Tools} tools */
export function panel({ panel: card, act }) {
  /** @param {string} selector */
  const part = (selector) => find(card, selector);
  /** @type {PanelFacts | null} */
  let facts = null;

  part("[data-start]").addEventListener("click", () => act("start"));
  part("[data-stop]").addEventListener("click", () => act("stop"));
  part("[data-next-lamp]").addEventListener("click", () => {
    if (facts === null) return;
    const { lit } = facts;
    const wired = facts.wired.flatMap((there, lamp) => (there ? [lamp] : []));
    act("light", { lamp: wired.find((lamp) => lamp > (lit ?? -1)) ?? wired[0] });
  });
  part("[data-row]").addEventListener("click", (event) => {
    const lamp = around(event, "[data-lamp]");
    const button = around(event, "[data-button]");
    if (lamp) act("light", { lamp: Number(lamp.dataset.lamp) });
    if (button) act("press", { button: Number(button.dataset.button) });
  });

  /** @param {PanelFacts} facts */
  function draw({ tried, onScreen, wired, lit, seen, pressed, last }) {
    part("[data-wired]").hidden = onScreen;
    part("[data-screen]").hidden = !onScreen;
    part("[data-start]").hidden = tried;
    part("[data-stop]").hidden = !tried;
    part("[data-next-lamp]").hidden = !tried || !wired.includes(true);
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
                  class: classes("lamp-button", index === lit && "is-lit", seen.includes(index) && "seen"),
                  disabled: !tried,
                  "aria-label": words.trialLamp(index + 1, index === lit),
                  "aria-pressed": String(index === lit),
                  "data-lamp": index,
                },
                h("span", { class: "lamp", "aria-hidden": "true" }),
              )
            : h("span", { class: "lamp-button" }, words.trialNoLamp),
          h(
            "button",
            {
              type: "button",
              class: pressed.includes(index) ? "panel-button seen" : "panel-button",
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
    /** @param {StepData} step */
    draw(step) {
      facts = /** @type {PanelFacts} */ (step.facts);
      draw(facts);
    },
    leave() {
      if (facts?.tried) act("stop");
    },
  };
}
