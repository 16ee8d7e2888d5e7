// What is told to those who do not look, in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gameView, open, view } from "./page.js";

/** @typedef {import("./page.js").GameView} GameView */

open("game");
const { announcement } = await import("../../../web_ui/static/game/announce.js");

/**
 * What is told when a view follows it in which something is otherwise.
 * @param {string} name
 * @param {(after: GameView) => void} change
 */
function told(name, change) {
  const after = gameView(name);
  change(after);
  return announcement(gameView(name), after);
}

/** @param {GameView} shown @param {number} index */
function lying(shown, index) {
  const place = shown.places[index];
  assert.ok(place.state === "lying");
  return place;
}

test("a new turn and its roll are told together", () => {
  assert.equal(
    announcement(view("start"), view("rolled")),
    "Ann, it's your turn. Turn 1 of 13. Rolled 2, 3, 3, 5, 3. 16 in all. 2 rolls left.",
  );
  assert.equal(announcement(view("rolled"), view("rolling")), "The dice are rolling.");
  assert.match(announcement(view("rolled"), view("over")), / wins with \d+$/);
  assert.equal(announcement(view("over"), view("over")), "");
  assert.equal(announcement(null, view("rolled")), "");
  assert.equal(announcement(view("rolled"), view("rolled")), "");
});

test("a question is told once", () => {
  assert.equal(announcement(view("rolled"), view("unsure")), "What does die 4 from the left show?");
  assert.equal(announcement(view("unsure"), view("unsure")), "");
});

test("a score is told with the total it makes, before whoever is next", () => {
  assert.equal(
    announcement(view("rolled"), view("written")),
    "Ann scores 9 in Threes and has 9. Ben, it's your turn. Turn 1 of 13. Rolled 1, 6, 4, 4, 2. 17 in all. 2 rolls left.",
  );
});

test("a score that is taken back is told as the new total alone", () => {
  assert.match(announcement(view("written"), view("rolled")), /^Ann now has 0\. Ann, it's your turn\./);
});

test("an opponent that has said what it does is not told of twice", () => {
  const before = gameView("rolled");
  before.coach.move = gameView("opponent").coach.move;
  assert.match(announcement(before, view("written")), /^Ann now has 9\. Ben, /);
});

test("a die that is held or released is told by its button and its face", () => {
  assert.equal(
    told("rolled", (after) => void (lying(after, 2).held = true)),
    "Die 3 held: 3.",
  );
  assert.equal(
    told("held", (after) => void (lying(after, 1).held = false)),
    "Die 2 released: 3.",
  );
  assert.equal(
    told("rolled", (after) => void (after.coach.move = gameView("opponent").coach.move)).includes("held"),
    false,
  );
});

test("a correction tells the new total alone", () => {
  assert.equal(
    told("rolled", (after) => void (lying(after, 3).value = 3)),
    "14 in all.",
  );
});

test("where dice do not add up, a correction tells what the die shows", () => {
  const [before, after] = [gameView("rolled"), gameView("rolled")];
  before.game.kind = after.game.kind = "poker";
  Object.assign(lying(after, 0), { value: 5, face: "K" });
  assert.equal(announcement(before, after), "Die 1 shows K.");
  assert.doesNotMatch(announcement(view("start"), after), / in all\./);
});

test("a hand is told by its name", () => {
  assert.match(
    announcement(view("start"), view("roll-off")),
    /Rolled 6, 6, 6, 1, 2\. 2 rolls left\. Your hand: 3 of a/,
  );
});

test("what the table says is told where nothing else is", () => {
  assert.equal(
    told("rolled", (after) => void (after.message = "Put the dice back.")),
    "Put the dice back.",
  );
});
