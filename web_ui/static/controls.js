// Below the felt: the mirrored button panel, and the few things one can do now.

import { h } from "./dom.js";
import { words } from "./words.js";

/** The panel has a button a die, as far as the game has dice; a die beyond the last button is held by a tap on it. */
export function panel(view) {
  const { name } = view.panel;
  const dice = view.game.dice;
  const lamps = view.panel.lamps.slice(0, dice);
  return [
    h("p", { class: "engraved", id: "panel-name" }, name),
    h(
      "ol",
      { class: dice > 5 ? "buttons many" : "buttons", style: { "--places": dice } },
      lamps.map((lit, index) =>
        h(
          "li",
          { "data-key": `button-${index}` },
          h(
            "button",
            {
              class: lit ? "push is-lit" : view.panel.hinted[index] ? "push is-hinted" : "push",
              type: "button",
              "data-do": "press",
              "data-button": index,
              "aria-label": words.button(index + 1, lit, view.panel.hinted[index]),
            },
            h("span", { class: "lamp", "aria-hidden": "true" }),
            h("span", { class: "cap", "aria-hidden": "true" }, String(index + 1)),
          ),
        ),
      ),
      Array.from({ length: dice - lamps.length }, (_, index) =>
        h("li", { class: "no-button", "data-key": `button-${lamps.length + index}` }, words.noButton),
      ),
    ),
  ];
}

export function actions(view, hand, striking) {
  if (view.phase === "over") {
    return [
      button("undo", words.undo, { disabled: !view.can.undo }),
      view.game.finished && button("analysis", words.analysis),
      button("new-game", words.newGame, { primary: true }),
    ];
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
    mayStrike(view) && button("strike", striking ? words.writeInstead : words.strikeInstead, { pressed: striking }),
    view.can.accept && button("accept", words.accept, { primary: true }),
    view.can.throw && button("throw", throwLabel(view), { primary: !asking || !view.can.accept }),
    view.can.stand && button("stand", words.stand, { primary: !view.can.throw }),
  ];
}

function throwLabel(view) {
  if (view.question !== null) return view.question.rethrow ? words.throwSome(view.question.rethrow) : words.throwAgain;
  const loose = view.places.filter((place) => !place.held).length;
  return view.phase === "throw" ? words.throwAll : words.throwSome(loose);
}

/** Whether a box may be struck in which the dice would score; where they do not, the box offers its 0 by itself. */
function mayStrike({ game }) {
  return game.rows.some((row) => row.kind === "box" && row.cells.some((cell) => cell.strike && cell.tap === "write"));
}

function button(action, label, { primary = false, disabled = false, pressed = null } = {}) {
  return h(
    "button",
    { class: primary ? "act primary" : "act", type: "button", "data-do": action, "data-key": action, "aria-pressed": pressed === null ? null : String(pressed), disabled },
    label,
  );
}
