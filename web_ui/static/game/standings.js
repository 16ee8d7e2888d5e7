// Everybody's total in a narrow strip, where the card shows the player to move alone; the whole card is a tap away.

/** @import { GameView } from "./state.js" */

import { byId, drawInto, h } from "../lib/dom.js";
import { signed, words } from "../lib/words.js";
import { card } from "./card.js";
import { WHOLE } from "./room.js";

const dialog = byId("whole-card", HTMLDialogElement);

/** @param {GameView} view */
export function standings({ game }) {
  return h(
    "div",
    { class: "standings", "data-key": "standings" },
    h(
      "ol",
      { "aria-label": words.totals },
      game.players.map((player, seat) =>
        h(
          "li",
          {
            class: seat === game.current ? "standing is-current" : "standing",
            style: { "--seat": player.colour, "--seat-ink": player.ink },
            "data-key": `standing-${seat}`,
          },
          h("span", { class: "name", title: player.name }, player.name),
          h("span", { class: "sum" }, signed(player.points ?? player.total)),
        ),
      ),
    ),
    h("button", { class: "button", type: "button", "data-do": "whole-card" }, words.wholeCard),
  );
}

/** @param {GameView} view */
export function wholeCardDialog(view) {
  showWholeCard(view);
  dialog.showModal();
}

/**
 * Bring the open card up to date. A closed one is empty: no box is on the page twice.
 * @param {GameView} view
 */
export function refreshWholeCard(view) {
  if (dialog.open) showWholeCard(view);
}

/** @param {GameView} view */
function showWholeCard(view) {
  // only to look at: boxes are scored where the dice are in sight
  drawInto(byId("whole-card-text"), card({ ...view, game: seen(view.game) }, NO_TAPS, WHOLE));
}

const NO_TAPS = { confirming: null, striking: false };

/**
 * The game with nothing to tap but photos.
 * @param {GameView["game"]} game
 */
const seen = (game) => ({
  ...game,
  rows: game.rows.map((row) =>
    row.kind === "box" ? { ...row, cells: row.cells.map((cell) => ({ ...cell, tap: null, why: "" })) } : row,
  ),
});

dialog.addEventListener("close", () => byId("whole-card-text").replaceChildren());
