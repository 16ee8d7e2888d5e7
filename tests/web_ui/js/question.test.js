// Question cards, and the buttons for what a message names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, drawn, gameView, open, texts, view } from "./page.js";

open("game");
const { tray } = await import("../../../web_ui/static/game/tray.js");
const { controls } = await import("../../../web_ui/static/game/controls.js");
const { drawInto } = await import("../../../web_ui/static/lib/dom.js");
const { showNotices } = await import("../../../web_ui/static/lib/notice.js");

/**
 * What stands next to the message, the main button with a star.
 * @param {import("./page.js").GameView} shown
 * @param {(number | null)[] | null} [hand]
 */
async function offered(shown, hand = null) {
  const root = await drawn(tray(shown, hand));
  return [...root.querySelectorAll(".ways .button")].map(
    (button) => `${button.textContent}${button.classList.contains("primary") ? "*" : ""}`,
  );
}

test("an unsure die is enlarged, and ringed in the picture of the tray", async () => {
  const root = await drawn(tray(gameView("unsure"), null));
  assert.deepEqual(texts(root, ".prompt.asking"), ["What does die 4 from the left show?"]);
  assert.equal(root.querySelector(".tray-photo img")?.getAttribute("src"), "/pictures/roll-23361.jpg");
  assert.deepEqual(texts(root, ".spot"), ["4"]);
  assert.deepEqual(texts(root, ".spot.is-ringed"), ["4"]);
  const ring = root.querySelector(".spot.is-ringed");
  assert.ok(ring instanceof HTMLElement);
  assert.ok(Math.abs(Number(ring.style.getPropertyValue("--x")) - 445 / 640) < 0.001);
  assert.equal(root.querySelector(".close-up img")?.getAttribute("alt"), "Die 4, enlarged");
});

test("the likeliest answer comes first and is the large one", async () => {
  const root = await drawn(tray(gameView("unsure"), null));
  assert.deepEqual(attributes(root, ".answers button", "data-value"), ["6", "1", null]);
  assert.deepEqual(attributes(root, ".choice", "aria-label"), ["It is 6", "It is 1"]);
  assert.deepEqual(attributes(root, ".is-likely", "data-value"), ["6"]);
  assert.deepEqual(texts(root, "[data-do=name-other]"), ["Other…"]);
});

test("where too many faces are likely none is offered by itself", async () => {
  const shown = gameView("unsure");
  const place = shown.places[3];
  assert.ok(place.state === "unsure");
  place.choices = [1, 2, 3].map((value) => ({ value, face: String(value) }));
  const root = await drawn(tray(shown, null));
  assert.equal(root.querySelectorAll("[data-do=name]").length, 0);
  assert.deepEqual(texts(root, "[data-do=name-other]"), ["Face…"]);
});

test("of several unsure dice one is asked about at a time", async () => {
  const shown = gameView("unsure");
  const [first, , , other] = shown.places;
  assert.ok(first.state === "seen" && other.state === "unsure");
  Object.assign(first, { state: "unsure", asked: true, choices: other.choices });
  const root = await drawn(tray(shown, null));
  assert.deepEqual(texts(root, ".spot.is-ringed"), ["1"]);
  assert.equal(root.querySelectorAll(".close-up").length, 1);
  Object.assign(first, { state: "seen", asked: false, choices: [] });
  drawInto(root, tray(shown, null));
  assert.deepEqual(texts(root, ".spot.is-ringed"), ["4"]);
});

test("a question about dice that are not to be named shows them all below the picture", async () => {
  const root = await drawn(tray(gameView("cocked"), null));
  assert.deepEqual(texts(root, ".spot.is-ringed"), ["4"]);
  assert.equal(root.querySelectorAll(".places .seen").length, 5);
  assert.equal(root.querySelector(".answers"), null);
});

test("what settles a question stands next to it", async () => {
  const cocked = gameView("cocked");
  assert.deepEqual(await offered(cocked), ["Count these dice*", "Throw 1 die"]);
  cocked.places[3] = gameView("unsure").places[3];
  assert.deepEqual(
    await offered(cocked),
    ["Count these dice", "Throw 1 die"],
    "the likeliest face is the large button",
  );
  cocked.places[3] = gameView("cocked").places[3];
  cocked.can.accept = false;
  assert.deepEqual(await offered(cocked), ["Throw 1 die*"]);
  assert.ok(cocked.question);
  cocked.question.hold = [2];
  const root = await drawn(tray(cocked, null));
  assert.deepEqual(texts(root, ".ways .button"), ["Hold die 4", "Throw 1 die"]);
  assert.deepEqual(attributes(root, "[data-do=hold-asked]", "data-die"), ["2"]);
});

test("a lost camera offers to go on by hand, and the way to mend it", async () => {
  const lost = gameView("lost");
  assert.deepEqual(await offered(lost, lost.hand), ["Set up the camera"], "faces are being entered already");
  assert.deepEqual(await offered({ ...lost, phase: "rolled" }), ["Enter by hand*", "Set up the camera"]);
});

test("a notice leads to the step that puts it right", () => {
  showNotices({
    ...view("rolled"),
    notices: [
      { text: "The camera was moved.", step: "tray" },
      { text: "The setup page is using the tray.", step: "" },
    ],
  });
  const game = document.querySelector("#game [data-notices]");
  assert.ok(game);
  assert.deepEqual(texts(game, "li span"), ["The camera was moved.", "The setup page is using the tray."]);
  assert.deepEqual(attributes(game, "li a", "href"), ["/setup#tray", "/setup"]);
  assert.deepEqual(texts(game, "li a"), ["Mark the tray", "Set up"]);
});

const BUTTONS = /** @type {const} */ ({ accept: "accept", enter: "hand-open", throw: "throw", stand: "stand" });
const CAN = /** @type {(keyof typeof BUTTONS)[]} */ (Object.keys(BUTTONS));

for (const name of ["throw", "rolled", "held", "unsure", "cocked", "lost", "hands"]) {
  test(`whatever can be done has its button, and nothing else: ${name}`, async () => {
    for (let chosen = 0; chosen < 2 ** CAN.length; chosen += 1) {
      const shown = gameView(name);
      CAN.forEach((what, bit) => (shown.can[what] = Boolean(chosen & (2 ** bit))));
      const root = await drawn(tray(shown, null), controls(shown, null, false));
      for (const what of CAN) {
        const found = root.querySelectorAll(`[data-do=${BUTTONS[what]}]:not(:disabled)`);
        assert.equal(found.length, Number(shown.can[what]), `${what} with ${JSON.stringify(shown.can)}`);
      }
    }
  });
}
