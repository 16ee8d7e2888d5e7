// The buttons below the felt, the mirrored panel and the coach.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, drawn, gameView, open, texts } from "./page.js";

open("game");
const { controls } = await import("../../../web_ui/static/game/controls.js");
const { panel } = await import("../../../web_ui/static/game/panel.js");
const { adviceDialog, coach, leanTo, showAdvice } = await import("../../../web_ui/static/game/coach.js");
const { advising } = await import("../../../web_ui/static/lib/advising.js");
const { advisedBox, kept } = await import("../../../web_ui/static/game/advised.js");

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
  assert.deepEqual(await offered("cocked"), ["undo"], "what settles a question stands next to it");
  assert.deepEqual(await offered("hands"), ["undo", "throw*", "stand"]);
  assert.deepEqual(await offered("striking"), ["undo", "strike", "throw*"]);
  assert.deepEqual(await offered("over"), ["undo", "new-game", "rematch*"]);
  assert.deepEqual(await offered("analysed"), ["undo", "analysis", "new-game", "rematch*"]);
  assert.deepEqual(await offered("abandoned"), ["undo", "new-game", "rematch*"]);
  assert.deepEqual(await offered("out-of-time"), ["undo", "new-game", "rematch*"]);
  assert.deepEqual(await offered("paused"), ["undo", "go-on*"]);
  assert.deepEqual(await offered("lost", [1, null, 3, 4, 5]), ["undo", "hand-done*"]);
  assert.deepEqual(await offered("unsure", [1, 2, 3, 4, 5]), ["hand-close", "hand-done*"]);
});

test("a game that the clock ended goes on like one that was ended early", async () => {
  for (const name of ["abandoned", "out-of-time"]) {
    assert.deepEqual(texts(await drawn(controls(gameView(name), null, false)), "[data-do=undo]"), ["Back to the game"]);
  }
});

test("the throw button tells how many dice are thrown", async () => {
  assert.deepEqual(texts(await drawn(controls(gameView("held"), null, false)), "[data-do=throw]"), ["Throw 4 dice"]);
  assert.deepEqual(texts(await drawn(controls(gameView("throw"), null, false)), "[data-do=throw]"), ["Throw the dice"]);
});

test("what the coach advises is the main button, and the throw tells which dice it keeps", async () => {
  const view = gameView("advised");
  const [hold, , score] = view.coach.advice?.best ?? [];
  const keeping = await drawn(controls(view, null, false));
  assert.deepEqual(texts(keeping, ".primary"), ["Keep 3 3 3, throw 2 dice"]);
  assert.deepEqual(attributes(keeping, "[data-do=throw]", "data-keep"), ["1,2,4"]);

  view.coach.advice = {
    unit: "points",
    best: [score, hold],
    boxes: [score],
    error: 0,
    twoAims: false,
    caution: 0,
  };
  const scoring = await drawn(controls(view, null, false));
  assert.equal(scoring.querySelector(".primary"), null);
  assert.deepEqual(texts(scoring, "[data-do=throw]"), ["Throw 5 dice"]);
  assert.deepEqual(advisedBox(view), { box: "threes", strikes: false });
});

test("a player who holds other dice than the coach would throws by their own lights", async () => {
  const view = gameView("advised");
  const [first, second] = view.places;
  assert.ok(first.state === "lying" && second.state === "lying");
  second.held = true;
  assert.deepEqual(texts(await drawn(controls(view, null, false)), ".primary"), ["Keep 3 3 3, throw 2 dice"]);
  first.held = true;
  const root = await drawn(controls(view, null, false));
  assert.equal(root.querySelector(".primary"), null);
  assert.deepEqual(texts(root, "[data-do=throw]"), ["Throw 3 dice"]);
});

test("dice that are held already are kept before others that show the same", () => {
  const { places } = gameView("advised");
  const last = places[4];
  assert.ok(last.state === "lying");
  last.held = true;
  assert.deepEqual(kept(places, ["3"]), [false, false, false, false, true]);
  assert.deepEqual(kept(places, []), [false, false, false, false, false]);
});

test("after the last throw nothing that ends the turn moves to its place", async () => {
  const view = gameView("hands");
  view.can.throw = false;
  view.game.rollsLeft = 0;
  const root = await drawn(controls(view, null, false));
  assert.deepEqual(
    [...root.children].map((one) => one.getAttribute("data-key")),
    ["undo", "no-throw", "stand"],
  );
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

test("near the end advice is for the win, and says so, with a switch to points and back", async () => {
  const view = gameView("advised");
  const { advice } = view.coach;
  assert.ok(advice);
  const forWin = {
    ...advice,
    unit: /** @type {const} */ ("win"),
    twoAims: true,
  };
  forWin.best = [{ ...advice.best[0], expected: 0.3416 }];
  view.coach.advice = forWin;
  assert.deepEqual(texts(await drawn(coach(view)), ".is-best .tip-worth"), ["34.2 % to win"]);
  view.coach.advice = { ...forWin, error: 0.01 };
  assert.deepEqual(texts(await drawn(coach(view)), ".is-best .tip-worth"), ["about 34.2 % to win"]);
  adviceDialog(forWin);
  assert.deepEqual(texts(document, "#advice-text p"), ["Advice for the win. Advise for points"]);
  assert.deepEqual(attributes(document, "#advice-text [data-do=aim]", "data-win"), ["false"]);
  adviceDialog({ ...advice, twoAims: true });
  assert.deepEqual(texts(document, "#advice-text p"), ["Advice for points, not for the win. Advise for the win"]);
  assert.deepEqual(attributes(document, "#advice-text [data-do=aim]", "data-win"), ["true"]);
  adviceDialog(advice);
  assert.deepEqual(texts(document, "#advice-text p"), []);
});

test("caution is set beside the choices, which are worked out anew meanwhile", () => {
  const { HTMLInputElement } = window;
  const view = gameView("advised");
  const { advice } = view.coach;
  assert.ok(advice);
  adviceDialog({ ...advice, unit: "win", twoAims: true, caution: null });
  assert.equal(document.querySelector("#caution"), null);
  adviceDialog({ ...advice, caution: 0 });
  const slider = document.querySelector("#caution");
  assert.ok(slider instanceof HTMLInputElement);
  assert.deepEqual(
    ["min", "max", "value", "aria-valuetext"].map((name) => slider.getAttribute(name)),
    ["-2", "2", "0", "Most points on average"],
  );
  slider.value = "-2";
  assert.equal(leanTo(slider), 2);
  assert.equal(slider.getAttribute("aria-valuetext"), "Safe");
  showAdvice({
    ...view,
    phase: "rolled",
    coach: { ...view.coach, advice: null },
  });
  assert.deepEqual(texts(document, "#advice-text > .is-waiting"), ["Working out the best choice…"]);
  assert.equal(document.querySelector("#caution"), slider);
  const [choice] = advice.best;
  const certain = {
    ...advice,
    unit: /** @type {const} */ ("certain"),
    caution: 2,
    best: [{ ...choice, expected: 99 }],
  };
  showAdvice({
    ...view,
    phase: "rolled",
    coach: { ...view.coach, advice: certain },
  });
  assert.deepEqual(texts(document, "#advice-text tr:first-child td:nth-child(2)"), ["99.0"]);
  assert.equal(advising.leadsTo(99, "certain", 0), "as good as 99.0 for certain");
  assert.equal(document.querySelector("#caution"), slider);
});

test("what is not exact is told with its error", async () => {
  const view = gameView("advised");
  assert.ok(view.coach.advice);
  view.coach.advice = { ...view.coach.advice, unit: "awards", error: 0.6 };
  assert.deepEqual(texts(await drawn(coach(view)), ".is-best .tip-worth"), ["about 231.24 expected (± 0.6)"]);
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

test("what is still being worked out is not told as if it were known, and keeps its place", async () => {
  const view = gameView("advised");
  view.coach.working = true;
  view.coach.advice = null;
  const root = await drawn(coach(view));
  assert.deepEqual(texts(root, ".chances li"), ["Ann: …", "Ben: …"]);
  assert.deepEqual(attributes(root, ".chances", "aria-label"), ["Chances of winning: working out…"]);
  assert.deepEqual(texts(root, ".coach-says"), ["Working out the best choice…"]);
  view.coach.chances = [];
  assert.equal((await drawn(coach(view))).querySelectorAll(".chances li").length, 2);
  view.phase = "rolling";
  assert.deepEqual(texts(await drawn(coach(view)), ".coach-says"), ["The coach speaks once the dice lie."]);
  view.game.players[1].advised = true;
  assert.deepEqual(texts(await drawn(coach(view)), ".coach-says"), [""]);
});
