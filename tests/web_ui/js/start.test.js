// The start form: what it sends, and how it is laid out as the game before was.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gameView, open, texts } from "./page.js";

const { Event } = open("game");
const { chosen, formActions, layOut } = await import("../../../web_ui/static/start/form.js");

/** @param {string} selector @returns {HTMLInputElement} */
function input(selector) {
  const found = document.querySelector(selector);
  assert.ok(found instanceof HTMLInputElement, selector);
  return found;
}

/** @param {string} selector */
const choose = (selector) => input(selector).click();

/** @param {string} selector */
function tap(selector) {
  const button = document.querySelector(selector);
  assert.ok(button instanceof HTMLElement, selector);
  formActions[button.dataset.do ?? ""](button);
}

beforeEach(() => {
  choose("input[name=rules][value=poker-dice]");
  choose("input[name=coach][value=off]");
  layOut(null);
});

test("two guests play the first game as it is by default", () => {
  assert.deepEqual(chosen(), {
    rules: "poker-dice",
    options: {},
    faces: "pips",
    players: [
      { name: "Player 1", colour: "#a3262a", opponent: "", advised: false },
      { name: "Player 2", colour: "#1f4e8c", opponent: "", advised: false },
    ],
    coach: "off",
    cocked: "ask",
  });
});

test("the form is as the game before was started", () => {
  const { game } = gameView("clocked");
  game.coach = "ask";
  game.cocked = "throw";
  layOut(game);
  const { rules, options, players, coach, cocked } = chosen();
  assert.deepEqual([rules, coach, cocked], ["speed-yatzy", "ask", "throw"]);
  assert.equal(options["clock-minutes"], 1);
  assert.deepEqual(options, game.options);
  assert.deepEqual(
    players.map((player) => player.name),
    ["Ann", "Ben"],
  );
});

test("only the chosen game shows its rules", () => {
  choose("input[name=rules][value=speed-yatzy]");
  assert.deepEqual(texts(document, ".ruleset:not([hidden]) h2"), ["Speed yatzy"]);
});

test("seats are added with colours and names that are free, and taken away again", () => {
  tap("#seat-add");
  assert.deepEqual(
    chosen().players.map(({ name, colour }) => [name, colour]),
    [
      ["Player 1", "#a3262a"],
      ["Player 2", "#1f4e8c"],
      ["Player 3", "#1d6b45"],
    ],
  );
  tap("#seats .seat:nth-child(2) .seat-remove");
  tap("#seat-add");
  assert.deepEqual(texts(document, "#seats .seat").length, 3);
  assert.deepEqual(
    chosen().players.map(({ name }) => name),
    ["Player 1", "Player 3", "Player 4"],
  );
});

test("a game that needs more players gets their seats", () => {
  tap("#seats .seat .seat-remove");
  assert.equal(chosen().players.length, 1);
  choose("input[name=rules][value=poker-hands]");
  assert.equal(chosen().players.length, 2);
  assert.equal(document.querySelectorAll("#seats .seat-remove:not([hidden])").length, 0);
});

test("a colour that another seat has is swapped", () => {
  tap("#seats .seat .swatch");
  tap('.colour[data-colour="#1f4e8c"]');
  assert.deepEqual(
    chosen().players.map(({ colour }) => colour),
    ["#1f4e8c", "#a3262a"],
  );
});

test("an opponent is called after its style until somebody names it", () => {
  tap("#opponent-add");
  const style = document.querySelector("#seats select");
  assert.ok(style instanceof HTMLSelectElement);
  assert.equal(chosen().players[2].name, "Steady");
  style.value = "wild";
  style.dispatchEvent(new Event("change", { bubbles: true }));
  assert.deepEqual(chosen().players[2], { name: "Wild", colour: "#1d6b45", opponent: "wild", advised: false });
  input("#seats .opponent input").value = "Robot";
  style.value = "exact";
  style.dispatchEvent(new Event("change", { bubbles: true }));
  assert.equal(chosen().players[2].name, "Robot");
});

test("the coach may advise some seats alone", () => {
  choose("input[name=coach][value=always]");
  tap("#advised button:last-child");
  assert.deepEqual(
    chosen().players.map(({ advised }) => advised),
    [false, true],
  );
  choose("input[name=coach][value=off]");
  assert.deepEqual(
    chosen().players.map(({ advised }) => advised),
    [false, false],
  );
});

test("options are switched, chosen and stepped", () => {
  choose("input[name=rules][value=speed-yatzy]");
  const before = chosen().options;
  tap(".ruleset:not([hidden]) [data-option=clock-minutes] [data-by='1']");
  assert.equal(Number(chosen().options["clock-minutes"]), Number(before["clock-minutes"]) + 1);
  choose("input[name=rules][value=poker-hands]");
  const toggle = input(".ruleset:not([hidden]) [data-control=switch] input");
  const option = toggle.closest(".option")?.getAttribute("data-option") ?? "";
  const was = chosen().options[option];
  toggle.click();
  assert.equal(chosen().options[option], !was);
});
