// The seats of the start form: their order, and what the table refuses of them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { attributes, open, texts, view } from "./page.js";

const { Event } = open("game");
const { setPreference } = await import("../../../web_ui/static/lib/preferences.js");
const { showFaults } = await import("../../../web_ui/static/start/faults.js");
const { chosen, formActions, layOut } = await import("../../../web_ui/static/start/form.js");
const { placeAt } = await import("../../../web_ui/static/start/order.js");
const { start, startAgain } = await import("../../../web_ui/static/start/starting.js");

/** @param {string} selector */
function element(selector) {
  const found = document.querySelector(selector);
  assert.ok(found instanceof HTMLElement, selector);
  return found;
}

/** @param {string} selector */
function tap(selector) {
  const button = element(selector);
  button.focus();
  formActions[button.dataset.do ?? ""](button);
}

const names = () => chosen().players.map(({ name }) => name);

/** @type {{ address: string, body: unknown }[]} */
let asked = [];
/** @param {number} status @param {object} answer */
function answering(status, answer) {
  asked = [];
  globalThis.fetch = async (address, request) => {
    const body = JSON.parse(String(request?.body));
    delete body.request; // its id, and the moment it is meant for
    delete body.expected;
    asked.push({ address: String(address), body });
    return new Response(JSON.stringify(answer), { status });
  };
}

beforeEach(() => {
  setPreference("start", "");
  layOut(view("start"));
  tap("#seat-add");
});

test("what is dragged stands after all whose middles it has passed", () => {
  assert.equal(placeAt(10, [30, 80, 130]), 0);
  assert.equal(placeAt(81, [30, 80, 130]), 2);
  assert.equal(placeAt(500, [30, 80, 130]), 3);
  assert.equal(placeAt(10, []), 0);
});

test("buttons move a seat, keep the focus, and say where it is", () => {
  tap("#seats .seat:nth-child(1) .seat-down");
  assert.deepEqual(names(), ["Player 2", "Player 1", "Player 3"]);
  assert.equal(document.activeElement, element("#seats .seat:nth-child(2) .seat-down"));
  assert.equal(element("#spoken").textContent, "Player 1 is now player 2 of 3");
  tap("#seats .seat:nth-child(2) .seat-down");
  assert.deepEqual(names(), ["Player 2", "Player 3", "Player 1"]);
  assert.equal(document.activeElement, element("#seats .seat:nth-child(3) .seat-up"), "down is of no more use");
  assert.deepEqual(attributes(document, "#seats .seat-up", "disabled"), ["", null, null]);
  assert.deepEqual(attributes(document, "#seats .seat-down", "aria-label"), [
    "Move Player 2 down",
    "Move Player 3 down",
    "Move Player 1 down",
  ]);
});

test("a fault is said beside its field, which gets the focus, until it is mended", () => {
  showFaults({ "players.1.name": "Two players are called Ann.", "players.2.name": "A player has no name." });
  const [second, third] = [element("#seats .seat:nth-child(2) input"), element("#seats .seat:nth-child(3) input")];
  assert.equal(document.activeElement, second);
  for (const [name, sentence] of /** @type {const} */ ([
    [second, "Two players are called Ann."],
    [third, "A player has no name."],
  ])) {
    assert.equal(name.getAttribute("aria-invalid"), "true");
    assert.equal(document.getElementById(name.getAttribute("aria-describedby") ?? "")?.textContent, sentence);
  }
  second.dispatchEvent(new Event("input", { bubbles: true }));
  assert.equal(second.hasAttribute("aria-invalid"), false);
  assert.deepEqual(texts(document, ".fault"), ["A player has no name."]);
  showFaults({});
  assert.deepEqual(texts(document, ".fault"), []);
});

test("every field that the table may refuse has its place", () => {
  const fields = ["players", "players.0.colour", "players.0.opponent", "players.9.name", "rules", "faces", "coach"];
  for (const field of [...fields, "cocked", "options.no-such-option"]) {
    showFaults({ [field]: field });
    assert.deepEqual(texts(document, ".fault"), [field]);
    const control = element("[aria-invalid=true]");
    assert.equal(document.activeElement, control, field);
    assert.ok(control.closest("details")?.open ?? true, field);
  }
});

test("a refused start is said beside the fields, too", async () => {
  const sentence = "Two players are called Ann. Give each a different name.";
  answering(409, { error: sentence, faults: { "players.1.name": sentence } });
  await start();
  assert.deepEqual(asked, [{ address: "/api/start", body: chosen() }]);
  assert.equal(element("#toast").textContent, sentence);
  assert.equal(document.activeElement, element("#seats .seat:nth-child(2) input"));
  answering(409, { error: "A game is being played at this table." });
  await start();
  assert.deepEqual(texts(document, ".fault"), []);
});

test("the last game starts again as it was, whatever the form says", async () => {
  const over = view("over");
  layOut(over);
  tap("#seat-add");
  answering(409, { error: "Not now.", faults: { "players.0.name": "No." } });
  await startAgain();
  assert.deepEqual(asked, [{ address: "/api/start", body: over.last?.start }]);
  assert.deepEqual(texts(document, ".fault"), [], "the faults are not those of the form");
});
