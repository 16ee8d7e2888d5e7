// Taps that wait for the table: their order, what comes of lost answers and refusals, and what the page shows meanwhile.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { gameView, open } from "./page.js";

open("game");
const { NoAnswer, Refused, sentenceOf } = await import("../../../web_ui/static/lib/api.js");
const { TapQueue } = await import("../../../web_ui/static/game/queue.js");
const { predicted } = await import("../../../web_ui/static/game/predict.js");

/** @typedef {import("../../../web_ui/static/game/queue.js").Tap} Tap */
/** @typedef {import("../../../web_ui/static/lib/views.js").View} View */
/** @typedef {{ tap: { id: string, action: string, body: any, expected: string }, came: boolean }} Sent */

/** A table that holds dice, and whose other actions move the game on; it answers when it is told to. */
class Table {
  /** @type {string[]} */
  did = [];
  /** @type {boolean[]} */
  held = [false, false, false, false, false];
  moves = 1;
  /** @type {Map<string, string>} */
  #outcomes = new Map();

  get moment() {
    return `game/${this.moves}`;
  }

  /** @returns {View} */
  view() {
    const done = Object.fromEntries([...this.#outcomes].filter(([, outcome]) => outcome.startsWith("game/")));
    return { ...gameView("rolled"), moment: this.moment, done };
  }

  /**
   * What comes of a request, done once however often it comes.
   * @param {Sent["tap"]} tap
   */
  handle({ id, action, body, expected }) {
    if (!this.#outcomes.has(id)) this.#outcomes.set(id, this.#do(action, body, expected));
    const outcome = this.#outcomes.get(id) ?? "";
    if (!outcome.startsWith("game/")) throw new Refused(outcome);
    return this.view();
  }

  /** @param {string} action @param {any} body @param {string} expected */
  #do(action, body, expected) {
    if (expected !== this.moment) return "The game has moved on.";
    if (action === "strike") return "No box is struck here.";
    this.did.push(action === "hold" ? `hold ${body.die} ${body.held}` : action);
    if (action === "hold") this.held[body.die] = body.held;
    else this.moves += 1;
    return this.moment;
  }
}

/** @type {Table} */
let table;
/** @type {Sent[]} */
let sent;
/** @type {((how: "done" | "lost" | "unheard") => void)[]} */
let lines;
/** @type {string[][]} */
let refused;
/** @type {number[]} */
let heard;
/** @type {View | null} */
let shown;
/** @type {InstanceType<typeof TapQueue>} */
let queue;

beforeEach(() => {
  table = new Table();
  [sent, lines, refused, heard, shown] = [[], [], [], [], null];
  queue = new TapQueue({
    send: (tap) =>
      new Promise((resolve, reject) => {
        sent.push({ tap: { id: tap.id, action: tap.action, body: tap.body, expected: tap.expected }, came: false });
        const own = sent[sent.length - 1];
        lines.push((how) => {
          try {
            const view = how === "unheard" ? null : table.handle(own.tap);
            own.came = how !== "unheard";
            if (how === "done" && view !== null) resolve(view);
            else reject(new NoAnswer("The table doesn't answer."));
          } catch (error) {
            if (how === "done") reject(error);
            else reject(new NoAnswer("The table doesn't answer."));
          }
        });
      }),
    answered: (view) => {
      shown = view;
    },
    refused: (taps, error) => refused.push([sentenceOf(error), ...taps.map((tap) => tap.action)]),
    heard: (tries) => heard.push(tries),
  });
});

/** Let everything that waits for a promise go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * What was sent last is answered, or its answer is lost, or it is not heard at all.
 * @param {"done" | "lost" | "unheard"} [how]
 */
async function answer(how = "done") {
  lines[lines.length - 1](how);
  await settle();
}

/** @param {number} die @param {boolean} held */
const hold = (die, held) => queue.add("hold", { die, held }, table.moment);

test("taps go out in order, one after the other", async () => {
  for (const die of [0, 1, 2, 3]) hold(die, true);
  for (const count of [1, 2, 3, 4]) {
    assert.equal(sent.length, count);
    await answer();
  }
  assert.deepEqual(table.did, ["hold 0 true", "hold 1 true", "hold 2 true", "hold 3 true"]);
  assert.equal(new Set(sent.map(({ tap }) => tap.id)).size, 4);
  assert.equal(queue.waiting, 0);
  assert.equal(shown?.moment, "game/1");
});

test("a tap on one die twice ends where it began", async () => {
  hold(2, true);
  hold(2, false);
  await answer();
  await answer();
  assert.deepEqual(table.did, ["hold 2 true", "hold 2 false"]);
});

test("what was tapped upon a pending tap is meant for the moment after it", async () => {
  const undo = () => queue.add("undo", {}, "game/1");
  undo();
  undo();
  await answer();
  await answer();
  assert.deepEqual(
    sent.map(({ tap }) => tap.expected),
    ["game/1", "game/2"],
  );
  assert.deepEqual(table.did, ["undo", "undo"]);
  assert.deepEqual(refused, []);
});

test("a tap whose answer is lost is sent again with the same id, and done once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let settled = false;
  hold(0, true).then(() => (settled = true));
  hold(1, true);
  for (const [index, pause] of [250, 500, 1000, 2000, 4000, 4000].entries()) {
    await answer(index % 2 ? "lost" : "unheard");
    t.mock.timers.tick(pause - 1);
    await settle();
    assert.equal(sent.length, index + 1);
    t.mock.timers.tick(1);
    await settle();
    assert.equal(sent.length, index + 2);
  }
  assert.equal(settled, false);
  await answer();
  await answer();
  assert.equal(settled, true);
  assert.deepEqual(table.did, ["hold 0 true", "hold 1 true"]);
  assert.equal(new Set(sent.slice(0, 7).map(({ tap }) => tap.id)).size, 1);
  assert.deepEqual(heard, [1, 2, 3, 4, 5, 6, 0, 0]);
});

test("as soon as the table can be reached again a tap is sent again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  hold(0, true);
  queue.hurry();
  await answer("unheard");
  queue.hurry();
  await settle();
  assert.equal(sent.length, 2);
  await answer();
  assert.deepEqual(table.did, ["hold 0 true"]);
});

test("the stream may tell that a tap is done before its answer, or instead of it", async () => {
  queue.add("undo", {}, "game/1");
  queue.add("undo", {}, "game/1");
  table.handle(sent[0].tap);
  queue.settle(table.view());
  await settle();
  assert.deepEqual([sent.length, sent[1].tap.expected], [2, "game/2"]);
  await answer();
  lines[0]("done");
  await settle();
  assert.deepEqual(table.did, ["undo", "undo"]);
  assert.deepEqual([queue.waiting, refused], [0, []]);
});

test("the stream may tell that a tap is done while it waits to be sent again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  hold(0, true);
  await answer("lost");
  queue.settle(table.view());
  await settle();
  assert.deepEqual([sent.length, queue.waiting, heard], [1, 0, [1, 0]]);
});

test("what was tapped upon a refused tap is dropped with it and never sent", async () => {
  hold(0, true);
  queue.add("strike", {}, table.moment);
  queue.add("write", { box: "ones" }, table.moment);
  const last = hold(1, true);
  await answer();
  await answer();
  await last;
  assert.deepEqual(refused, [["No box is struck here.", "strike", "write", "hold"]]);
  assert.deepEqual(table.did, ["hold 0 true"]);
  assert.deepEqual([sent.length, queue.waiting], [2, 0]);
});

test("what was tapped upon what the table shows now is kept when an older tap is refused", async () => {
  queue.add("write", { box: "ones" }, "game/0");
  queue.add("hold", { die: 1, held: true }, "game/1");
  assert.deepEqual(
    queue.shown("game/1").map(({ action }) => action),
    ["hold"],
  );
  await answer();
  await answer();
  assert.deepEqual(refused, [["The game has moved on.", "write"]]);
  assert.deepEqual(table.did, ["hold 1 true"]);
});

test("a write that was meant for another turn is not done in this one", async () => {
  queue.add("undo", {}, table.moment);
  queue.add("write", { box: "ones" }, table.moment);
  await answer();
  table.moves += 1; // somebody else was faster
  await answer();
  assert.deepEqual(table.did, ["undo"]);
  assert.deepEqual(refused, [["The game has moved on.", "write"]]);
});

test("however lines fail, every tap is done once, in order, or refused", async (t) => {
  let seed = 7;
  const random = (/** @type {number} */ below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (let burst = 0; burst < 300; burst += 1) {
    const meant = [];
    let answered = 0;
    table.did = [];
    for (let step = 0; queue.waiting > 0 || meant.length < 12; step += 1) {
      const die = random(5);
      if (random(3) > 0 && meant.length < 12) {
        const undone = random(6) === 0;
        const held = random(2) === 0;
        meant.push(undone ? "undo" : `hold ${die} ${held}`);
        if (undone) queue.add("undo", {}, table.moment);
        else hold(die, held);
      } else if (lines.length > answered) {
        answered = lines.length;
        await answer(/** @type {const} */ (["done", "done", "lost", "unheard"])[random(4)]);
        if (random(4) === 0) queue.settle(table.view());
      }
      t.mock.timers.tick(4000);
      await settle();
      assert.ok(step < 1000, "the queue never comes to its end");
    }
    // a tap upon an old moment is refused where the table was not heard to have moved on: here none is
    assert.deepEqual([...table.did, ...refused.flatMap(([, ...actions]) => actions)].length, meant.length);
    if (refused.length === 0) assert.deepEqual(table.did, meant);
    [sent.length, lines.length, refused.length] = [0, 0, 0];
  }
});

test("held dice, lamps and the throw button are shown as they will be", () => {
  const view = gameView("rolled");
  const all = [0, 1, 2, 3, 4].map((die) => tap("hold", { die, held: true }));
  const one = predicted(view, all.slice(1, 2));
  assert.deepEqual(held(one), [false, true, false, false, false]);
  assert.deepEqual(one.panel.lamps, [false, true, false, false, false]);
  assert.deepEqual(one.hand, [null, 3, null, null, null]);
  assert.equal(one.can.throw, true);
  assert.equal(predicted(view, all).can.throw, false);
  assert.deepEqual(held(predicted(view, [...all, tap("press", { button: 4, held: false })])), [
    true,
    true,
    true,
    true,
    false,
  ]);
  assert.deepEqual(held(view), [false, false, false, false, false]);
  assert.equal(predicted(view, [tap("press", { button: 4 })]), view);
});

test("a written box is shown, and nothing else can be done until the table says what comes next", () => {
  const view = gameView("rolled");
  const after = predicted(view, [tap("write", { box: "threes", strike: false })]);
  const threes = boxes(after).find((row) => row.box === "threes")?.cells[0];
  assert.deepEqual(threes?.slots, [{ mark: "9", points: 9, struck: false, extra: 0, photo: null }]);
  assert.ok(boxes(after).every((row) => row.cells.every((cell) => cell.tap === null)));
  assert.deepEqual(
    Object.entries(after.can).filter(([, may]) => may),
    [["undo", true]],
  );
});

test("an undo takes one step back, and another only while there are more", () => {
  const view = gameView("written");
  const { steps } = view.game;
  const undos = Array.from({ length: steps }, () => tap("undo", {}));
  assert.equal(predicted(view, undos.slice(1)).can.undo, true);
  assert.equal(predicted(view, undos).can.undo, false);
});

test("thrown dice tumble at once around those that are held", () => {
  const after = predicted(gameView("held"), [tap("throw", {})]);
  assert.equal(after.phase, "rolling");
  assert.deepEqual(
    after.places.map(({ state }) => state),
    ["tumbling", "lying", "tumbling", "tumbling", "tumbling"],
  );
  assert.equal(after.can.throw || after.can.hold || after.can.undo, false);
});

test("a face that a player names is shown", () => {
  const corrected = predicted(gameView("rolled"), [tap("correct", { die: 0, value: 5 })]).places[0];
  assert.deepEqual([corrected.state, "face" in corrected && corrected.face], ["lying", "5"]);
  const named = predicted(gameView("unsure"), [tap("name-face", { die: 3, value: 6 })]).places[3];
  assert.deepEqual([named.state, "face" in named && named.face], ["seen", "6"]);
});

/** @param {string} action @param {object} body @returns {Tap} */
const tap = (action, body) => ({
  id: "",
  action,
  body,
  expected: "",
  after: null,
  place: null,
  settled: mock.fn(),
});
/** @param {View} view */
const held = (view) => view.places.map((place) => place.state === "lying" && place.held);
/** @param {View} view */
const boxes = (view) => (view.game?.rows ?? []).filter((row) => row.kind === "box");

test("the clock stops with the finger, not with the answer", () => {
  const view = gameView("clocked");
  assert.equal(view.game.clockRuns, true);
  for (const [action, body] of /** @type {[string, object][]} */ ([
    ["pause", { paused: true }],
    ["throw", {}],
    ["write", { box: "chance", strike: false }],
  ])) {
    assert.equal(predicted(view, [tap(action, body)]).game?.clockRuns, false, action);
  }
  assert.equal(predicted(view, [tap("hold", { die: 0, held: true })]).game?.clockRuns, true);
});
