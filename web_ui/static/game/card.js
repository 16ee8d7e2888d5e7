// The scorecard: one row a box, one column a player. An open box of the player to move shows what the dice are worth.
// room.js says in which form it is drawn; as tiles, the sheet lays out the same rows side by side.

/** @import { BoxRow, GameData, Row, Seat } from "../lib/views.js" */
/** @import { CardForm } from "./room.js" */
/** @import { GameView } from "./state.js" */

import { classes, h } from "../lib/dom.js";
import { signed, words } from "../lib/words.js";
import { boxCell } from "./cell.js";
import { clock } from "./clock.js";
import { columnOfSlots, halves, slots, tableWidth } from "./room.js";

/** @import { AdvisedBox } from "./advised.js" */

/**
 * Taps half done: the box tapped once that waits for the second tap, and whether boxes are struck instead of written;
 * and the tap that the coach advises.
 * @typedef {{ confirming: string | null, striking: boolean, advised?: AdvisedBox | null }} Taps
 */

/**
 * @param {GameView} view
 * @param {Taps} taps
 * @param {CardForm} form
 */
export function card({ game }, taps, form) {
  const parts = form.kind === "halves" ? halves(game) : [game.rows];
  const most = Math.max(...parts.map((rows) => count(rows, "box")));
  const thin = Math.max(...parts.map((rows, index) => rows.length - count(rows, "box") + (index ? feet(game) - 1 : 0)));
  const each = slots(game.rows);
  const column = each > 1 ? columnOfSlots(each, form.slot) : form.column;
  return h(
    "div",
    {
      class: classes("cards", `is-${form.kind}`, each > 1 && "has-slots"),
      "data-seats": game.players.length,
      style: {
        "--rows": most,
        "--thin": thin,
        "--slots": each,
        "--title": `${form.title}rem`,
        "--column": `${column}rem`,
        "--width": `${tableWidth(game, form)}rem`,
        "--slot": `${form.slot}rem`,
      },
    },
    parts.map((rows, index) => table(game, rows, taps, { first: index === 0, last: index === parts.length - 1 })),
  );
}

/** @param {Row[]} rows @param {Row["kind"]} kind */
const count = (rows, kind) => rows.filter((row) => row.kind === kind).length;
/** @param {GameData} game */
const feet = (game) => (game.players[0].points === null ? 1 : 2);

/**
 * @param {GameData} game
 * @param {Row[]} rows
 * @param {Taps} taps
 * @param {{ first: boolean, last: boolean }} half
 */
function table(game, rows, taps, { first, last }) {
  return h(
    "table",
    { class: first ? "card" : "card second" },
    h("caption", { class: "visually-hidden" }, game.title),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h(
          "th",
          { class: "corner", scope: "col" },
          first ? game.title : h("span", { class: "visually-hidden" }, game.title),
        ),
        game.players.map((player, seat) =>
          h(
            "th",
            { scope: "col", class: seatClass(game, seat, "seat"), style: seatStyle(player) },
            h("span", { class: "name" }, player.name),
            seat === game.current && h("span", { class: "visually-hidden" }, ` (${words.toMove})`),
            first && clock(player, seat === game.current && game.clockRuns),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((shown, index) => row(game, shown, taps, index > 0 && rows[index - 1].section !== shown.section)),
    ),
    last && h("tfoot", {}, foot(game)),
  );
}

/**
 * @param {GameData} game
 * @param {Row} shown
 * @param {Taps} taps
 * @param {boolean} opens whether a section begins with it
 */
function row(game, shown, taps, opens) {
  switch (shown.kind) {
    case "box":
      return boxRow(game, shown, taps, opens);
    case "sum":
      return thinRow(game, "sum", words.sum, shown.cells, (cell) => [
        h("span", {}, signed(cell.points ?? 0)),
        cell.par !== null && h("span", { class: "par" }, words.par(cell.par)),
      ]);
    case "bonus":
      return thinRow(game, "bonus", shown.title, shown.cells, (cell) => signed(cell.points));
    case "award":
      return thinRow(game, "bonus", shown.title, shown.cells, (cell) => words.plus(cell.points));
  }
}

/**
 * @param {GameData} game
 * @param {BoxRow} shown
 * @param {Taps} taps
 * @param {boolean} opens
 */
function boxRow(game, shown, taps, opens) {
  return h(
    "tr",
    { class: opens ? "opens-section" : null, "data-key": shown.box },
    h(
      "th",
      { scope: "row" },
      h("span", { class: "title", "aria-hidden": shown.called === shown.title ? null : "true" }, inRuns(shown.title)),
      shown.called !== shown.title && h("span", { class: "visually-hidden" }, shown.called),
      h("span", { class: "hint" }, shown.hint),
      shown.award && h("span", { class: "hint" }, shown.award),
    ),
    shown.cells.map((cell, seat) =>
      h(
        "td",
        { class: seatClass(game, seat, "cell"), style: seatStyle(game.players[seat]) },
        boxCell(game, shown, cell, seat, taps),
      ),
    ),
  );
}

/**
 * A title in which the numbers of a straight, such as 1-2-3, stay together where the line breaks.
 * @param {string} title
 */
const inRuns = (title) =>
  title.split(/(\d(?:[-–]\d)+)/).map((part, index) => (index % 2 ? h("span", { class: "run" }, part) : part));

/**
 * A row that nobody taps.
 * @template Cell
 * @param {GameData} game
 * @param {string} kind
 * @param {string} title
 * @param {Cell[]} cells
 * @param {(cell: Cell) => import("../lib/dom.js").Child} content
 */
function thinRow(game, kind, title, cells, content) {
  return h(
    "tr",
    { class: `thin ${kind}` },
    h("th", { scope: "row" }, title),
    cells.map((cell, seat) =>
      h("td", { class: seatClass(game, seat, ""), style: seatStyle(game.players[seat]) }, content(cell)),
    ),
  );
}

/** @param {GameData} game */
function foot(game) {
  const rows = [
    h(
      "tr",
      { class: "totals" },
      h("th", { scope: "row" }, words.total),
      totals(game, (player) => signed(player.total)),
    ),
  ];
  if (feet(game) > 1) {
    rows.push(
      h(
        "tr",
        { class: "totals points" },
        h("th", { scope: "row" }, words.points),
        totals(game, (player) => words.plus(player.points ?? 0)),
      ),
    );
  }
  return rows;
}

/** @param {GameData} game @param {(player: Seat) => string} text */
const totals = (game, text) =>
  game.players.map((player, seat) =>
    h("td", { class: seatClass(game, seat, ""), style: seatStyle(player) }, h("output", {}, text(player))),
  );

/**
 * @param {GameData} game
 * @param {number} seat
 * @param {string} base
 */
function seatClass(game, seat, base) {
  const winner = game.finished && game.winners.includes(game.players[seat].name);
  return classes(base, seat === game.current && "is-current", winner && "is-winner") || null;
}

/** @param {Seat} player */
const seatStyle = (player) => ({ "--seat": player.colour, "--seat-ink": player.ink });
