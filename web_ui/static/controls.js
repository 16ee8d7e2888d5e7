// Below the felt: the mirrored button panel, and the few things one can do now.

import { h } from "./dom.js";
import { words } from "./words.js";

export function panel(view) {
  const { name, lamps } = view.panel;
  return [
    h("p", { class: "engraved", id: "panel-name" }, name),
    h(
      "ol",
      { class: "buttons", style: { "--places": lamps.length } },
      lamps.map((lit, index) =>
        h(
          "li",
          { "data-key": `button-${index}` },
          h(
            "button",
            {
              class: lit ? "push is-lit" : "push",
              type: "button",
              "data-do": "press",
              "data-button": index,
              "aria-label": words.button(index + 1, lit),
            },
            h("span", { class: "lamp", "aria-hidden": "true" }),
            h("span", { class: "cap", "aria-hidden": "true" }, String(index + 1)),
          ),
        ),
      ),
    ),
  ];
}

export function actions(view, hand) {
  if (view.phase === "over") {
    return [button("undo", words.undo, { disabled: !view.can.undo }), button("new-game", words.newGame, { primary: true })];
  }
  if (hand !== null) {
    return [
      view.phase === "lost" ? button("undo", words.undo, { disabled: !view.can.undo }) : button("hand-close", words.handCancel),
      button("hand-done", words.handDone, { primary: true, disabled: hand.includes(null) }),
    ];
  }
  const asking = view.phase === "question";
  return [
    button("undo", words.undo, { disabled: !view.can.undo }),
    view.can.enter && button("hand-open", words.byHand),
    view.can.accept && button("accept", words.accept, { primary: true }),
    view.can.throw && button("throw", throwLabel(view), { primary: !asking || !view.can.accept }),
  ];
}

function throwLabel(view) {
  if (view.phase === "question") return words.throwAgain;
  const loose = view.places.filter((place) => !place.held).length;
  return view.phase === "throw" ? words.throwAll : words.throwSome(loose);
}

function button(action, label, { primary = false, disabled = false } = {}) {
  return h(
    "button",
    { class: primary ? "act primary" : "act", type: "button", "data-do": action, "data-key": action, disabled },
    label,
  );
}
