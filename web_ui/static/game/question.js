// The question about a roll: the tray with the dice in question ringed, and, where a die is to be named, that die
// enlarged with its likeliest faces to tap. One die at a time.

/** @import { Place, QuestionData, SeenPlace } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */
/** @typedef {GameView & { question: QuestionData }} AskingView */

import { classes, h } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";
import { die } from "./dice.js";

/**
 * Whether a view asks something.
 * @param {GameView} view
 * @returns {view is AskingView}
 */
export const asks = (view) => view.question !== null;

/** @param {AskingView} view */
export function questionCard(view) {
  const { places, question } = view;
  const index = places.findIndex((place) => place.state === "unsure" && place.asked);
  const named = places[index];
  return h(
    "div",
    {
      class: classes("question", named && "is-naming", places.length > 5 && "many"),
      "data-key": "question",
    },
    question.photo !== null && trayPhoto(question.photo, places, index),
    named?.state === "unsure" ? naming(named, index) : allDice(view),
  );
}

/** @param {AskingView} view */
function allDice(view) {
  const { places } = view;
  return h(
    "ol",
    { class: classes("places", "of-question", places.length > 5 && "many"), style: { "--places": places.length } },
    places.map((place, index) => die(place, index, view)),
  );
}

/**
 * The picture of the whole tray. Dice are numbered, and those in question ringed; where one is to be named, that alone.
 * @param {string} address
 * @param {Place[]} places
 * @param {number} named -1 where none is to be named
 */
function trayPhoto(address, places, named) {
  return h(
    "figure",
    { class: "tray-photo" },
    h("img", { src: address, alt: words.trayPhoto, draggable: "false" }),
    places.map((place, index) => {
      if (!("spot" in place) || place.spot === null) return null;
      const { x, y, width } = place.spot;
      if (named >= 0 && index !== named) return null; // their numbers would hide dice
      const ringed = place.asked;
      return h(
        "span",
        {
          class: ringed ? "spot is-ringed" : "spot",
          "data-key": `spot-${index}`,
          "aria-hidden": "true",
          style: { "--x": x, "--y": y, "--width": width },
        },
        h("b", {}, String(index + 1)),
      );
    }),
  );
}

/**
 * The die enlarged, and what it may show, likeliest first.
 * @param {SeenPlace} place
 * @param {number} index
 */
function naming(place, index) {
  const likely = place.choices.length > 2 ? [] : [...place.choices].sort((one) => (one.value === place.value ? -1 : 0));
  return [
    h(
      "figure",
      { class: "close-up" },
      place.picture && h("img", { src: place.picture, alt: words.closeUp(index + 1), draggable: "false" }),
      h("b", { "aria-hidden": "true" }, String(index + 1)),
    ),
    h(
      "div",
      { class: "answers", role: "group", "aria-label": words.correctTitle(index + 1) },
      likely.map(({ value, face }, rank) =>
        h(
          "button",
          {
            class: rank === 0 ? "choice is-likely" : "choice",
            type: "button",
            "data-do": "name",
            "data-die": index,
            "data-value": value,
            "aria-label": words.itIs(face),
          },
          dieFace(face),
        ),
      ),
      h(
        "button",
        { class: "other", type: "button", "data-do": "name-other", "data-die": index },
        likely.length ? words.otherFace : words.anyFace,
      ),
    ),
  ];
}
