// From a tap on the page to the table and back: what is shown at once, what springs back, and what people are told.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gameView, open } from "./page.js";

open("game");
const { ask, connect, hear } = await import("../../../web_ui/static/game/table.js");

/** @typedef {{ action: string, body: any, answer: (status: number, said: object) => void, lose: () => void }} Request */

/** @type {Request[]} */
let requests = [];
let version = 0;

/** @type {typeof fetch} */
const line = (address, options) =>
  new Promise((resolve, reject) => {
    requests.push({
      action: String(address).replace("/api/", ""),
      body: JSON.parse(String(options?.body)),
      answer: (status, said) => resolve(new Response(JSON.stringify(said), { status })),
      lose: () => reject(new TypeError("Failed to fetch")),
    });
  });

globalThis.fetch = line;

/**
 * A newer view than those before.
 * @param {string} name
 * @param {Record<string, string>} [done]
 */
function newer(name, done = {}) {
  version += 1;
  return { ...gameView(name), version, moment: `game/${name}`, done };
}

/** Let everything that waits for a promise go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The request sent last is done, and the table is like this now. @param {string} name */
async function done(name) {
  const { body, answer } = requests[requests.length - 1];
  answer(200, newer(name, { [body.request]: `game/${name}` }));
  await settle();
}

/** @param {string} selector */
function shown(selector) {
  const found = document.querySelector(selector);
  assert.ok(found instanceof HTMLElement, selector);
  return found;
}

const die = (/** @type {number} */ number) => shown(`#tray [data-do=hold][data-die="${number}"]`);
const pending = () => document.body.dataset.pending;

beforeEach(() => {
  requests = [];
  hear(newer("rolled"));
});

test("a tap shows at once, marked as pending until the table has answered", async () => {
  ask("hold", { die: 1, held: true });
  assert.deepEqual([die(1).getAttribute("aria-pressed"), pending()], ["true", "1"]);
  assert.ok(die(1).classList.contains("is-pending"));
  assert.equal(die(1).getAttribute("aria-busy"), "true");
  assert.equal(document.querySelectorAll(".panel-button.is-lit").length, 1);
  await done("held");
  assert.equal(die(1).getAttribute("aria-pressed"), "true");
  assert.equal(pending(), "0");
  assert.equal(document.querySelectorAll(".is-pending, [aria-busy]").length, 0);
});

test("each request has its own id and says what it was meant for", async () => {
  ask("hold", { die: 1, held: true });
  ask("hold", { die: 2, held: true });
  await done("rolled");
  await done("rolled");
  assert.deepEqual(
    requests.map(({ body }) => [body.die, body.held, body.expected]),
    [
      [1, true, "game/rolled"],
      [2, true, "game/rolled"],
    ],
  );
  const [first, second] = requests.map(({ body }) => body.request);
  assert.match(first, /^[0-9a-f]{24}$/);
  assert.notEqual(first, second);
});

test("a refused tap springs back with its reason beside it, and drops what was tapped upon it", async () => {
  ask("hold", { die: 1, held: true });
  ask("throw");
  assert.equal(document.body.dataset.phase, "rolling");
  requests[0].answer(409, { error: "The game has moved on; look again." });
  await settle();
  assert.deepEqual(
    [die(1).getAttribute("aria-pressed"), document.body.dataset.phase, pending()],
    ["false", "rolled", "0"],
  );
  assert.equal(shown(".refusal-note").textContent, "The game has moved on; look again.");
  assert.equal(
    shown("#toast").textContent,
    "The game has moved on; look again. What you tapped after that was not done.",
  );
  assert.equal(requests.length, 1);

  hear(newer("written")); // why it was refused: the reason can still be read
  assert.equal(shown("#toast").hidden, false);
  ask("undo");
  assert.equal(shown(".refusal-note").hidden, true);
  await done("rolled");
});

test("what can be meant only once is sent once", async () => {
  ask("write", { box: "threes", strike: false });
  ask("write", { box: "threes", strike: false });
  ask("write", { box: "fives", strike: false });
  assert.equal(shown("tr[data-key=threes] td.is-pending").textContent, "9");
  await done("written");
  assert.deepEqual([requests.length, pending()], [1, "0"]);
});

test("an older view tells what is done, but is not shown", async () => {
  const older = newer("rolled");
  hear(newer("held"));
  ask("hold", { die: 0, held: true });
  hear({ ...older, done: { [requests[0].body.request]: "game/held" } });
  await settle();
  assert.deepEqual([die(1).getAttribute("aria-pressed"), pending()], ["true", "0"]);
  version = 1;
  hear(newer("rolled"), true); // of a program that was started again
  assert.equal(die(1).getAttribute("aria-pressed"), "false");
  version = 100;
});

test("people are told that the line is lost, what may be wrong, and nothing any more once it is back", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  shown("#toast").hidden = true;
  ask("hold", { die: 1, held: true });
  for (const [tries, pause] of [250, 500, 1000].entries()) {
    requests[tries].lose();
    await settle();
    assert.equal(shown("#offline").hidden, false);
    assert.equal(shown("#toast").hidden, tries < 2);
    t.mock.timers.tick(pause);
    await settle();
  }
  assert.match(shown("#toast").textContent ?? "", /^The table doesn't answer/);
  requests[3].answer(503, { error: "The table has been shut down." });
  await settle();
  connect(true);
  await settle();
  assert.equal(requests.length, 5);
  requests[4].lose();
  await settle();
  connect(false);
  connect(true);
  await settle();
  assert.equal(requests.length, 6);
  assert.equal(new Set(requests.map(({ body }) => body.request)).size, 1);
  await done("held");
  assert.deepEqual([shown("#offline").hidden, shown("#toast").hidden, pending()], [true, true, "0"]);
});
