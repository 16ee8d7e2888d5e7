// The live tray while dice roll.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, gameView, open } from "./page.js";

open("game");
const { followRoll, rollingPicture } = await import("../../../web_ui/static/game/rolling.js");
const { tray } = await import("../../../web_ui/static/game/tray.js");

/** @type {number[]} */
const painted = [];
/** @type {string[]} */
const asked = [];
let open_ = 0;
let most = 0;
/** @type {(frame: number) => Promise<{ status: number, headers: Map<string, string>, blob: () => Promise<number> }>} */
let answer = async () => ({ status: 204, headers: new Map(), blob: async () => 0 });

/** @param {number} frame */
const frame = (frame) => ({
  status: 200,
  headers: new Map([["X-Frame", String(frame)]]),
  blob: async () => frame,
});

Reflect.set(globalThis, "fetch", async (/** @type {string} */ address) => {
  asked.push(address);
  most = Math.max(most, (open_ += 1));
  try {
    return await answer(Number(address.split("=")[1]));
  } finally {
    open_ -= 1;
  }
});
Reflect.set(globalThis, "createImageBitmap", async (/** @type {number} */ of) => ({
  of,
  width: 400,
  height: 300,
  close() {},
}));
HTMLCanvasElement.prototype.getContext = /** @type {any} */ (
  () => ({ drawImage: (/** @type {{ of: number }} */ { of }) => painted.push(of) })
);
/** @param {boolean} reduced */
const motion = (reduced) => Reflect.set(globalThis, "matchMedia", () => ({ matches: reduced }));
const turn = () => new Promise((next) => setTimeout(next, 0));

test("the felt shows it only while dice roll", async () => {
  assert.ok((await drawn(tray(gameView("rolling"), null))).querySelector("canvas[hidden]"));
  assert.equal((await drawn(tray(gameView("rolled"), null))).querySelector("canvas"), null);
});

test("one picture is asked for after the other, each after the one that is shown", async () => {
  motion(false);
  const root = await drawn(rollingPicture());
  document.body.append(root);
  answer = async (after) => frame(after + 7); // the page was too slow for six of seven
  followRoll(true);
  followRoll(true);
  while (painted.length < 3) await turn();
  followRoll(false);
  assert.deepEqual(painted.slice(0, 3), [7, 14, 21]);
  assert.deepEqual(asked.slice(0, 3), ["/rolling.jpg?after=0", "/rolling.jpg?after=7", "/rolling.jpg?after=14"]);
  assert.equal(most, 1);
  const canvas = root.querySelector("canvas");
  assert.deepEqual([canvas?.width, canvas?.height, canvas?.hidden], [400, 300, false]);
  root.remove();
});

test("what was asked for before the dice lay still is not painted", async () => {
  const root = await drawn(rollingPicture());
  document.body.append(root);
  painted.length = 0;
  /** @type {(value: ReturnType<typeof frame>) => void} */
  let send = () => {};
  answer = () => new Promise((resolve) => (send = resolve));
  followRoll(true);
  await turn();
  followRoll(false);
  send(frame(99));
  await turn();
  assert.deepEqual(painted, []);
  root.remove();
});

test("who asks for less motion is left with the words", async () => {
  motion(true);
  asked.length = 0;
  followRoll(true);
  await turn();
  assert.deepEqual(asked, []);
});
