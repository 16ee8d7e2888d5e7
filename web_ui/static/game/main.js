// The game page: follows the table, draws what it says, and turns taps into asks.

import "./device.js";
import "./presses.js";
import "./shortcuts.js";
import "./printing.js";
import { byId } from "../lib/dom.js";
import { follow } from "../lib/stream.js";
import { start } from "../start/starting.js";
import { connect, hear } from "./table.js";

byId("start-form").addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});

hear(JSON.parse(byId("view").textContent ?? ""), true); // the page brought it along; the stream goes on from there
follow(hear, connect);
