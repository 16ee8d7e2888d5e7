// The score sheet for paper.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, gameView, open, texts } from "./page.js";

open("game");
const { scoreSheet, today } = await import("../../../web_ui/static/print/sheet.js");

/** @param {string} name @param {string} [date] */
const sheetOf = (name, date = "2026-11-22") => drawn(scoreSheet(gameView(name).game, date));

test("a sheet holds what is written, and nothing that the dice offer", async () => {
  const root = await sheetOf("over");
  const { game } = gameView("over");
  assert.deepEqual(
    texts(root, "thead th").slice(1),
    game.players.map(({ name }) => name),
  );
  assert.equal(root.querySelectorAll("tbody tr").length, game.rows.length);
  assert.equal(root.querySelectorAll("button").length, 0);
  assert.deepEqual(texts(root, ".sheet-date"), ["2026-11-22"]);
  assert.equal(root.querySelectorAll(".sheet-outcome").length, 1);
  assert.ok(texts(root, ".total td").some((total) => total.startsWith("★")));
});

test("an empty sheet has lines for names and nothing else filled in", async () => {
  const root = await sheetOf("rolled", "");
  assert.ok(texts(root, "td").every((text) => text === ""));
  assert.equal(root.querySelectorAll("thead td").length, 2);
  assert.equal(root.querySelectorAll(".sheet-date .line").length, 1);
  assert.equal(root.querySelectorAll(".sheet-outcome").length, 0);
});

test("a game of hands has a line a round when it is empty, and its hands when it is played", async () => {
  const { game } = gameView("hands");
  const empty = await drawn(scoreSheet(game, ""));
  assert.equal(empty.querySelectorAll("tbody tr").length, game.turns);
  const played = await drawn(scoreSheet(game, "2026-11-22"));
  assert.equal(played.querySelectorAll("tbody tr").length, 1);
});

test("many columns lie across", async () => {
  const { game } = gameView("rolled");
  const [ann] = game.players;
  const players = Array.from({ length: 8 }, () => ann);
  const rows = game.rows.map((row) => ({ ...row, cells: Array.from({ length: 8 }, () => row.cells[0]) }));
  const sheet = scoreSheet(/** @type {typeof game} */ ({ ...game, players, rows }), "");
  assert.ok(sheet.classList.contains("is-wide"));
  assert.ok(!scoreSheet(game, "").classList.contains("is-wide"));
});

test("a date is numbers", () => {
  assert.equal(today(new Date(2026, 2, 5)), "2026-03-05");
});
