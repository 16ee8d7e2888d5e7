// A game of hands: rounds won, the hands that stand in this round, what the dice make now, and how likely each hand is.

/** @import { GameData, HandData, MatchData, Seat } from "../lib/views.js" */

import { classes, h, s } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { decimal, words } from "../lib/words.js";
import { clock } from "./clock.js";

/**
 * @param {GameData} game
 * @param {MatchData} shown its match
 */
export function match(game, shown) {
  return h(
    "div",
    { class: game.players.length > 4 ? "match many" : "match" },
    h("h2", {}, game.title, h("span", { class: "round" }, words.round(shown.round, shown.rounds))),
    banner(game, shown),
    h(
      "ol",
      { class: "rivals" },
      game.players.map((player, seat) => rival(game, shown, player, seat)),
    ),
    odds(shown),
  );
}

/**
 * @param {GameData} game
 * @param {MatchData} match
 */
function banner({ players, finished }, match) {
  if (match.rollingOff) return h("p", { class: "round-news rolls-off" }, words.rollOff);
  if (!finished && match.roundWinners.length > 0) {
    const everybody = match.roundWinners.length === players.length;
    return h("p", { class: "round-news" }, everybody ? words.roundShared : words.roundWon(match.roundWinners));
  }
  return null;
}

/**
 * @param {GameData} game
 * @param {MatchData} match
 * @param {Seat} player
 * @param {number} seat
 */
function rival(game, match, player, seat) {
  const current = seat === game.current;
  const won = match.last && match.roundWinners.includes(player.name);
  const wins = game.finished && game.winners.includes(player.name);
  return h(
    "li",
    {
      class: classes(
        "rival",
        current && "is-current",
        match.last && "is-last",
        won && "won-round",
        wins && "is-winner",
      ),
      style: { "--seat": player.colour, "--seat-ink": player.ink },
      "data-key": `rival-${seat}`,
    },
    h(
      "div",
      { class: "seat" },
      h("span", { class: "name" }, player.name),
      clock(player, current && game.clockRuns),
      h(
        "span",
        { class: "won" },
        h("span", { class: "stars", "aria-hidden": "true" }, Array.from({ length: player.rounds ?? 0 }, star)),
        h("output", {}, words.roundsWon(player.rounds ?? 0)),
      ),
    ),
    match.hands[seat].map((made, index) => hand(made, seat, index, player)),
    match.hands[seat].length === 0 && h("p", { class: "awaits" }, current ? words.makesHand : words.awaitsHand),
  );
}

/**
 * @param {HandData} made
 * @param {number} seat
 * @param {number} index
 * @param {Seat} player
 */
function hand(made, seat, index, player) {
  const shown = [
    h(
      "span",
      { class: "hand-faces", "aria-hidden": "true" },
      made.faces.map((face) => dieFace(face)),
    ),
    h("span", { class: "hand-title" }, made.title),
  ];
  const said = words.hand(player.name, made.title, made.faces);
  if (!made.photo) return h("p", { class: "made", "aria-label": said, role: "img" }, shown);
  return h(
    "button",
    {
      class: "made",
      type: "button",
      "data-do": "hand-photo",
      "data-seat": seat,
      "data-hand": index,
      "aria-label": `${said}; ${words.seePhoto}`,
    },
    shown,
  );
}

/** @param {MatchData} match */
function odds({ odds: hands, hand: now }) {
  return h(
    "table",
    { class: "odds" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, words.bestFirst),
        h("th", { scope: "col" }, words.inOneRoll),
        h("th", { scope: "col" }, words.oneIn),
      ),
    ),
    h(
      "tbody",
      {},
      hands.map(({ hand: id, title, percent, oneIn }) =>
        h(
          "tr",
          { class: id === now ? "is-now" : null },
          h("th", { scope: "row" }, title),
          h("td", {}, `${decimal(percent, 2, 2)} %`),
          h("td", {}, oneIn === null ? "–" : decimal(oneIn, 0, 1)),
        ),
      ),
    ),
  );
}

const star = () =>
  s(
    "svg",
    { class: "star", viewBox: "0 0 24 24", focusable: "false" },
    s("path", { d: "M12 2l3 6.5 7 .9-5.2 4.8 1.4 7L12 17.7 5.8 21.2l1.4-7L2 9.4l7-.9z" }),
  );
