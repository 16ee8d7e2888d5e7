// One cell of the card: what is written, with the photo behind it, and what the dice now offer, to write or to strike.

import { h } from "./dom.js";
import { words } from "./words.js";

const WIDE_SEATS = 2; // columns in which every slot of a box has a finger's width; more show those of who is to move

export function boxCell(view, row, cell, seat, taps) {
  if (row.slots === 1) return cell.slots.length > 0 ? written(view, row, cell, seat, 0) : open(row, cell, taps);
  const wide = view.game.players.length <= WIDE_SEATS || seat === view.game.current;
  return h("div", { class: wide ? "slots" : "slots narrow" }, wide ? slots(view, row, cell, seat, taps) : marks(view, row, cell, seat), sum(cell));
}

function slots(view, row, cell, seat, taps) {
  return Array.from({ length: row.slots }, (_, slot) => {
    if (slot < cell.slots.length) return written(view, row, cell, seat, slot);
    return (slot === cell.slots.length && open(row, cell, taps)) || h("span", { class: "blank", "aria-hidden": "true" });
  });
}

/** All slots of a box in one button, small: a tap shows their photos. */
function marks(view, row, cell, seat) {
  const said = `${words.written(cell.points ?? 0, row.title, view.game.players[seat].name)}; ${words.seePhoto}`;
  const shown = Array.from({ length: row.slots }, (_, slot) => h("span", {}, cell.slots[slot] ? mark(cell.slots[slot]) : "·"));
  if (!cell.slots.some((slot) => slot.photo)) return h("span", { class: "marks-small" }, shown);
  const attributes = { class: "marks-small", type: "button", "data-do": "photo", "data-box": row.box, "data-seat": seat, "aria-label": said };
  return h("button", attributes, shown);
}

function sum(cell) {
  return h(
    "span",
    { class: "row-sum" },
    h("span", { class: "aside" }, `${words.sum} `),
    h("b", {}, cell.points === null ? "" : String(cell.points)),
    cell.award ? h("span", { class: "medal" }, words.plus(cell.award)) : null,
  );
}

function written(view, row, cell, seat, slot) {
  const entry = cell.slots[slot];
  const said = words.written(entry.points, row.title, view.game.players[seat].name);
  const shown = [mark(entry), entry.extra > 0 && extra(entry.extra)];
  if (!entry.photo) return h("span", { class: "ink", "aria-label": said, role: "img" }, shown);
  return h(
    "button",
    {
      class: "ink",
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

const mark = (entry) => (entry.struck ? "—" : entry.mark);
const extra = (points) => h("small", { class: "extra" }, `+${points}`);

/** What a tap on an open box does now; nothing where it is not this player's turn to write. */
function open(row, cell, taps) {
  if (cell.tap === null && cell.why) return barred(row, cell.why);
  if (cell.tap === null) return null;
  if (taps.striking) return cell.strike ? closing(row, cell, taps, true) : barred(row, cell.whyNoStrike);
  if (cell.tap !== "write") return closing(row, cell, taps, cell.tap === "strike");
  return h(
    "button",
    {
      class: cell.offer.startsWith("−") ? "offer minus" : "offer",
      type: "button",
      "data-do": "write",
      "data-box": row.box,
      "aria-label": words.write(cell.offer, row.title, cell.extra),
    },
    cell.offer,
    cell.extra > 0 && extra(cell.extra),
  );
}

/** A box closed for 0 is asked twice, whether it scores nothing or is struck though it would score. */
function closing(row, cell, taps, strikes) {
  const doubted = taps.doubted === row.box;
  const asks = strikes ? words.strike(row.title) : words.zero(row.title);
  const sure = strikes ? words.sureStrike : words.sure;
  const label = strikes ? words.sureStrikeLabel(row.title) : words.sureLabel(row.title);
  return h(
    "button",
    {
      class: ["offer", "nothing", strikes && "strikes", doubted && "doubted"].filter(Boolean).join(" "),
      type: "button",
      "data-do": doubted ? "write" : "doubt",
      "data-box": row.box,
      "data-strike": String(strikes),
      "aria-label": doubted ? label : asks,
    },
    doubted ? sure : strikes ? "—" : "0",
    cell.extra > 0 && !doubted && extra(cell.extra),
  );
}

function barred(row, why) {
  return h(
    "button",
    { class: "barred", type: "button", "data-do": "why", "data-why": why, "aria-label": words.whyNot(row.title) },
    h("span", { "aria-hidden": "true" }, "?"),
  );
}
