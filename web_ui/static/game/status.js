// The status line: whose turn, which turn, how many rolls are left. Readable from across the room.

/** @import { Seat } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { classes, h } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { clock } from "./clock.js";
import { goesOn, pauses } from "./icons.js";

const LONG = 12; // letters of a name that is set smaller, to be read in full
const MOST_MARKS = 10; // of rolls: who has saved more reads their number alone

/** @param {GameView} view */
export function status(view) {
  const { game } = view;
  if (game.current === null) {
    return [
      h("div", { class: "who" }, h("p", { class: "name" }, game.title), h("p", { class: "turn" }, words.gameOver)),
    ];
  }
  const player = game.players[game.current];
  const rolls = game.rollsUsed + game.rollsLeft;
  const marks = Array.from({ length: rolls > MOST_MARKS ? 0 : rolls }, (_, index) =>
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
    player.seconds !== null && thinking(player, view),
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

/**
 * The clock of the player to move, on the button that stops everybody's.
 * @param {Seat} player
 * @param {GameView} view
 */
function thinking(player, { can, game, phase }) {
  const paused = phase === "paused";
  const label = paused ? words.goOn : words.pause;
  return h(
    "div",
    { class: classes("thinking", !game.clockRuns && "stands") },
    clock(player, game.clockRuns),
    h(
      "button",
      {
        class: "pause",
        type: "button",
        "data-do": "pause",
        "data-paused": String(!paused),
        "data-key": "pause",
        "aria-label": label,
        disabled: !can.pause,
      },
      paused ? goesOn() : pauses(),
      h("span", { class: "label" }, label),
    ),
  );
}
