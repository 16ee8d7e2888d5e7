// The status line: whose turn, which turn, how many rolls are left. Readable from across the room.

/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { clock } from "./clock.js";

const LONG = 12; // letters of a name that is set smaller, to be read in full

/** @param {GameView} view */
export function status({ game }) {
  if (game.current === null) {
    return [
      h("div", { class: "who" }, h("p", { class: "name" }, game.title), h("p", { class: "turn" }, words.gameOver)),
    ];
  }
  const player = game.players[game.current];
  const marks = Array.from({ length: game.rollsUsed + game.rollsLeft }, (_, index) =>
    h("span", { class: index < game.rollsLeft ? "mark" : "mark spent" }),
  );
  return [
    h(
      "div",
      { class: "avatar", style: { "--seat": player.colour, "--seat-ink": player.ink }, "aria-hidden": "true" },
      [...player.name][0] ?? "",
    ),
    h(
      "div",
      { class: "who" },
      h("h1", { id: "turn-of", tabindex: "-1", class: player.name.length > LONG ? "is-long" : null }, player.name),
      h("p", { class: "turn" }, game.match ? words.round(game.turn, game.turns) : words.turn(game.turn, game.turns)),
    ),
    player.seconds !== null &&
      h("div", { class: "thinking" }, clock(player, true), h("span", { class: "label" }, words.thinking)),
    h(
      "div",
      { class: "rolls" },
      h("span", { class: "count" }, String(game.rollsLeft)),
      h(
        "span",
        { class: "label" },
        h("span", { "data-key": words.rollsLeft(game.rollsLeft) }, words.rollsLeft(game.rollsLeft)),
        h("span", { class: "marks", "aria-hidden": "true" }, marks),
      ),
    ),
  ];
}
