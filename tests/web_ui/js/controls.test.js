// The buttons below the felt, the mirrored panel and the coach.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, drawn, gameView, open, texts } from "./page.js";

open("game");
const { controls } = await import("../../../web_ui/static/game/controls.js");
const { panel } = await import("../../../web_ui/static/game/panel.js");
const { adviceDialog, coach } = await import("../../../web_ui/static/game/coach.js");

/**
 * What the buttons do, the main one with a star.
 * @param {string} name
 * @param {(number | null)[] | null} [hand]
 */
async function offered(name, hand = null) {
  const root = await drawn(controls(gameView(name), hand, false));
  return [...root.querySelectorAll("button")].map(
    (button) => `${button.dataset.do}${button.classList.contains("primary") ? "*" : ""}`,
  );
}

test("the buttons are those of what goes on", async () => {
  assert.deepEqual(await offered("throw"), ["undo", "throw*"]);
  assert.deepEqual(await offered("rolled"), ["undo", "throw*"]);
  assert.deepEqual(await offered("cocked"), ["undo", "accept*", "throw"]);
  assert.deepEqual(await offered("hands"), ["undo", "throw*", "stand"]);
  assert.deepEqual(await offered("striking"), ["undo", "strike", "throw*"]);
  assert.deepEqual(await offered("over"), ["undo", "analysis", "new-game*"]);
  assert.deepEqual(await offered("abandoned"), ["undo", "new-game*"]);
  assert.deepEqual(await offered("lost", [1, null, 3, 4, 5]), ["undo", "hand-done*"]);
  assert.deepEqual(await offered("unsure", [1, 2, 3, 4, 5]), ["hand-close", "hand-done*"]);
});

test("the throw button tells how many dice are thrown", async () => {
  assert.deepEqual(texts(await drawn(controls(gameView("held"), null, false)), "[data-do=throw]"), ["Throw 4 dice"]);
  assert.deepEqual(texts(await drawn(controls(gameView("throw"), null, false)), "[data-do=throw]"), ["Throw the dice"]);
  assert.deepEqual(texts(await drawn(controls(gameView("cocked"), null, false)), "[data-do=throw]"), ["Throw 1 die"]);
});

test("faces entered by hand count once all are there", async () => {
  const some = await drawn(controls(gameView("lost"), [1, null, 3, 4, 5], false));
  assert.equal(some.querySelectorAll("[data-do=hand-done]:disabled").length, 1);
  const all = await drawn(controls(gameView("lost"), [1, 2, 3, 4, 5], false));
  assert.equal(all.querySelectorAll("[data-do=hand-done]:disabled").length, 0);
});

test("the panel has a button a die with its lamp", async () => {
  const root = await drawn(panel(gameView("held")));
  assert.deepEqual(attributes(root, ".panel-button", "aria-label"), [
    "Hold button 1, lamp off",
    "Hold button 2, lamp lit",
    "Hold button 3, lamp off",
    "Hold button 4, lamp off",
    "Hold button 5, lamp off",
  ]);
  assert.equal(root.querySelectorAll(".is-lit").length, 1);
});

test("a die beyond the last button is held by a tap on it", async () => {
  const shown = gameView("rolled");
  shown.game.dice = 6;
  const root = await drawn(panel(shown));
  assert.deepEqual(texts(root, ".no-button"), ["tap the die"]);
  assert.ok(root.querySelector(".panel-buttons.many"));
});

test("the coach's lamps blink for the dice it would hold", async () => {
  const root = await drawn(panel(gameView("advised")));
  assert.equal(root.querySelectorAll(".is-hinted").length, 3);
});

test("the coach tells the chances and what is best", async () => {
  const root = await drawn(coach(gameView("advised")));
  assert.deepEqual(texts(root, ".chances li"), ["Ann: 54 %± 1", "Ben: 46 %± 1"]);
  assert.deepEqual(texts(root, ".tip.is-best span"), ["Hold 3 3 3, going for Threes", "231.2 expected"]);
  assert.deepEqual(texts(root, ".tip:nth-child(2) .tip-worth"), ["costs 2.7"]);
  const { advice } = gameView("advised").coach;
  assert.ok(advice);
  adviceDialog(advice);
  assert.deepEqual(texts(document, "#advice-text th"), [
    "Hold 3 3 3, going for Threes",
    "Throw all the dice again",
    "Score 9 in Threes",
    "Strike Ones",
  ]);
});

test("the coach says how far it is, waits to be asked, or tells what an opponent does", async () => {
  assert.deepEqual(texts(await drawn(coach(gameView("preparing"))), ".coach-text"), [
    "The coach is working out this game: 40 %",
  ]);
  assert.deepEqual(texts(await drawn(coach(gameView("asking"))), "[data-do=hint]"), ["Ask for a hint"]);
  assert.deepEqual(texts(await drawn(coach(gameView("opponent"))), "#coach-move"), ["Robot holds 3 3 3"]);
  assert.deepEqual(coach(gameView("rolled")), []);
  assert.deepEqual(coach(gameView("analysed")), []);
});
