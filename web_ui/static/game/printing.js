// What the game page puts on paper: the score sheet of its game, drawn when a browser begins to print.

import { byId, drawInto } from "../lib/dom.js";
import { scoreSheet, today } from "../print/sheet.js";
import { state } from "./state.js";

window.addEventListener("beforeprint", () => {
  const game = state.view?.game;
  drawInto(byId("print"), game ? scoreSheet(game, today()) : null);
});
