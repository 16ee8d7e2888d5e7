// The page without a pointer: single keys, arrows in the card, and where the focus goes.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gameView, open, view } from "./page.js";

const window = open("game");
const { document } = window;
/** @type {string[]} */
const pressed = [];
await import("../../../web_ui/static/game/device.js");
const { buttonOf } = await import("../../../web_ui/static/game/shortcuts.js");
const { show } = await import("../../../web_ui/static/game/table.js");
const { setSwitch } = await import("../../../web_ui/static/lib/preferences.js");

/** @param {string} name */
const draw = (name) => show(view(name));
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id;
/** @param {string} label */
const labelled = (label) => /** @type {HTMLElement} */ (document.querySelector(`[aria-label="${label}"]`));
/** The buttons that were pressed since the last time. */
const presses = () => pressed.splice(0);
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof window.HTMLButtonElement)) return;
  const { do: action, die, value } = target.dataset;
  pressed.push([action, die ?? value].join(" ").trim());
});

/**
 * Press a key where the focus is; false where the page keeps the browser from doing what it would.
 * @param {string} key
 * @param {KeyboardEventInit} [more]
 */
function press(key, more = {}) {
  const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  return (document.activeElement ?? document.body).dispatchEvent(event);
}

beforeEach(() => {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  setSwitch("shortcuts", true);
  const another = gameView("throw");
  another.game.id = "another game";
  show(another);
  draw("rolled");
  document.getElementById("turn-of")?.focus();
  presses();
});

test("keys do what buttons do", () => {
  press("2");
  assert.deepEqual(presses(), ["hold 1"]);
  press(" ");
  assert.deepEqual(presses(), ["throw"]);
  press("u");
  assert.deepEqual(presses(), ["undo"]);
  press("г", { code: "KeyU" });
  assert.deepEqual(presses(), ["undo"]);
  press("é", { code: "Digit2" });
  assert.deepEqual(presses(), ["hold 1"]);
});

test("a key without its button does nothing", () => {
  draw("rolling");
  for (const key of ["1", "6", " ", "u", "x"]) press(key);
  assert.deepEqual(presses(), []);
  assert.equal(buttonOf({ key: "7", code: "Digit7" }), null);
  assert.equal(buttonOf({ key: "g", code: "KeyU" }), null, "a letter is what is printed on its key");
});

test("digits enter faces where faces are entered by hand", () => {
  draw("lost");
  press("4");
  assert.deepEqual(presses(), ["hand-add 4"]);
});

test("keys mean nothing with another key, held down, or turned off", () => {
  for (const key of ["ctrlKey", "altKey", "metaKey", "shiftKey", "repeat", "isComposing"]) press("1", { [key]: true });
  setSwitch("shortcuts", false);
  for (const key of ["1", " ", "u", "?", "ArrowDown"]) press(key);
  assert.deepEqual(presses(), []);
  assert.equal(focused(), "turn-of");
  assert.equal(document.querySelector("dialog[open]"), null);
});

test("keys mean nothing while somebody writes or a dialog waits", () => {
  const field = document.createElement("input");
  document.body.append(field);
  field.focus();
  assert.equal(press("1"), true);
  field.remove();
  document.getElementById("turn-of")?.focus();
  press("?", { shiftKey: true });
  assert.equal(document.querySelector("dialog[open]")?.id, "shortcuts");
  press("1");
  assert.deepEqual(presses(), []);
});

test("space on a button is the button's own", () => {
  labelled("Die 1 shows 2, tap to hold").focus();
  assert.equal(press(" "), true);
  assert.deepEqual(presses(), []);
});

test("an Enter that is held down presses its button once", () => {
  labelled("Score 0 in Sixes").focus();
  assert.equal(press("Enter"), true);
  assert.equal(press("Enter", { repeat: true }), false);
});

test("arrows lead into the card, to the first box that can be scored, and from box to box", () => {
  press("ArrowDown");
  assert.equal(focused(), "Score 0 in Ones");
  press("ArrowDown");
  press("ArrowDown", { repeat: true });
  assert.equal(focused(), "Score 9 in Threes");
  press("ArrowUp");
  assert.equal(focused(), "Score 2 in Twos");
  press("ArrowRight");
  assert.equal(document.activeElement?.tagName, "TD", "Ben's cell, with nothing in it");
  press("Home");
  assert.equal(focused(), "Score 2 in Twos");
  press("End");
  assert.equal(document.activeElement?.tagName, "TD");
  press("ArrowDown", { ctrlKey: true });
  press("ArrowRight");
  press("ArrowLeft");
  press("ArrowUp");
  press("ArrowUp");
  assert.equal(focused(), "Score 0 in Ones", "the first row is the last upwards");
});

test("the card is one stop of the Tab key, in the column of whoever is to move", () => {
  assert.deepEqual(
    [...document.querySelectorAll("#sheet tr:first-child > *")].map((cell) => cell.getAttribute("role")).slice(0, 5),
    ["columnheader", "columnheader", "columnheader", "rowheader", "gridcell"],
  );
  const stops = () => [...document.querySelectorAll("#sheet [tabindex='0']")].map((stop) => stop.ariaLabel);
  assert.deepEqual(stops(), ["Score 0 in Ones"]);
  labelled("Score 9 in Threes").focus();
  draw("held");
  assert.equal(focused(), "Score 12 in Threes");
  assert.equal(stops().length, 1);
  draw("written");
  assert.deepEqual(stops(), ["Score 0 in Threes"]);
});

test("arrows from elsewhere lead back to the row, in the column of whoever is to move", () => {
  labelled("Score 2 in Twos").focus();
  press("ArrowRight");
  document.getElementById("turn-of")?.focus();
  press("ArrowDown");
  assert.equal(focused(), "Score 2 in Twos");
});

test("cells that the layout leaves out are passed over", () => {
  labelled("Score 2 in Twos").focus();
  for (const cell of document.querySelectorAll("#sheet td:last-child")) {
    Reflect.set(cell, "checkVisibility", () => false);
  }
  press("ArrowRight");
  assert.equal(focused(), "Score 9 in Threes");
  press("ArrowLeft");
  assert.equal(focused(), "Score 2 in Twos");
  press("End");
  assert.equal(focused(), "Score 2 in Twos");
  document.getElementById("sheet")?.replaceChildren();
});

test("every slot of a box is reached", () => {
  draw("slots");
  press("ArrowDown");
  const first = focused();
  press("ArrowRight");
  assert.notEqual(focused(), first);
});

test("what disappears hands the focus to the player's name", () => {
  const offer = labelled("Score 9 in Threes");
  offer.focus();
  draw("written");
  assert.equal(offer.isConnected, false, "a second Enter does not open the photo");
  assert.equal(focused(), "turn-of");
  const undo = /** @type {HTMLElement} */ (document.querySelector("[data-do=undo]"));
  undo.focus();
  const stuck = gameView("written");
  stuck.can.undo = false;
  show(stuck);
  assert.equal(focused(), "turn-of");
});

test("what stays keeps the focus, whatever goes before it", () => {
  draw("cocked");
  const undo = /** @type {HTMLElement} */ (document.querySelector("[data-do=undo]"));
  undo.focus();
  draw("rolled");
  assert.equal(undo.isConnected, true);
  assert.equal(document.activeElement, undo);
});

test("the end, faces to enter and the start have their own next thing", () => {
  labelled("Score 9 in Threes").focus();
  draw("over");
  assert.equal(focused(), "outcome");
  document.querySelector("[data-do=undo]")?.remove();
  draw("rolled");
  labelled("Die 1 shows 2, tap to hold").focus();
  draw("lost");
  assert.equal(focused(), "Add 1");
  draw("start");
  assert.equal(document.activeElement?.tagName, "H1");
});

test("a closed dialog leaves the focus where something is", () => {
  labelled("Die 1 shows 2, tap to hold").focus();
  press("?");
  draw("written");
  document.body.focus();
  document.querySelector("dialog")?.dispatchEvent(new window.Event("close"));
  assert.notEqual(document.activeElement, document.body);
});

test("this device has its switches, each with what it does", () => {
  const switches = [...document.querySelectorAll("#device [role=switch]")];
  assert.deepEqual(
    switches.map((one) => /** @type {HTMLInputElement} */ (one).checked),
    [false, false, true],
  );
  const notes = switches.map((one) => document.getElementById(one.getAttribute("aria-describedby") ?? "")?.textContent);
  assert.equal(notes[1], "This device has no voice for this language.");
  const [shortcuts] = switches.slice(-1);
  /** @type {HTMLInputElement} */ (shortcuts).click();
  press("?");
  assert.equal(document.querySelector("dialog[open]"), null);
});
