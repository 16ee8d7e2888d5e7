// The steps of the setup: what they draw of what the table tells, and what they ask of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, open, step, texts } from "./page.js";

open("setup");
const { makeStage } = await import("../../../web_ui/static/setup/stage.js");
const { STEPS } = await import("../../../web_ui/static/setup/steps.js");

const stage = makeStage();

/**
 * A step's script and card, with what it asked of the table.
 * @param {string} id
 */
function made(id) {
  const panel = document.getElementById(`step-${id}`);
  assert.ok(panel);
  /** @type {[string, object | undefined][]} */
  const asked = [];
  const script = STEPS[id]({
    panel,
    stage,
    act: async (action, body) => {
      asked.push([action, body]);
      return true;
    },
    refresh: () => asked.push(["refresh", undefined]),
  });
  /** @param {string} selector */
  const tap = (selector) => {
    const button = panel.querySelector(selector);
    assert.ok(button instanceof HTMLElement, selector);
    button.click();
  };
  return { panel, asked, tap, script };
}

test("cameras are shown by pictures, and one is chosen by a tap", () => {
  const { panel, asked, tap, script } = made("camera");
  script.enter?.();
  script.draw?.(step("camera"));
  assert.deepEqual(texts(panel, ".camera .name"), [
    "Simulated tray (the same throws each time)",
    "USB camera 0",
    "Folder of photos",
  ]);
  assert.deepEqual(attributes(panel, ".camera", "aria-checked"), ["true", "false", "false"]);
  const [first] = attributes(panel, ".camera img", "src");
  tap("[data-spec='usb:0']");
  tap("[data-again]");
  script.draw?.(step("camera"));
  assert.deepEqual(asked, [
    ["choose", { spec: "usb:0" }],
    ["refresh", undefined],
  ]);
  assert.notEqual(attributes(panel, ".camera img", "src")[0], first);
});

test("four corners are moved and saved", async () => {
  const { panel, asked, tap, script } = made("tray");
  script.enter?.();
  script.draw?.(step("tray"));
  tap("[data-method=corners]");
  const handles = [...document.querySelectorAll(".handle")];
  assert.equal(handles.length, 4);
  handles[0].dispatchEvent(new window.KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true }));
  assert.deepEqual(texts(panel, "[data-note]"), ["Moved but not saved yet."]);
  tap("[data-for=corners] [data-save]");
  await Promise.resolve();
  assert.deepEqual(asked, [
    [
      "mark",
      {
        outline: [
          [0.1 + 0.05, 0.1],
          [0.9, 0.1],
          [0.9, 0.9],
          [0.1, 0.9],
        ],
      },
    ],
  ]);
});

test("a source that is no camera has nothing to lock", () => {
  const { panel, asked, tap, script } = made("lock");
  script.draw?.({ ...step("lock"), facts: { camera: false } });
  assert.equal(panel.querySelector("[data-again]")?.hasAttribute("hidden"), true);
  script.draw?.({ ...step("lock"), facts: { camera: true } });
  assert.equal(panel.querySelector("[data-again]")?.hasAttribute("hidden"), false);
  tap("[data-again]");
  assert.deepEqual(asked, [["again", undefined]]);
});

test("a rail is chosen by its side, made wider and saved", async () => {
  const { panel, asked, tap, script } = made("rail");
  script.enter?.();
  script.draw?.(step("rail"));
  tap("[data-side=top]");
  assert.deepEqual(texts(panel, "[data-note]"), ["Not saved yet."]);
  assert.equal(document.querySelectorAll("#overlay .rail.fresh").length, 1);
  tap("[data-wider='-1']");
  tap("[data-save]");
  assert.deepEqual(asked, [["mark", { side: "top", width: 1 }]]);
});

test("dice are chosen, and a new set is named", () => {
  const { panel, asked, tap, script } = made("dice");
  script.enter?.();
  script.draw?.(step("dice"));
  assert.equal(panel.querySelector("[data-for=choice]")?.hasAttribute("hidden"), false);
  tap("[data-new]");
  assert.equal(panel.querySelector("[data-for=naming]")?.hasAttribute("hidden"), false);
  tap("[data-kind=pips]");
  const field = panel.querySelector("[data-name]");
  assert.ok(field instanceof HTMLInputElement);
  assert.notEqual(field.value, "");
  tap("[data-begin]");
  assert.deepEqual(asked, [["begin", { name: field.value, kind: "pips" }]]);
});

test("a lesson shows the dice that lie, and takes the face that is tapped", () => {
  const { panel, asked, tap, script } = made("dice");
  script.draw?.(step("lesson"));
  assert.deepEqual(texts(panel, ".cutout .badge"), ["9", "9"]);
  assert.deepEqual(texts(panel, "[data-keys] .looks"), ["2 / 3", "0 / 3", "0 / 3", "0 / 3", "0 / 3", "0 / 3"]);
  assert.deepEqual(attributes(panel, ".cutout", "aria-pressed"), ["false", "false", "true"]);
  tap("[data-keys] [data-face='10']");
  assert.deepEqual(asked, [["show", { face: "10", dice: [2] }]]);
});

test("test throws are shown as they were read, and put right by taps", () => {
  const { panel, asked, tap, script } = made("throws");
  script.draw?.(step("untried"));
  assert.equal(panel.querySelectorAll(".throw").length, 0);
  script.draw?.(step("throws"));
  assert.equal(panel.querySelectorAll(".throw").length, 5);
  const first = "[data-throw-number='0']";
  assert.deepEqual(texts(panel, `${first} .badge`), ["1", "2", "3 → 6", "4", "5"]);
  assert.equal(panel.querySelectorAll("[data-throw-number='1'] .doubtful").length, 5);
  assert.deepEqual(attributes(panel, "[data-throw-number='3'] [data-missed]", "data-missed"), ["2", "0"]);
  assert.ok(panel.querySelectorAll("[data-report] tbody tr").length > 0);
  tap(`${first} [data-die='1']`);
  assert.deepEqual(texts(panel, ".truth p"), ["What does die 2 really show?"]);
  tap(".truth [data-face='5']");
  tap("[data-throw-number='4'] .throw-actions button:last-child");
  assert.deepEqual(asked, [
    ["truth", { throw: 0, die: 1, face: "5" }],
    ["leave-out", { throw: 4 }],
  ]);
});

test("lamps are lit one after the other, and the button pressed last is shown", () => {
  const { panel, asked, tap, script } = made("panel");
  script.draw?.(step("panel"));
  assert.equal(panel.querySelectorAll(".lamp-button.is-lit").length, 1);
  assert.deepEqual(texts(panel, "[data-last]"), ["Button 3 was pressed last."]);
  assert.deepEqual(attributes(panel, ".panel-button.seen", "data-button"), ["2"]);
  tap("[data-next-lamp]");
  tap("[data-button='0']");
  script.leave?.();
  assert.deepEqual(asked, [
    ["light", { lamp: 2 }],
    ["press", { button: 0 }],
    ["stop", undefined],
  ]);
});
