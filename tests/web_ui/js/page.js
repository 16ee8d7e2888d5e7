// A page without a browser: the HTML that the server sends, in a DOM of jsdom, and views of real games.

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after } from "node:test";

const require = createRequire(new URL("../../../web_ui/package.json", import.meta.url));
/** @type {typeof import("jsdom")} */
const { JSDOM } = require("jsdom");

/** @typedef {import("../../../web_ui/static/game/state.js").GameView} GameView */
/** @typedef {import("../../../web_ui/static/lib/views.js").View} View */
/** @typedef {import("../../../web_ui/static/setup/views.js").StepData} Step */

/** @param {string} name */
const read = (name) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");

/** @type {Record<string, View>} */
const VIEWS = JSON.parse(read("views.json"));
/** @type {Record<string, Step>} */
const STEPS = JSON.parse(read("steps.json"));

/** What scripts take from the window that they run in. */
const GLOBALS = ["document", "window", "Element", "HTMLElement", "Node", "SVGElement", "Text"];

/**
 * Open a page before its scripts are imported; it is closed after the tests.
 * @param {"game" | "setup"} name
 */
export function open(name) {
  const { window } = new JSDOM(read(`${name}.html`), { url: "http://table/", pretendToBeVisual: true });
  for (const key of Object.getOwnPropertyNames(window)) {
    const needed = GLOBALS.includes(key) || /^(HTML|SVG)\w*Element$/.test(key);
    if (needed) Reflect.set(globalThis, key, Reflect.get(window, key));
  }
  globalThis.crypto ??= /** @type {Crypto} */ (webcrypto); // a browser always has it, Node from version 20 on
  // jsdom lays nothing out and shows no dialogs: a tablet, and dialogs that are open or not
  Reflect.set(globalThis, "matchMedia", () => ({ matches: true, addEventListener() {} }));
  Reflect.set(globalThis, "getComputedStyle", () => ({ fontSize: "16px" }));
  Reflect.set(
    globalThis,
    "ResizeObserver",
    class {
      observe() {}
    },
  );
  Reflect.set(window, "innerWidth", 1180);
  Object.defineProperty(window.document.documentElement, "clientHeight", { value: 820 });
  window.HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  window.HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new window.Event("close"));
  };
  after(() => window.close());
  return window;
}

/**
 * A view as the server sent it, to be changed as a test likes.
 * @param {string} name
 * @returns {View}
 */
export const view = (name) => structuredClone(VIEWS[name]);

/**
 * A view of a game.
 * @param {string} name
 * @returns {GameView}
 */
export function gameView(name) {
  const shown = view(name);
  const { game } = shown;
  if (game === null) throw new Error(`${name} shows no game`);
  return { ...shown, game };
}

/**
 * A step of the setup as the server sent it.
 * @param {string} name
 */
export const step = (name) => structuredClone(STEPS[name]);

/**
 * Draw what a render function returns into an empty element.
 * @param {...import("../../../web_ui/static/lib/dom.js").Child} children
 */
export async function drawn(...children) {
  const { drawInto, h } = await import("../../../web_ui/static/lib/dom.js");
  const root = h("div");
  drawInto(root, ...children);
  return root;
}

/**
 * The text of every element that fits, without spaces around it.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const texts = (root, selector) =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent?.trim() ?? "");

/**
 * An attribute of every element that fits.
 * @param {ParentNode} root
 * @param {string} selector
 * @param {string} attribute
 */
export const attributes = (root, selector, attribute) =>
  [...root.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
