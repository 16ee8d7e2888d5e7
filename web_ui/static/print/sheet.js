// A score sheet for paper: the card of a game as it stands, or an empty one to fill in with a pencil.

/** @import { BoxRow, Cell, GameData, Row, Seat, Slot } from "../lib/views.js" */
/** @import { Child } from "../lib/dom.js" */

import { classes, h } from "../lib/dom.js";
import { signed, words } from "../lib/words.js";
import { outcome } from "../game/outcome.js";

const UPRIGHT = 4; // columns that stand side by side on an upright page, of boxes filled once
const UPRIGHT_SLOTS = 2; // of boxes filled several times

/**
 * @param {GameData} game
 * @param {string} date of the game; empty for a sheet to fill in, which leaves room for everything
 */
export function scoreSheet(game, date) {
  const blank = date === "";
  const slots = Math.max(1, ...game.rows.map((row) => (row.kind === "box" ? row.slots : 1)));
  const wide = game.players.length > (slots > 1 ? UPRIGHT_SLOTS : UPRIGHT);
  return h(
    "article",
    { class: classes("score-sheet", wide && "is-wide") },
    h(
      "header",
      { class: "sheet-head" },
      h("h1", {}, game.title),
      h("p", { class: "sheet-date" }, blank ? [words.playedOn, h("span", { class: "line" })] : date),
      game.house.length > 0 && h("p", { class: "sheet-house" }, game.house.join(" · ")),
      !blank && game.current === null && h("p", { class: "sheet-outcome" }, outcome(game)),
    ),
    h(
      "table",
      { style: { "--slots": slots } },
      h(
        "thead",
        {},
        line("", game, words.players, ({ name }) => (blank ? "" : name), blank ? "td" : "th"),
      ),
      h("tbody", {}, game.match ? rounds(game, blank) : game.rows.map((row) => cardRow(game, row, blank))),
      h("tfoot", {}, foot(game, blank)),
    ),
  );
}

/** The date of today on this device, as numbers that every language reads alike. */
export function today(now = new Date()) {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * A row with a title and a cell a player.
 * @param {string} kind
 * @param {GameData} game
 * @param {Child} title
 * @param {(player: Seat, seat: number) => Child} content
 * @param {"td" | "th"} [cell]
 */
function line(kind, game, title, content, cell = "td") {
  return h(
    "tr",
    { class: kind || null },
    h("th", { scope: "row" }, title),
    game.players.map((player, seat) => h(cell, { scope: cell === "th" && "col" }, content(player, seat))),
  );
}

/** @param {GameData} game @param {Row} row @param {boolean} blank */
function cardRow(game, row, blank) {
  switch (row.kind) {
    case "box":
      return line("", game, [row.title, h("small", {}, row.hint)], (_, seat) => boxCell(row, row.cells[seat], blank));
    case "sum":
      return line("sum", game, words.sum, (_, seat) => (blank ? "" : signed(row.cells[seat].points ?? 0)));
    case "bonus":
    case "award":
      return line("sum", game, row.title, (_, seat) => (blank ? "" : words.plus(row.cells[seat].points)));
  }
}

/** @param {BoxRow} row @param {Cell} cell @param {boolean} blank */
function boxCell(row, cell, blank) {
  if (row.slots === 1) return cell.slots.map(mark);
  return h(
    "div",
    { class: "slots" },
    Array.from({ length: row.slots }, (_, slot) => h("span", {}, cell.slots[slot] && mark(cell.slots[slot]))),
    h("b", {}, blank || cell.points === null ? "" : signed(cell.points)),
  );
}

/** @param {Slot} slot */
const mark = (slot) => `${slot.struck ? "—" : slot.mark}${slot.extra > 0 ? ` +${slot.extra}` : ""}`;

/**
 * A game of hands: a line a round to fill in, or the hands that stand.
 * @param {GameData} game
 * @param {boolean} blank
 */
function rounds(game, blank) {
  if (blank) {
    return Array.from({ length: game.turns }, (_, round) => line("", game, words.oneRound(round + 1), () => ""));
  }
  return line("", game, words.round(game.turn, game.turns), (_, seat) =>
    game.match?.hands[seat].map(({ title, faces }) => h("p", {}, title, h("small", {}, faces.join(" ")))),
  );
}

/** @param {GameData} game @param {boolean} blank */
function foot(game, blank) {
  const [{ rounds: won, points }] = game.players;
  const winner = (/** @type {Seat} */ player) =>
    game.finished && game.players.length > 1 && game.winners.includes(player.name) ? "★ " : "";
  /** @param {string} title @param {(player: Seat) => string} worth @param {boolean} last */
  const total = (title, worth, last) =>
    line("total", game, title, (player) => (blank ? "" : (last ? winner(player) : "") + worth(player)));
  if (won !== null) return total(words.rounds, (player) => String(player.rounds), true);
  const totals = [total(words.total, (player) => signed(player.total), points === null)];
  if (points !== null) totals.push(total(words.points, (player) => words.plus(player.points ?? 0), true));
  return totals;
}
