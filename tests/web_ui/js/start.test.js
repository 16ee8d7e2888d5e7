// The start form: what it sends, and how it is laid out as the game before was.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { open, texts, view } from "./page.js";

const { Event } = open("game");
const { preference, setPreference } = await import("../../../web_ui/static/lib/preferences.js");
const { chosen, formActions, layOut } = await import("../../../web_ui/static/start/form.js");

const first = view("start");
/** The page after a game of speed yatzy with a clock of one minute, the coach asked, cocked dice thrown again. */
const second = view("over");
second.last = {
  id: "game-7",
  title: "Speed yatzy",
  start: {
    rules: "speed-yatzy",
    options: {
      "speed-bonus-on": "figures",
      "two-pairs-points": 20,
      "clock-minutes": 1,
      "clock-increment": 0,
    },
    faces: "poker",
    coach: "ask",
    cocked: "throw",
    players: [
      { name: "Ann", colour: "#6b2f74", opponent: "", advised: true },
      { name: "Robot", colour: "#1f4e8c", opponent: "wild", advised: false },
    ],
  },
};

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
  setPreference("start", "");
  setPreference("faces", "");
  layOut(first);
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

test("a game made for poker dice is played with the dice in use, unless others are chosen", () => {
  const dice = /** @type {HTMLElement} */ (document.querySelector(".dice-choice"));
  choose("[name=rules][value=poker-hands]");
  assert.equal(chosen().faces, "pips", "nobody said which");
  dice.dataset.inUse = "poker";
  choose("[name=rules][value=speed-yatzy]");
  assert.equal(chosen().faces, "pips");
  for (const rules of ["poker-hands", "poker-dice"]) {
    choose("[name=faces][value=pips]");
    choose(`[name=rules][value=${rules}]`);
    assert.equal(chosen().faces, "poker");
  }
  choose("[name=faces][value=pips]");
  assert.equal(chosen().faces, "pips");
  setPreference("start", "");
  setPreference("faces", "");
  layOut(first);
  assert.equal(chosen().faces, "poker", "the first game on this device");
  dice.dataset.inUse = "";
});

test("the rules speak of the dice that are chosen", () => {
  const told = () => texts(document, "[data-rules=speed-yatzy] tbody th [data-told]:not([hidden])");
  assert.ok(told().includes("Ones to sixes at 60"));
  choose("[name=faces][value=poker]");
  assert.ok(told().includes("9 to A at 60"));
  assert.ok(!told().includes("Ones to sixes at 60"));
});

test("the odds of hands follow their option", () => {
  choose("[name=rules][value=poker-hands]");
  const shown = () =>
    Array.from(document.querySelectorAll("[data-rules=poker-hands] tbody tr:last-child td:nth-child(2)"))
      .filter((cell) => cell.closest("[data-when]") && !cell.closest("[data-when][hidden]"))
      .map((cell) => cell.textContent);
  assert.deepEqual(shown(), ["480"]);
  choose("[data-option=straights-are-busts] input");
  assert.deepEqual(shown(), ["720"]);
  choose("[data-rules=poker-hands] [data-option=wild] input[value='1']");
  assert.deepEqual(shown(), ["120"]);
});

test("the form is as the game before was started, which a tap starts again", () => {
  layOut(second);
  assert.deepEqual(chosen(), second.last?.start);
  assert.deepEqual(texts(document, "#again:not([hidden])"), ["Play again: Speed yatzy with Ann and Robot"]);
});

test("nothing is to be played again before the first game, nor where its rules are gone", () => {
  assert.equal(document.querySelectorAll("#again:not([hidden])").length, 0);
  const gone = structuredClone(second);
  if (gone.last) gone.last.start.rules = "whist";
  layOut(gone);
  assert.equal(document.querySelectorAll("#again:not([hidden])").length, 0);
  assert.equal(chosen().rules, "poker-dice");
});

test("one line says what is set, and what differs from the game's own rules", () => {
  assert.deepEqual(texts(document, "#settings-line"), ["Poker dice \u00b7 Pips \u00b7 Coach: Silent"]);
  layOut(second);
  assert.deepEqual(texts(document, "#settings-line"), [
    "Speed yatzy \u00b7 5 points for each unused roll: figures \u00b7 Thinking time in minutes: 1 \u00b7 " +
      "Poker faces \u00b7 Coach: When asked \u00b7 Cocked dice: Throw again",
  ]);
});

test("what was prepared on this device stays until a game is played", () => {
  choose("input[name=rules][value=speed-yatzy]");
  choose("input[name=faces][value=poker]");
  tap("#opponent-add");
  input("#seats input").value = "Zoë";
  tap("#seats .seat:nth-child(2) .seat-up");
  const before = chosen();
  assert.deepEqual(
    before.players.map(({ name }) => name),
    ["Player 2", "Zoë", "Steady"],
  );
  layOut(first);
  assert.deepEqual(chosen(), before);
  layOut(second);
  assert.equal(chosen().players[0].name, "Ann");
});

test("names that nobody has given are not kept, so that they follow the language", () => {
  tap("#opponent-add");
  const kept = JSON.parse(preference("start") ?? "");
  assert.deepEqual(kept.players[0], {
    guest: 1,
    colour: "#a3262a",
    opponent: "",
    advised: false,
  });
  assert.equal("name" in kept.players[2], false);
});

test("who owns poker dice goes on playing with them", () => {
  choose("input[name=faces][value=poker]");
  setPreference("start", "");
  layOut(first);
  assert.equal(chosen().faces, "poker");
});

test("rubbish in the device's storage is left alone", () => {
  const guests = chosen();
  for (const kept of ["{", "7", "null", "[]", '"start"', '{"last":null}']) {
    setPreference("start", kept);
    layOut(first);
    assert.deepEqual(chosen(), guests, kept);
  }
  const players = [7, null, { name: 7, colour: "red", opponent: "genius", guest: -1 }, { name: "Ann", advised: "yes" }];
  setPreference(
    "start",
    JSON.stringify({
      last: null,
      rules: "whist",
      options: [1],
      faces: "runes",
      coach: 3,
      players,
    }),
  );
  layOut(first);
  assert.deepEqual({ ...chosen(), players: [] }, { ...guests, players: [] });
  assert.deepEqual(chosen().players, [
    { name: "Steady", colour: "#a3262a", opponent: "steady", advised: false },
    { name: "Ann", colour: "#1f4e8c", opponent: "", advised: false },
  ]);
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
  assert.deepEqual(chosen().players[2], {
    name: "Wild",
    colour: "#1d6b45",
    opponent: "wild",
    advised: false,
  });
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
