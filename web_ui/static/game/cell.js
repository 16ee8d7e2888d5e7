// One cell of the card: what is written, with the photo behind it, and what the dice now offer, to write or to strike.

/** @import { BoxRow, Cell, GameData, Slot } from "../lib/views.js" */
/** @import { Taps } from "./card.js" */

import { advising } from "../lib/advising.js";
import { classes, h } from "../lib/dom.js";
import { words } from "../lib/words.js";

// A button that offers a score never becomes the one that shows its photo: a second Enter would open it.
const OFFER = "offer";
const WIDE_SEATS = 2; // columns in which every slot of a box has a finger's width; more show those of who is to move

/**
 * @param {GameData} game
 * @param {BoxRow} row
 * @param {Cell} cell
 * @param {number} seat
 * @param {Taps} taps
 */
export function boxCell(game, row, cell, seat, taps) {
  if (row.slots === 1) return cell.slots.length > 0 ? written(game, row, cell, seat, 0) : open(row, cell, taps);
  const wide = game.players.length <= WIDE_SEATS || seat === game.current;
  return h(
    "div",
    { class: wide ? "slots" : "slots narrow" },
    wide ? slots(game, row, cell, seat, taps) : marks(game, row, cell, seat),
    sum(cell),
  );
}

/**
 * @param {GameData} game
 * @param {BoxRow} row
 * @param {Cell} cell
 * @param {number} seat
 * @param {Taps} taps
 */
function slots(game, row, cell, seat, taps) {
  return Array.from({ length: row.slots }, (_, slot) => {
    if (slot < cell.slots.length) return written(game, row, cell, seat, slot);
    return (
      (slot === cell.slots.length && open(row, cell, taps)) ||
      h("span", { class: "blank", "aria-hidden": "true", "data-key": slot }) // it stays where it is beside an offer
    );
  });
}

/**
 * All slots of a box in one button, small: a tap shows their photos.
 * @param {GameData} game
 * @param {BoxRow} row
 * @param {Cell} cell
 * @param {number} seat
 */
function marks(game, row, cell, seat) {
  const said = `${words.written(cell.points ?? 0, row.called, game.players[seat].name)}; ${words.seePhoto}`;
  const shown = Array.from({ length: row.slots }, (_, slot) =>
    h("span", {}, cell.slots[slot] ? mark(cell.slots[slot]) : "·"),
  );
  if (!cell.slots.some((slot) => slot.photo)) return h("span", { class: "marks-button" }, shown);
  const attributes = {
    class: "marks-button",
    type: "button",
    "data-do": "photo",
    "data-box": row.box,
    "data-seat": seat,
    "aria-label": said,
  };
  return h("button", attributes, shown);
}

/** @param {Cell} cell */
function sum(cell) {
  return h(
    "span",
    { class: "row-sum", "data-key": "sum" },
    h("span", { class: "visually-hidden" }, `${words.sum} `),
    h("b", {}, cell.points === null ? "" : String(cell.points)),
    cell.award ? h("span", { class: "award" }, words.plus(cell.award)) : null,
  );
}

/**
 * @param {GameData} game
 * @param {BoxRow} row
 * @param {Cell} cell
 * @param {number} seat
 * @param {number} slot
 */
function written(game, row, cell, seat, slot) {
  const entry = cell.slots[slot];
  const said = words.written(entry.points, row.called, game.players[seat].name);
  const shown = [mark(entry), entry.extra > 0 && extra(entry.extra)];
  if (!entry.photo) return h("span", { class: "written", "aria-label": said, role: "img" }, shown);
  return h(
    "button",
    {
      class: "written",
      type: "button",
      "data-do": "photo",
      "data-box": row.box,
      "data-seat": seat,
      "data-slot": slot,
      "aria-label": `${said}; ${words.seePhoto}`,
    },
    shown,
  );
}

/** @param {Slot} entry */
const mark = (entry) => (entry.struck ? "—" : entry.mark);
/** @param {number} points */
const extra = (points) => h("small", { class: "extra" }, `+${points}`);

/**
 * What a tap on an open box does now; nothing where it is not this player's turn to write.
 * @param {BoxRow} row
 * @param {Cell} cell
 * @param {Taps} taps
 */
function open(row, cell, taps) {
  if (cell.tap === null && cell.why) return blocked(row, cell.why);
  if (cell.tap === null) return null;
  if (taps.striking) return cell.strike ? closing(row, cell, taps, true) : blocked(row, cell.whyNoStrike);
  const offer = cell.offer ?? "";
  if (cell.tap !== "write") return closing(row, cell, taps, cell.tap === "strike");
  const best = isAdvised(row, taps, false);
  const label = words.write(offer, row.called, cell.extra);
  return h(
    "button",
    {
      class: classes("offer", offer.startsWith("−") && "minus", best && "is-advised"),
      type: "button",
      "data-key": OFFER,
      "data-do": "write",
      "data-box": row.box,
      "aria-label": best ? advising.advised(label) : label,
    },
    offer,
    cell.extra > 0 && extra(cell.extra),
  );
}

/**
 * A box closed for 0 is asked twice, whether it scores nothing or is struck though it would score.
 * @param {BoxRow} row
 * @param {Cell} cell
 * @param {Taps} taps
 * @param {boolean} strikes
 */
function closing(row, cell, taps, strikes) {
  const confirming = taps.confirming === row.box;
  const asks = strikes ? words.strike(row.called) : words.zero(row.called);
  const sure = strikes ? words.sureStrike : words.sure;
  const label = strikes ? words.sureStrikeLabel(row.called) : words.sureLabel(row.called);
  const best = isAdvised(row, taps, strikes);
  return h(
    "button",
    {
      class: classes("offer", "nothing", strikes && "strikes", confirming && "confirming", best && "is-advised"),
      type: "button",
      "data-key": OFFER,
      "data-do": confirming ? "write" : "confirm",
      "data-box": row.box,
      "data-strike": String(strikes),
      "aria-label": confirming ? label : best ? advising.advised(asks) : asks,
    },
    confirming ? sure : strikes ? "—" : "0",
    cell.extra > 0 && !confirming && extra(cell.extra),
  );
}

/**
 * Whether the coach would close this box, and so.
 * @param {BoxRow} row
 * @param {Taps} taps
 * @param {boolean} strikes
 */
const isAdvised = (row, { advised }, strikes) => advised?.box === row.box && advised.strikes === strikes;

/** @param {BoxRow} row @param {string} why */
function blocked(row, why) {
  return h(
    "button",
    {
      class: "blocked",
      type: "button",
      "data-key": OFFER,
      "data-do": "why",
      "data-why": why,
      "aria-label": words.whyNot(row.called),
    },
    h("span", { "aria-hidden": "true" }, "?"),
  );
}
