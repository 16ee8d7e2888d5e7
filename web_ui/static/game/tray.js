// The felt: the dice with the prompt or question, faces entered by hand, and who won in the end.

/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";
import { die } from "./dice.js";
import { outcomePanel } from "./outcome.js";
import { asks, questionCard } from "./question.js";
import { rollingPicture } from "./rolling.js";
import { ways } from "./ways.js";

/**
 * @param {GameView} view
 * @param {(number | null)[] | null} hand faces entered by hand so far, null where none are entered
 */
export function tray(view, hand) {
  const { game, places } = view;
  if (view.phase === "over") return [outcomePanel(view)];
  if (hand !== null) return byHand(view, hand);
  if (asks(view)) return [prompt(view), questionCard(view), ways(view)];
  return [
    prompt(view),
    ways(view),
    view.phase === "rolling" && rollingPicture(),
    game.match && h("p", { class: "hand-name" }, view.phase === "rolled" && game.match.handTitle),
    h(
      "ol",
      { class: places.length > 5 ? "places many" : "places", style: { "--places": places.length } },
      places.map((place, index) => die(place, index, view)),
    ),
  ];
}

/** @param {GameView} view */
function prompt({ question, message }) {
  const said = question ? question.text : message;
  return h(
    "p",
    { class: question ? "prompt asking" : "prompt", "data-kind": question?.kind },
    h("span", { "data-key": said }, said), // another sentence is another thing: it appears, and nothing moves
  );
}

/**
 * Faces entered by hand: `hand` holds a value or null for each place, left to right.
 * @param {GameView} view
 * @param {(number | null)[]} hand
 */
function byHand(view, hand) {
  const { faces } = view.game;
  const full = hand.every((value) => value !== null);
  return [
    h("p", { class: "prompt" }, view.message),
    ways(view, true),
    h("p", { class: "instruction" }, words.handPrompt),
    h(
      "ol",
      { class: "places hand", style: { "--places": hand.length } },
      hand.map((value, index) => {
        const face = value === null ? "" : faces[value - 1];
        return h(
          "li",
          { class: "place", "data-key": `hand-${index}` },
          h(
            "button",
            {
              class: "die",
              type: "button",
              "data-do": "hand-clear",
              "data-die": index,
              "aria-label": words.handPlace(index + 1, face),
            },
            face ? h("span", { class: "photo" }, dieFace(face)) : h("span", { class: "placeholder" }),
          ),
        );
      }),
    ),
    h(
      "div",
      { class: "keys" },
      faces.map((face, index) =>
        h(
          "button",
          {
            class: "key",
            type: "button",
            "data-do": "hand-add",
            "data-value": index + 1,
            "aria-label": words.handAdd(face),
            disabled: full,
          },
          dieFace(face),
        ),
      ),
    ),
  ];
}
