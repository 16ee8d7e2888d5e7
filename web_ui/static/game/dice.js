// The dice on the felt as cut from the picture, with their readings.

/** @import { LyingPlace, Place, SeenPlace } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { h } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";
import { padlock, pencil } from "./icons.js";

/**
 * One place of the tray as a list item.
 * @param {Place} place
 * @param {number} index
 * @param {GameView} view
 */
export function die(place, index, view) {
  switch (place.state) {
    case "lying":
      return lying(place, index, view);
    case "seen":
      return seen(place, index);
    case "resting":
      return resting(place, index);
    case "unsure":
      return unsure(place, index);
    case "empty":
      return empty(index);
    case "tumbling":
      return tumbling(index);
  }
}

/** @param {LyingPlace} place @param {number} index @param {GameView} view */
function lying(place, index, view) {
  // what stands on the die is part of its name, so that people can call it by what they see
  const hinted = !place.held && view.panel.hinted[index];
  const tap = place.held ? words.heldDie : hinted ? `${words.hold}: ${words.hintedDie}` : words.freeDie;
  const said = [
    words.die(index + 1, place.face),
    place.corrected && words.corrected,
    place.held && words.held.toLocaleLowerCase(),
    view.can.hold && tap,
  ];
  return h(
    "li",
    {
      class: place.held ? "place lying is-held" : view.panel.hinted[index] ? "place lying is-hinted" : "place lying",
      "data-key": `die-${index}`,
    },
    h(
      "button",
      {
        class: "die",
        type: "button",
        "data-do": "hold",
        "data-die": index,
        "data-held": String(place.held),
        "aria-pressed": String(place.held),
        "aria-disabled": view.can.hold ? null : "true",
        "aria-label": said.filter(Boolean).join(", "),
      },
      cutOut(place),
      dieFace(place.face),
      place.held && h("span", { class: "die-label" }, padlock(), words.held),
      !place.held && view.panel.hinted[index] && h("span", { class: "die-label hint-mark" }, words.hold),
      place.corrected && h("span", { class: "corrected" }, words.corrected),
    ),
    view.can.correct &&
      h(
        "button",
        {
          class: "correct",
          type: "button",
          "data-do": "correct",
          "data-die": index,
          "aria-label": words.correct(index + 1),
        },
        pencil(),
      ),
  );
}

/** @param {SeenPlace} place @param {number} index */
function seen(place, index) {
  return h(
    "li",
    {
      class: place.asked ? "place seen is-asked" : place.stays ? "place seen is-held" : "place seen",
      "data-key": `die-${index}`,
    },
    h(
      "span",
      {
        class: "die",
        role: "img",
        "aria-label": place.stays
          ? `${words.die(index + 1, place.face)}, ${words.held}`
          : words.die(index + 1, place.face),
      },
      cutOut(place),
      dieFace(place.face),
      place.asked && h("span", { class: "die-label" }, words.check),
      place.stays && h("span", { class: "die-label" }, padlock(), words.held),
    ),
  );
}

/**
 * A die that lies in the tray but counts for nothing: it has not been thrown in this turn.
 * @param {SeenPlace} place
 * @param {number} index
 */
function resting(place, index) {
  return h(
    "li",
    { class: "place resting", "data-key": `die-${index}` },
    h(
      "span",
      { class: "die", role: "img", "aria-label": words.resting(index + 1, place.face) },
      cutOut(place),
      dieFace(place.face),
    ),
  );
}

/**
 * A die of which people are asked what it shows, beside one that they are asked about first.
 * @param {SeenPlace} place
 * @param {number} index
 */
function unsure(place, index) {
  return h(
    "li",
    { class: "place unsure", "data-key": `die-${index}` },
    h("span", { class: "die" }, cutOut(place), h("span", { class: "die-label" }, words.unsure)),
  );
}

/** @param {number} index */
function empty(index) {
  return h(
    "li",
    { class: "place empty", "data-key": `die-${index}` },
    h("span", { class: "die", role: "img", "aria-label": words.empty(index + 1) }, h("span", { class: "placeholder" })),
  );
}

/** @param {number} index */
function tumbling(index) {
  return h(
    "li",
    { class: "place tumbling", "data-key": `die-${index}` },
    h(
      "span",
      { class: "die", role: "img", "aria-label": words.tumbling(index + 1) },
      h("span", { class: "placeholder" }, dieFace("")),
    ),
  );
}

/** @param {LyingPlace | SeenPlace} place */
function cutOut(place) {
  return h(
    "span",
    { class: "photo" },
    place.picture ? h("img", { src: place.picture, alt: "", draggable: "false" }) : dieFace(place.face),
  );
}
