// What the message above the dice offers: a button, right below it, for each thing that it names and that can be done.

/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { throwNow } from "./advised.js";
import { button } from "./controls.js";

/**
 * The buttons in a row, or nothing where the message needs none.
 * @param {GameView} view
 * @param {boolean} [byHand] faces are being entered by hand already
 */
export function ways(view, byHand = false) {
  const { can, question, setup } = view;
  const asking = question !== null && !byHand;
  const naming = view.places.some((place) => place.state === "unsure" && place.asked);
  const holding = asking && question.hold.length > 0;
  const offered = [
    asking && question.hold.map((die, index) => hold(die, question.dice[index], index === 0)),
    asking && can.accept && button("accept", words.accept, { primary: !naming && !holding }),
    asking && can.throw && button("throw", throwNow(view).label, { primary: !naming && !holding && !can.accept }),
    !byHand && can.enter && button("hand-open", words.byHand, { primary: setup === "camera" }),
    setup !== "" && h("a", { class: "button", href: `/setup#${setup}`, "data-key": "setup" }, words.putRight(setup)),
  ];
  return offered.flat().some(Boolean) && h("div", { class: "ways" }, offered);
}

/**
 * @param {number} die of the game's roll
 * @param {number} place where it lies now
 * @param {boolean} primary
 */
function hold(die, place, primary) {
  const held = button("hold-asked", words.holdDie(place + 1), { primary });
  held.dataset.die = String(die);
  held.dataset.key = `hold-${die}`;
  return held;
}
