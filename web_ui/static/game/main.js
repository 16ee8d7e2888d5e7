// The game page: follows the table, draws what it says, and turns taps into asks.

/** @import { View } from "../lib/views.js" */

import "./device.js";
import "./presses.js";
import "./shortcuts.js";
import "./printing.js";
import { byId } from "../lib/dom.js";
import { follow } from "../lib/stream.js";
import { closeStart, isOpened } from "../start/opened.js";
import { start } from "../start/starting.js";
import { draw } from "./page.js";
import { state } from "./state.js";
import { connect, hear } from "./table.js";

byId("start-form").addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});

state.choosing = isOpened();
addEventListener("popstate", () => {
  state.choosing = isOpened();
  draw();
});

/**
 * @param {View} view
 * @param {boolean} [first]
 */
function shown(view, first) {
  hear(view, first);
  if (!state.choosing) closeStart();
}

shown(JSON.parse(byId("view").textContent ?? ""), true); // the page brought it along; the stream goes on from there
follow(shown, connect);
