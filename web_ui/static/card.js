// The scorecard: one row a box, one column a player. An open box of the player to move shows what the dice are worth.

import { h } from "./dom.js";
import { words } from "./words.js";

/** `doubted` is the box that was tapped once for a 0 and waits for the second tap. */
export function card(view, doubted) {
  const { game } = view;
  return h(
    "table",
    { class: "card", "data-seats": game.players.length },
    h("caption", { class: "aside" }, game.title),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "corner", scope: "col" }, game.title),
        game.players.map((player, seat) =>
          h(
            "th",
            { scope: "col", class: seatClass(view, seat, "seat"), style: seatStyle(player) },
            h("span", { class: "name" }, player.name),
            seat === game.current && h("span", { class: "aside" }, ` (${words.toMove})`),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      game.rows.map((row, index) => boxRow(view, row, index, doubted)),
    ),
    h(
      "tfoot",
      {},
      game.bonuses.map((bonus) =>
        h("tr", { class: "bonus" }, h("th", { scope: "row" }, bonus.title), bonus.points.map((points) => h("td", {}, String(points)))),
      ),
      h(
        "tr",
        { class: "totals" },
        h("th", { scope: "row" }, words.total),
        game.players.map((player, seat) =>
          h("td", { class: seatClass(view, seat, ""), style: seatStyle(player) }, h("output", {}, String(player.total))),
        ),
      ),
    ),
  );
}

function boxRow(view, row, index, doubted) {
  const { rows } = view.game;
  const opens = index > 0 && rows[index - 1].section !== row.section;
  return h(
    "tr",
    { class: opens ? "opens-section" : null, "data-key": row.box },
    h("th", { scope: "row" }, h("span", { class: "title" }, row.title), h("span", { class: "hint" }, row.hint)),
    row.cells.map((cell, seat) => boxCell(view, row, cell, seat, doubted)),
  );
}

function boxCell(view, row, cell, seat, doubted) {
  const player = view.game.players[seat];
  const attributes = { class: seatClass(view, seat, "cell"), style: seatStyle(player) };
  if (cell.points !== null) return h("td", attributes, written(row, cell, player, seat));
  if (cell.tap === null) return h("td", { ...attributes, title: cell.why || null });
  return h("td", attributes, offer(row, cell, doubted === row.box));
}

function written(row, cell, player, seat) {
  const points = cell.struck ? "—" : String(cell.points);
  const said = words.written(cell.points, row.title, player.name);
  if (!cell.photo) return h("span", { class: "ink", "aria-label": said, role: "img" }, points);
  return h(
    "button",
    { class: "ink", type: "button", "data-do": "photo", "data-box": row.box, "data-seat": seat, "aria-label": `${said}; ${words.seePhoto}` },
    points,
  );
}

function offer(row, cell, doubted) {
  if (cell.tap === "write") {
    return h(
      "button",
      { class: "offer", type: "button", "data-do": "write", "data-box": row.box, "aria-label": words.write(cell.offer, row.title) },
      String(cell.offer),
    );
  }
  return h(
    "button",
    {
      class: doubted ? "offer nothing doubted" : "offer nothing",
      type: "button",
      "data-do": doubted ? "write" : "doubt",
      "data-box": row.box,
      "data-strike": String(cell.tap === "strike"),
      "aria-label": doubted ? words.sureLabel(row.title) : words.zero(row.title),
    },
    doubted ? words.sure : "0",
  );
}

function seatClass(view, seat, base) {
  const winner = view.game.finished && view.game.winners.includes(view.game.players[seat].name);
  return [base, seat === view.game.current && "is-current", winner && "is-winner"].filter(Boolean).join(" ") || null;
}

const seatStyle = (player) => ({ "--seat": player.colour, "--seat-ink": player.ink });
