// The felt, the status line and the end of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, drawn, gameView, open, texts } from "./page.js";

open("game");
const { tray } = await import("../../../web_ui/static/game/tray.js");
const { status } = await import("../../../web_ui/static/game/status.js");
const { outcome, ranking } = await import("../../../web_ui/static/game/outcome.js");

test("dice that lie are buttons that hold them, and a pencil corrects each", async () => {
  const root = await drawn(tray(gameView("held"), null));
  assert.deepEqual(attributes(root, ".die", "aria-label"), [
    "Die 1 shows 2, tap to hold",
    "Die 2 shows 3, held, tap to release",
    "Die 3 shows 3, tap to hold",
    "Die 4 shows 3, corrected, tap to hold",
    "Die 5 shows 3, tap to hold",
  ]);
  assert.deepEqual(attributes(root, ".die", "aria-pressed"), ["false", "true", "false", "false", "false"]);
  assert.deepEqual(texts(root, ".is-held .die-label"), ["Held"]);
  assert.deepEqual(texts(root, ".corrected"), ["corrected"]);
  assert.equal(root.querySelectorAll(".correct").length, 5);
  assert.equal(root.querySelector(".photo img")?.getAttribute("src"), "/pictures/die-20.jpg");
});

test("dice that may not be held now say so", async () => {
  const view = gameView("held");
  view.can.hold = false;
  const root = await drawn(tray(view, null));
  assert.equal(root.querySelector(".die")?.getAttribute("aria-disabled"), "true");
  assert.equal(root.querySelector(".die")?.getAttribute("aria-label"), "Die 1 shows 2");
  assert.equal(root.querySelector(".is-held .die")?.getAttribute("aria-label"), "Die 2 shows 3, held");
});

test("rolling dice tumble around those that are held", async () => {
  const root = await drawn(tray(gameView("rolling"), null));
  assert.deepEqual(
    attributes(root, ".place", "class").map((name) => name?.split(" ")[1]),
    ["tumbling", "lying", "tumbling", "tumbling", "tumbling"],
  );
});

test("places wait for dice before the first throw", async () => {
  const root = await drawn(tray(gameView("throw"), null));
  assert.deepEqual(
    attributes(root, ".empty .die", "aria-label"),
    [1, 2, 3, 4, 5].map((n) => `Place ${n}: no die yet`),
  );
});

test("faces are entered by hand until there is one for each place", async () => {
  const some = await drawn(tray(gameView("lost"), [3, null, null, null, 6]));
  assert.deepEqual(attributes(some, "[data-do=hand-clear]", "aria-label"), [
    "Place 1: 3. Tap to clear",
    "Place 2: empty",
    "Place 3: empty",
    "Place 4: empty",
    "Place 5: 6. Tap to clear",
  ]);
  assert.equal(some.querySelectorAll("[data-do=hand-add]:disabled").length, 0);
  const all = await drawn(tray(gameView("lost"), [3, 1, 1, 2, 6]));
  assert.equal(all.querySelectorAll("[data-do=hand-add]:disabled").length, 6);
});

test("drawing again keeps the elements that stay", async () => {
  const { drawInto } = await import("../../../web_ui/static/lib/dom.js");
  const root = await drawn(tray(gameView("rolled"), null));
  const second = root.querySelectorAll(".die")[1];
  drawInto(root, tray(gameView("held"), null));
  assert.equal(root.querySelectorAll(".die")[1], second);
  assert.equal(second.getAttribute("aria-pressed"), "true");
});

test("the status line tells whose turn it is and how many rolls are left", async () => {
  const root = await drawn(status(gameView("held")));
  assert.deepEqual(texts(root, "h1, .turn, .count"), ["Ann", "Turn 1 of 13", "2"]);
  assert.equal(root.querySelectorAll(".mark").length, 3);
  assert.equal(root.querySelectorAll(".mark.spent").length, 1);
});

test("a thinking clock shows what is left, and that it is little", async () => {
  const { startClocks } = await import("../../../web_ui/static/game/clock.js");
  startClocks();
  const root = await drawn(status(gameView("clocked")));
  assert.deepEqual(texts(root, ".thinking .time"), ["0:18"]);
  assert.ok(root.querySelector(".clock.is-low"));
});

test("the clock stands on the button that stops everybody's, and in a pause on the one that goes on", async () => {
  const running = await drawn(status(gameView("clocked")));
  assert.deepEqual(attributes(running, ".pause", "data-paused"), ["true"]);
  assert.deepEqual(attributes(running, ".pause", "aria-label"), ["Pause"]);
  assert.ok(running.querySelector(".clock.runs"));
  const view = gameView("paused");
  const paused = await drawn(status(view));
  assert.deepEqual(attributes(paused, ".pause", "data-paused"), ["false"]);
  assert.deepEqual(attributes(paused, ".pause", "aria-label"), ["Go on"]);
  assert.equal(paused.querySelector(".clock.runs"), null);
  assert.deepEqual(texts(await drawn(tray(view, null)), ".prompt"), [view.message]);
});

test("where the table cannot pause, the button says so", async () => {
  const view = gameView("clocked");
  view.can.pause = false;
  view.game.clockRuns = false;
  const root = await drawn(status(view));
  assert.ok(root.querySelector(".thinking.stands .pause:disabled"));
});

test("the end names the winner and ranks all players", async () => {
  const view = gameView("over");
  const { players } = view.game;
  const [best, other] = [...players].sort((one, two) => two.total - one.total);
  assert.notEqual(best.total, other.total);
  const root = await drawn(tray(view, null));
  assert.deepEqual(texts(root, "#outcome"), [`${best.name} wins with ${best.total}`]);
  assert.deepEqual(texts(root, ".ranking .name"), [best.name, other.name]);
  assert.deepEqual(texts(root, ".rank"), ["1.", "2."]);
  assert.deepEqual(texts(await drawn(status(view)), ".turn"), ["The game is over"]);
});

test("equal results share a place", () => {
  const { game } = gameView("over");
  for (const player of game.players) player.total = 100;
  game.winners = game.players.map((player) => player.name);
  assert.deepEqual(
    ranking(game).map((player) => player.place),
    [1, 1],
  );
  assert.equal(outcome(game), "Ann and Ben share the win with 100");
});

test("a game that was ended early has no winner", () => {
  assert.equal(outcome(gameView("abandoned").game), "The game was ended early");
});

test("rolls are marks, as long as there are few", async () => {
  const view = gameView("held");
  const marks = async () => {
    const root = await drawn(status(view));
    return [
      texts(root, ".rolls .count")[0],
      root.querySelectorAll(".mark").length,
      root.querySelectorAll(".spent").length,
    ];
  };
  Object.assign(view.game, { rollsUsed: 2, rollsLeft: 3 });
  assert.deepEqual(await marks(), ["3", 5, 2]);
  Object.assign(view.game, { rollsUsed: 1, rollsLeft: 10 });
  assert.deepEqual(await marks(), ["10", 0, 0]);
});
