// The moments of a game that is over: its throw of the night and its costliest mistake, each with its picture.

/** @import { CoachData, GameData, HighlightData } from "../lib/views.js" */

import { advising } from "../lib/advising.js";
import { h } from "../lib/dom.js";
import { endings } from "../lib/endings.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";

/** Pictures that the table no longer keeps. @type {Set<string>} */
const gone = new Set();

/**
 * Both moments, or a word on how far they are; nothing where there is no telling luck from skill.
 * @param {GameData} game
 * @param {CoachData} said
 */
export function highlights(game, said) {
  if (said.highlights.length > 0) {
    return h(
      "ul",
      { class: "highlights", "data-key": "highlights" },
      said.highlights.map((found) => highlight(game, found)),
    );
  }
  if (!said.mayAnalyse || said.analysed) return null;
  const text = said.percent > 0 ? advising.analyses(said.percent) : endings.analysing;
  return h("p", { class: "highlights is-working", "data-key": "highlights" }, text);
}

/** @param {GameData} game @param {HighlightData} found */
function highlight(game, found) {
  const { name, colour } = game.players[found.seat];
  return h(
    "li",
    { class: `highlight ${found.kind}`, style: { "--seat": colour }, "data-key": found.kind },
    h(
      "div",
      { class: "moment-text" },
      h("h2", {}, found.kind === "throw" ? endings.bestThrow(name) : endings.worstChoice(name)),
      h(
        "p",
        { class: "moment-dice", role: "img", "aria-label": found.dice.join(" ") },
        found.dice.map((face) => dieFace(face)),
      ),
      h("p", {}, explained(found)),
    ),
    found.photo !== null &&
      !gone.has(found.photo) &&
      h(
        "button",
        { class: "moment-photo", type: "button", "data-do": "moment", "data-kind": found.kind },
        h("img", { src: found.photo, alt: words.seePhoto, "data-photo": found.photo }),
      ),
  );
}

/** @param {HighlightData} found */
function explained({ kind, turn, change, unit, made, best }) {
  if (kind === "throw" || made === null || best === null) return endings.throwWorth(turn, change, unit);
  return endings.choiceCost(turn, endings.did(made), endings.did(best), -change, unit);
}

document.addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLElement) || target.dataset.photo === undefined) return;
    gone.add(target.dataset.photo);
    target.closest("button")?.remove();
  },
  true,
);
