// Below the panel: the few things one can do now.

/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { words } from "../lib/words.js";

/**
 * The buttons, from left to right. `hand` holds the faces entered by hand so far, null where none are entered;
 * `striking`: boxes are struck, not written.
 * @param {GameView} view
 * @param {(number | null)[] | null} hand
 * @param {boolean} striking
 */
export function controls(view, hand, striking) {
  if (view.phase === "over") {
    return [
      button("undo", words.undo, { disabled: !view.can.undo }),
      view.game.finished && button("analysis", words.analysis),
      button("new-game", words.newGame, { primary: true }),
    ];
  }
  if (hand !== null) {
    return [
      view.phase === "lost"
        ? button("undo", words.undo, { disabled: !view.can.undo })
        : button("hand-close", words.handCancel),
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

/** @param {GameView} view */
function throwLabel(view) {
  if (view.question !== null) return view.question.rethrow ? words.throwSome(view.question.rethrow) : words.throwAgain;
  const loose = view.places.filter((place) => place.state !== "lying" || !place.held).length;
  return view.phase === "throw" ? words.throwAll : words.throwSome(loose);
}

/**
 * Whether a box may be struck in which the dice would score; where they do not, the box offers its 0 by itself.
 * @param {GameView} view
 */
function mayStrike({ game }) {
  return game.rows.some((row) => row.kind === "box" && row.cells.some((cell) => cell.strike && cell.tap === "write"));
}

/**
 * @param {string} action
 * @param {string} label
 * @param {{ primary?: boolean, disabled?: boolean, pressed?: boolean | null }} [options]
 */
function button(action, label, { primary = false, disabled = false, pressed = null } = {}) {
  return h(
    "button",
    {
      class: primary ? "button primary" : "button",
      type: "button",
      "data-do": action,
      "data-key": action,
      "aria-pressed": pressed === null ? null : String(pressed),
      disabled,
    },
    label,
  );
}
