// What this device remembers, and a browser that remembers nothing.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { preference, setPreference } from "../../../web_ui/static/lib/preferences.js";

/** @param {Pick<Storage, "getItem" | "setItem"> | null} storage null: the browser refuses even to hand it out */
function give(storage) {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      if (storage === null) throw new Error("Access is denied for this document.");
      return storage;
    },
  });
}

afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

test("a choice is kept in the device's storage", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  give({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) });
  assert.equal(preference("kept"), null);
  setPreference("kept", "on");
  assert.deepEqual([...kept], [["dice-table.kept", "on"]]);
  kept.set("dice-table.kept", "off"); // as another tab would
  assert.equal(preference("kept"), "off");
});

test("without storage the page remembers until it closes", () => {
  give(null);
  assert.equal(preference("refused"), null);
  setPreference("refused", "on");
  assert.equal(preference("refused"), "on");
});

test("a storage that is full keeps no one from choosing", () => {
  give({
    getItem: () => null,
    setItem: () => {
      throw new Error("The quota has been exceeded.");
    },
  });
  setPreference("full", "on");
  assert.equal(preference("full"), "on");
});
