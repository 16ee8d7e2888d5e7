// Below the panel: the few things one can do now.

/** @import { GameView } from "./state.js" */

import { advising } from "../lib/advising.js";
import { h } from "../lib/dom.js";
import { endings } from "../lib/endings.js";
import { words } from "../lib/words.js";
import { advised, throwNow } from "./advised.js";

/**
 * The buttons, from left to right. `hand` holds the faces entered by hand so far, null where none are entered;
 * `striking`: boxes are struck, not written.
 * @param {GameView} view
 * @param {(number | null)[] | null} hand
 * @param {boolean} striking
 */
export function controls(view, hand, striking) {
  if (view.phase === "over") {
    const again = view.game.finished && view.game.players.length > 1 ? endings.rematch : endings.playAgain;
    return [
      view.can.undo && button("undo", cutShort(view) ? endings.goOn : words.undo),
      view.coach.mayAnalyse && button("analysis", advising.analysis),
      button("new-game", endings.newPlayers),
      button("rematch", again, { primary: true }),
    ];
  }
  if (view.phase === "paused") {
    return [
      button("undo", words.undo, { disabled: !view.can.undo }),
      button("go-on", words.goOn, { primary: true, disabled: !view.can.pause }),
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
  const best = advised(view);
  const next = throwNow(view);
  const keep = next.keep === null ? null : next.keep.join(",");
  const asking = view.phase === "question"; // what settles it stands next to the question
  return [
    button("undo", words.undo, { disabled: !view.can.undo }),
    mayStrike(view) && button("strike", striking ? words.writeInstead : words.strikeInstead, { pressed: striking }),
    !asking && view.can.accept && button("accept", words.accept, { primary: true }),
    !asking && view.can.throw && button("throw", next.label, { primary: next.primary, keep }),
    // After the last throw its place stays empty: a finger that taps once too often ends no turn.
    view.can.stand && !view.can.throw && h("span", { class: "button no-throw", "data-key": "no-throw" }),
    view.can.stand && button("stand", words.stand, { primary: best === null ? !view.can.throw : best.do === "stand" }),
  ];
}

/**
 * Whether the game ended before it was played out, so that undoing its end goes on with it.
 * @param {GameView} view
 */
const cutShort = ({ game }) => game.abandoned || game.outOfTime !== null;

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
 * @param {{ primary?: boolean, disabled?: boolean, pressed?: boolean | null, keep?: string | null }} [options]
 */
export function button(action, label, { primary = false, disabled = false, pressed = null, keep = null } = {}) {
  return h(
    "button",
    {
      class: primary ? "button primary" : "button",
      type: "button",
      "data-do": action,
      "data-key": action,
      "data-keep": keep,
      "aria-pressed": pressed === null ? null : String(pressed),
      disabled,
    },
    label,
  );
}
