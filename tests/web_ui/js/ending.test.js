// The end of a game: the rematch, the moments to remember, and the celebration.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, drawn, gameView, open, texts } from "./page.js";

open("game");
const { tray } = await import("../../../web_ui/static/game/tray.js");
const { outcomePanel, ranking, rematch } = await import("../../../web_ui/static/game/outcome.js");

/** @param {number[]} totals of a game of as many players */
function ended(totals) {
  const { game } = gameView("over");
  game.players = totals.map((total, seat) => ({ ...game.players[0], name: "ABCDE"[seat], total }));
  game.winners = game.players.filter(({ total }) => total === Math.max(...totals)).map(({ name }) => name);
  return game;
}

/** @param {number[]} totals */
const order = (totals) =>
  rematch(ended(totals))
    .players.map(({ name }) => name)
    .join("");

test("every place is told, equal ones alike", () => {
  assert.deepEqual(
    ranking(ended([90, 120, 90, 120, 10])).map(({ name, place }) => `${place}${name}`),
    ["1B", "1D", "3A", "3C", "5E"],
  );
});

test("who won at once is first, whatever the totals", async () => {
  const { game } = gameView("won-at-once");
  game.players[0].total = 200;
  assert.deepEqual(
    ranking(game).map(({ name, place }) => `${place}${name}`),
    ["1Ben", "2Ann"],
  );
  const root = await drawn(outcomePanel(gameView("won-at-once")));
  assert.deepEqual(texts(root, ".instruction"), ["Ben won on the first roll of a turn, which ends the game at once"]);
});

test("in a rematch the last begins and the others keep their order", () => {
  assert.equal(order([90, 120, 10, 50]), "CABD");
  assert.equal(order([10, 120, 90]), "ABC");
  assert.equal(order([120, 10, 10]), "CAB");
  assert.equal(order([70]), "A");
});

test("a rematch is the same game with the same people", () => {
  const { game } = gameView("analysed");
  const [first, second] = game.players;
  const again = rematch(game);
  assert.deepEqual([again.rules, again.faces, again.coach, again.cocked], ["poker-dice", "pips", "always", "ask"]);
  assert.deepEqual(again.options, game.options);
  const people = first.total < second.total ? [first, second] : [second, first];
  assert.deepEqual(
    again.players,
    people.map(({ name, colour }) => ({ name, colour, opponent: "", advised: false })),
  );
});

test("a game that was ended early begins again in the same order", () => {
  const { game } = gameView("abandoned");
  game.players[0].total = 99;
  assert.deepEqual(
    rematch(game).players.map(({ name }) => name),
    ["Ann", "Ben"],
  );
});

test("the throw of the night and the costliest mistake are shown with their dice and pictures", async () => {
  const root = await drawn(tray(gameView("analysed"), null));
  assert.deepEqual(texts(root, ".highlight h2"), ["Throw of the night: Ann", "Costliest mistake: Ben"]);
  assert.deepEqual(attributes(root, ".moment-dice", "aria-label"), ["6 6 1", "1 3 2"]);
  assert.deepEqual(texts(root, ".moment-text > p:last-child"), [
    "Turn 4: 12.3 points above average",
    "Turn 7: throw all the dice again. Better: Threes for 9. Cost: 12.5 points",
  ]);
  assert.deepEqual(attributes(root, ".moment-photo img", "src"), ["/pictures/roll-661.jpg"]);
});

test("while luck and skill are worked out their place is kept, and there is none where they cannot be told", async () => {
  const view = gameView("over");
  assert.equal((await drawn(tray(view, null))).querySelector(".highlights"), null);
  view.coach.mayAnalyse = true;
  assert.deepEqual(texts(await drawn(tray(view, null)), ".highlights"), ["Working out luck and skill…"]);
  view.coach.percent = 40;
  assert.deepEqual(texts(await drawn(tray(view, null)), ".highlights"), ["Working out luck and skill: 40 %"]);
});

test("only a game with a winner is celebrated, and a new drawing leaves the celebration as it is", async () => {
  const view = gameView("over");
  const root = await drawn(tray(view, null));
  assert.ok(root.querySelector(".laurel"));
  assert.ok(root.querySelector(".confetti")?.isEqualNode((await drawn(tray(view, null))).querySelector(".confetti")));
  assert.equal((await drawn(tray(gameView("abandoned"), null))).querySelector(".laurel, .confetti"), null);
});
