// The end of a game: who won, in a sentence, and everybody's place: by rounds won, by points, or by the total.

/** @import { GameData, Seat } from "../lib/views.js" */

import { h, s } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { icon } from "./icons.js";

/**
 * How the game ended, in a sentence.
 * @param {GameData} game
 */
export function outcome({ players, winners, finished, outOfTime, match }) {
  if (!finished) return match ? words.overAbandonedMatch : words.overAbandoned;
  const best = players.find((player) => winners.includes(player.name)) ?? players[0];
  if (players.length === 1) return outOfTime === null ? words.alone(best) : words.outOfTime(outOfTime);
  return words.wins(winners, best);
}

/**
 * The players from the first place to the last, each with its place, equal results with the same one.
 * @param {GameData} game
 */
export function ranking({ players }) {
  const sorted = players.slice().sort((one, other) => compare(other, one));
  return sorted.map((player) => ({
    ...player,
    place: 1 + sorted.filter((other) => compare(other, player) > 0).length,
  }));
}

/** @param {Seat} player */
const worth = (player) => [player.rounds ?? player.points ?? player.total, player.total];

/** @param {Seat} one @param {Seat} other */
function compare(one, other) {
  const [first, second] = [worth(one), worth(other)];
  return first[0] - second[0] || first[1] - second[1];
}

/**
 * What stands on the felt in the end.
 * @param {GameData} game
 */
export function outcomePanel(game) {
  return h(
    "div",
    { class: "outcome" },
    game.finished && laurel(),
    h("h1", { id: "outcome", tabindex: "-1" }, outcome(game)),
    game.outOfTime !== null &&
      game.players.length > 1 &&
      h("p", { class: "instruction" }, words.outOfTime(game.outOfTime)),
    game.players.length > 1 &&
      h(
        "ol",
        { class: "ranking" },
        ranking(game).map((player) =>
          h(
            "li",
            { style: { "--seat": player.colour } },
            h("span", { class: "rank" }, words.place(player.place)),
            h("span", { class: "chip", "aria-hidden": "true" }),
            h("span", { class: "name" }, player.name),
            h("span", { class: "sum" }, words.result(player)),
          ),
        ),
      ),
  );
}

function laurel() {
  const leaves = Array.from({ length: 7 }, (_, index) => {
    const angle = 200 - index * 24;
    const x = 100 + 62 * Math.cos((angle * Math.PI) / 180);
    const y = 62 - 52 * Math.sin((-angle * Math.PI) / 180);
    return s("ellipse", {
      cx: x.toFixed(1),
      cy: y.toFixed(1),
      rx: 15,
      ry: 6,
      transform: `rotate(${(90 - angle).toFixed(0)} ${x.toFixed(1)} ${y.toFixed(1)})`,
    });
  });
  /** @param {boolean} flip */
  const branch = (flip) =>
    s(
      "g",
      { transform: flip ? "translate(200 0) scale(-1 1)" : null },
      leaves.slice(0, 5).map((leaf) => leaf.cloneNode()),
    );
  return icon(
    "laurel",
    "20 0 160 128",
    branch(false),
    branch(true),
    s("path", { class: "star", d: "M100 34l9 19 21 3-15 15 4 21-19-10-19 10 4-21-15-15 21-3z" }),
  );
}
