// The scorecard and the match of a game of hands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, drawn, gameView, open, texts } from "./page.js";

open("game");
const { card } = await import("../../../web_ui/static/game/card.js");
const { match } = await import("../../../web_ui/static/game/match.js");

const { cardForm, shapeOf } = await import("../../../web_ui/static/game/room.js");
const { standings, wholeCardDialog, refreshWholeCard } = await import("../../../web_ui/static/game/standings.js");

const NOTHING = { confirming: null, striking: false };
const TABLET = { width: 73.75, height: 51.25 };
const PHONE = { width: 24.4, height: 52.75 };

/** @param {string} name @param {import("../../../web_ui/static/game/card.js").Taps} [taps] */
const cardOf = (name, taps = NOTHING) => drawn(card(gameView(name), taps, cardForm(gameView(name).game, TABLET)));

/** @param {string} name */
async function matchOf(name) {
  const { game } = gameView(name);
  assert.ok(game.match);
  return drawn(match(game, game.match));
}

test("open boxes offer what the dice are worth, to the player to move alone", async () => {
  const root = await cardOf("rolled");
  assert.deepEqual(texts(root, "[data-box=threes].offer"), ["9"]);
  assert.equal(root.querySelector("[data-box=threes]")?.getAttribute("aria-label"), "Score 9 in Threes");
  assert.equal(root.querySelectorAll("tr[data-key=threes] td:last-child button").length, 0);
  assert.ok(root.querySelector("th.is-current")?.textContent?.startsWith("Ann"));
});

test("a box with a face for its title is called by the face's name", async () => {
  const view = gameView("rolled");
  const row = view.game.rows.find((one) => one.kind === "box" && one.box === "threes");
  assert.ok(row?.kind === "box");
  row.title = "J";
  row.called = "Jacks";
  const root = await drawn(card(view, NOTHING, cardForm(view.game, TABLET)));
  assert.deepEqual(texts(root, "tr[data-key=threes] th .title"), ["J"]);
  assert.deepEqual(texts(root, "tr[data-key=threes] th .visually-hidden"), ["Jacks"]);
  assert.deepEqual(attributes(root, "tr[data-key=threes] th .title", "aria-hidden"), ["true"]);
  assert.equal(root.querySelector("[data-box=threes]")?.getAttribute("aria-label"), "Score 9 in Jacks");
  assert.equal(root.querySelectorAll("tr[data-key=twos] th .visually-hidden").length, 0);
});

test("a box worth nothing is asked twice", async () => {
  const first = await cardOf("rolled");
  assert.equal(first.querySelector("[data-box=sixes]")?.getAttribute("data-do"), "confirm");
  const second = await cardOf("rolled", { confirming: "sixes", striking: false });
  const button = second.querySelector("[data-box=sixes]");
  assert.deepEqual([button?.getAttribute("data-do"), button?.textContent], ["write", "0? Tap again"]);
  assert.equal(second.querySelectorAll(".confirming").length, 1);
});

test("the box that the coach would score is marked, in sight and in words", async () => {
  const root = await cardOf("rolled", { ...NOTHING, advised: { box: "threes", strikes: false } });
  assert.deepEqual(attributes(root, ".is-advised", "aria-label"), ["Score 9 in Threes, as the coach advises"]);
  const struck = { box: "threes", strikes: true };
  assert.equal((await cardOf("rolled", { ...NOTHING, advised: struck })).querySelector(".is-advised"), null);
  const [box] = attributes(await cardOf("striking", { confirming: null, striking: true }), ".strikes", "data-box");
  const advised = { box: box ?? "", strikes: true };
  assert.equal((await cardOf("striking", { ...NOTHING, advised })).querySelector(".is-advised"), null);
  const striking = await cardOf("striking", { confirming: null, striking: true, advised });
  assert.deepEqual(attributes(striking, ".is-advised.strikes", "data-box"), [box]);
});

test("a written score shows the photo of its roll", async () => {
  const root = await cardOf("written");
  const written = root.querySelector("button.written");
  assert.equal(written?.getAttribute("aria-label"), "Threes: Ann has 9; see the photo of this roll");
  assert.deepEqual(texts(root, ".totals output"), ["9", "0"]);
});

test("sums and bonuses stand in rows that nobody taps", async () => {
  const root = await cardOf("sums");
  assert.deepEqual(texts(root, ".thin th"), ["Sum", "Bonus at 63"]);
  assert.equal(root.querySelectorAll(".thin button").length, 0);
});

test("a long card is laid out in two halves", async () => {
  const root = await cardOf("sums");
  assert.equal(root.querySelectorAll("table").length, 2);
  assert.equal(root.querySelectorAll("table.second tfoot").length, 1);
  assert.equal((await cardOf("rolled")).querySelectorAll("table").length, 1);
});

test("felt and card stand as the room allows", () => {
  const rooms = { wide: [73.75, 51.25], tall: [51.25, 73.75], sideways: [52.75, 24.4], small: [32, 24] };
  for (const [shape, [width, height]] of Object.entries(rooms)) assert.equal(shapeOf({ width, height }), shape);
});

test("a room without space for all columns shows the boxes of the player to move, and everybody's total", async () => {
  const { game } = gameView("rolled");
  assert.equal(cardForm(game, TABLET).kind, "table");
  assert.equal(cardForm(game, PHONE).kind, "tiles");
  const root = await drawn(standings(gameView("written")));
  assert.deepEqual(texts(root, ".standing .name"), ["Ann", "Ben"]);
  assert.deepEqual(texts(root, ".standing .sum"), ["9", "0"]);
});

test("in the end the card of all is shown, as nobody is to move", () => {
  assert.equal(cardForm(gameView("over").game, PHONE).kind, "table");
});

test("the whole card is one tap away, shows every column and follows the game", () => {
  wholeCardDialog(gameView("rolled"));
  const dialog = document.querySelector("dialog#whole-card");
  assert.ok(dialog instanceof HTMLDialogElement && dialog.open);
  assert.deepEqual(texts(dialog, "thead .name"), ["Ann", "Ben"]);
  assert.equal(dialog.querySelectorAll("[data-do=write]").length, 0);
  refreshWholeCard(gameView("written"));
  assert.deepEqual(texts(dialog, "button.written"), ["9"]);
  dialog.close();
  assert.equal(dialog.querySelectorAll("table").length, 0);
});

test("boxes are struck where somebody said so, and a box that may not be tells why", async () => {
  const root = await cardOf("striking", { confirming: "pair", striking: true });
  assert.equal(root.querySelector("[data-box=pair]")?.textContent, "Strike? Tap again");
  assert.equal(root.querySelector("[data-box=pair]")?.getAttribute("data-strike"), "true");
  assert.match(
    root.querySelector("tr[data-key=threes] [data-do=why]")?.getAttribute("data-why") ?? "",
    /cannot be struck/,
  );
});

test("a box of several slots shows each of them and their sum", async () => {
  const root = await cardOf("slots");
  const fours = root.querySelector("tr[data-key=fours]");
  assert.ok(fours);
  assert.deepEqual(texts(fours, "td:nth-child(2) .written"), ["16", "16"]);
  assert.deepEqual(texts(fours, "td:nth-child(2) .row-sum b"), ["32"]);
  assert.deepEqual(attributes(fours, "td:nth-child(2) .written", "data-slot"), ["0", "1"]);
});

test("the winner is marked in the end", async () => {
  const root = await cardOf("over");
  const [winner] = gameView("over").game.winners;
  assert.ok(root.querySelector("th.is-winner")?.textContent?.startsWith(winner));
});

test("a match shows the rounds won and the hands of the round before", async () => {
  const root = await matchOf("hands");
  assert.deepEqual(texts(root, ".round"), ["Round 2 of 5"]);
  assert.deepEqual(texts(root, ".hand-title").slice(0, 1), ["3 of a kind"]);
  assert.deepEqual(texts(root, ".won output"), ["1 round won", "0 rounds won"]);
});

test("equal best hands roll off", async () => {
  const root = await matchOf("roll-off");
  assert.match(texts(root, ".rolls-off")[0], /^Roll-off/);
});

test("the odds mark the hand that the dice make now", async () => {
  const root = await matchOf("roll-off");
  assert.deepEqual(texts(root, ".odds .is-now th"), ["3 of a kind"]);
  assert.equal(root.querySelectorAll(".odds tbody tr").length, gameView("roll-off").game.match?.odds.length);
});
