// The scorecard: one row a box, one column a player. An open box of the player to move shows what the dice are worth.
// A card too long for the height of a tablet is laid out in two halves, the upper section beside the lower one.

import { boxCell } from "./cell.js";
import { clock } from "./clock.js";
import { h } from "./dom.js";
import { signed, words } from "./words.js";

const LONGEST = 14; // rows of a finger's height that a tablet shows under one another, besides head and foot
const THIN = 0.7; // of such a row: a sum or a bonus, which nobody taps
const HALVES_SEATS = 4; // more columns than these leave no room for a second half

/** Whether the screen has room beside the dice for two halves; on a phone the card is one column to scroll. */
export const room = matchMedia("(width > 760px)");

/** `taps.doubted` is the box tapped once that waits for the second tap; `taps.striking`: boxes are struck instead. */
export function card(view, taps) {
  const { game } = view;
  const halves = inHalves(game);
  const most = Math.max(...halves.map((rows) => count(rows, "box")));
  const thin = Math.max(...halves.map((rows, index) => rows.length - count(rows, "box") + (index ? feet(game) - 1 : 0)));
  const slots = Math.max(...game.rows.map((row) => row.slots ?? 1));
  return h(
    "div",
    {
      class: ["cards", halves.length > 1 && "is-halved", slots > 1 && "has-slots"].filter(Boolean).join(" "),
      "data-seats": game.players.length,
      style: { "--rows": most, "--thin": thin, "--slots": slots },
    },
    halves.map((rows, index) => table(view, rows, taps, { first: index === 0, last: index === halves.length - 1 })),
  );
}

const count = (rows, kind) => rows.filter((row) => row.kind === kind).length;
const feet = (game) => (game.players[0].points === null ? 1 : 2);

function inHalves(game) {
  const { rows } = game;
  const boxes = count(rows, "box");
  const upper = rows.filter((row) => row.section === "upper");
  const long = boxes + THIN * (rows.length - boxes) > LONGEST;
  if (!long || !room.matches || upper.length === 0 || game.players.length > HALVES_SEATS) return [rows];
  return [upper, rows.filter((row) => row.section !== "upper")];
}

function table(view, rows, taps, { first, last }) {
  const { game } = view;
  return h(
    "table",
    { class: first ? "card" : "card second" },
    h("caption", { class: "aside" }, game.title),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "corner", scope: "col" }, first ? game.title : ""),
        game.players.map((player, seat) =>
          h(
            "th",
            { scope: "col", class: seatClass(view, seat, "seat"), style: seatStyle(player) },
            h("span", { class: "name" }, player.name),
            seat === game.current && h("span", { class: "aside" }, ` (${words.toMove})`),
            first && clock(player, seat === game.current),
          ),
        ),
      ),
    ),
    h("tbody", {}, rows.map((row, index) => ROWS[row.kind](view, row, taps, index > 0 && rows[index - 1].section !== row.section))),
    last && h("tfoot", {}, foot(view)),
  );
}

const ROWS = {
  box: (view, row, taps, opens) =>
    h(
      "tr",
      { class: opens ? "opens-section" : null, "data-key": row.box },
      h(
        "th",
        { scope: "row" },
        h("span", { class: "title" }, row.title),
        h("span", { class: "hint" }, row.hint),
        row.award && h("span", { class: "hint" }, row.award),
      ),
      row.cells.map((cell, seat) =>
        h("td", { class: seatClass(view, seat, "cell"), style: seatStyle(view.game.players[seat]) }, boxCell(view, row, cell, seat, taps)),
      ),
    ),
  sum: (view, row) =>
    thinRow(view, "sum", words.sum, row.cells, (cell) => [
      h("span", {}, signed(cell.points)),
      cell.par !== null && h("span", { class: "par" }, words.par(cell.par)),
    ]),
  bonus: (view, row) => thinRow(view, "bonus", row.title, row.cells, (cell) => signed(cell.points)),
  award: (view, row) => thinRow(view, "bonus", row.title, row.cells, (cell) => words.plus(cell.points)),
};

function thinRow(view, kind, title, cells, shown) {
  return h(
    "tr",
    { class: `thin ${kind}` },
    h("th", { scope: "row" }, title),
    cells.map((cell, seat) => h("td", { class: seatClass(view, seat, ""), style: seatStyle(view.game.players[seat]) }, shown(cell))),
  );
}

function foot(view) {
  const { game } = view;
  const rows = [h("tr", { class: "totals" }, h("th", { scope: "row" }, words.total), totals(view, (player) => signed(player.total)))];
  if (feet(game) > 1) {
    rows.push(h("tr", { class: "totals points" }, h("th", { scope: "row" }, words.points), totals(view, (player) => words.plus(player.points))));
  }
  return rows;
}

const totals = (view, text) =>
  view.game.players.map((player, seat) =>
    h("td", { class: seatClass(view, seat, ""), style: seatStyle(player) }, h("output", {}, text(player))),
  );

function seatClass(view, seat, base) {
  const winner = view.game.finished && view.game.winners.includes(view.game.players[seat].name);
  return [base, seat === view.game.current && "is-current", winner && "is-winner"].filter(Boolean).join(" ") || null;
}

const seatStyle = (player) => ({ "--seat": player.colour, "--seat-ink": player.ink });
