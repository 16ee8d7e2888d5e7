// The felt: the dice as cut from the picture with their reading, the prompt or question, and who won in the end.

import { h, s } from "./dom.js";
import { dieFace } from "./faces.js";
import { outcome, ranking } from "./outcome.js";
import { words } from "./words.js";

export function tray(view, hand) {
  if (view.phase === "over") return [over(view)];
  if (hand !== null) return byHand(view, hand);
  return [
    prompt(view),
    view.phase === "rolled" && view.game.match && h("p", { class: "hand-name" }, view.game.match.handTitle),
    h(
      "ol",
      { class: view.places.length > 5 ? "places many" : "places", style: { "--places": view.places.length } },
      view.places.map((place, index) => DRAW[place.state](place, index, view)),
    ),
  ];
}

function prompt(view) {
  const asking = view.question !== null;
  return h(
    "p",
    { class: asking ? "prompt asking" : "prompt", "data-kind": view.question?.kind },
    asking ? view.question.text : view.message,
  );
}

const DRAW = { lying, seen, resting, unsure, empty, tumbling };

function lying(place, index, view) {
  const state = place.held ? words.heldDie : view.panel.hinted[index] ? words.hintedDie : words.freeDie;
  const said = `${words.die(index + 1, place.face)}, ${view.can.hold ? state : place.held ? words.held : ""}`;
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
        "aria-label": said.replace(/, $/, ""),
      },
      cutOut(place),
      dieFace(place.face),
      place.held && h("span", { class: "held" }, clasp(), words.held),
      !place.held && view.panel.hinted[index] && h("span", { class: "held hint-mark" }, words.hold),
      place.corrected && h("span", { class: "mended" }, words.corrected),
    ),
    view.can.correct &&
      h(
        "button",
        { class: "correct", type: "button", "data-do": "correct", "data-die": index, "aria-label": words.correct(index + 1) },
        pencil(),
      ),
  );
}

function seen(place, index) {
  return h(
    "li",
    { class: place.asked ? "place seen is-asked" : place.stays ? "place seen is-held" : "place seen", "data-key": `die-${index}` },
    h(
      "span",
      { class: "die", role: "img", "aria-label": place.stays ? `${words.die(index + 1, place.face)}, ${words.held}` : words.die(index + 1, place.face) },
      cutOut(place),
      dieFace(place.face),
      place.asked && h("span", { class: "held" }, words.check),
      place.stays && h("span", { class: "held" }, clasp(), words.held),
    ),
  );
}

/** A die that lies in the tray but counts for nothing: it has not been thrown in this turn. */
function resting(place, index) {
  return h(
    "li",
    { class: "place resting", "data-key": `die-${index}` },
    h("span", { class: "die", role: "img", "aria-label": words.resting(index + 1, place.face) }, cutOut(place), dieFace(place.face)),
  );
}

/** A die that people are asked about: two faces to tap, unless nothing is known of it. */
function unsure(place, index) {
  const likely = place.choices.length > 2 ? [] : place.choices;
  return h(
    "li",
    { class: "place unsure", "data-key": `die-${index}` },
    h("span", { class: "die" }, cutOut(place), h("span", { class: "held" }, words.unsure)),
    h(
      "div",
      { class: "choices", role: "group", "aria-label": words.correctTitle(index + 1) },
      likely.map(({ value, face }) =>
        h(
          "button",
          {
            class: "choice",
            type: "button",
            "data-do": "name",
            "data-die": index,
            "data-value": value,
            "aria-label": `${words.itIs(face)}`,
          },
          dieFace(face),
        ),
      ),
      h("button", { class: "other", type: "button", "data-do": "name-other", "data-die": index }, likely.length ? words.otherFace : words.anyFace),
    ),
  );
}

function empty(_place, index) {
  return h(
    "li",
    { class: "place empty", "data-key": `die-${index}` },
    h("span", { class: "die", role: "img", "aria-label": words.empty(index + 1) }, h("span", { class: "hollow" })),
  );
}

function tumbling(_place, index) {
  return h(
    "li",
    { class: "place tumbling", "data-key": `die-${index}` },
    h(
      "span",
      { class: "die", role: "img", "aria-label": words.tumbling(index + 1) },
      h("span", { class: "hollow" }, dieFace("")),
    ),
  );
}

function cutOut(place) {
  return h("span", { class: "photo" }, place.picture ? h("img", { src: place.picture, alt: "", draggable: "false" }) : dieFace(place.face));
}

/** Faces tapped in by hand: `hand` holds a value or null for each place, left to right. */
function byHand(view, hand) {
  const { faces } = view.game;
  const full = hand.every((value) => value !== null);
  return [
    h("p", { class: "prompt" }, view.message),
    h("p", { class: "how" }, words.handPrompt),
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
            { class: "die", type: "button", "data-do": "hand-clear", "data-die": index, "aria-label": words.handPlace(index + 1, face) },
            face ? h("span", { class: "photo" }, dieFace(face)) : h("span", { class: "hollow" }),
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

function over(view) {
  const { game } = view;
  return h(
    "div",
    { class: "over" },
    game.finished && laurel(),
    h("h1", { id: "outcome", tabindex: "-1" }, outcome(game)),
    game.outOfTime !== null && game.players.length > 1 && h("p", { class: "how" }, words.outOfTime(game.outOfTime)),
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

function icon(name, box, ...shapes) {
  return s("svg", { class: `icon ${name}`, viewBox: box, "aria-hidden": "true", focusable: "false" }, ...shapes);
}

const clasp = () =>
  icon("clasp", "0 0 24 24", s("path", { d: "M7 11V8a5 5 0 0 1 10 0v3h1.5v9h-13v-9zM9.4 11h5.2V8a2.6 2.6 0 0 0-5.2 0z" }));
const pencil = () => icon("pencil", "0 0 24 24", s("path", { d: "M4 20l1-5L16 4l4 4L9 19zM14.5 5.5l4 4" }));

function laurel() {
  const leaves = Array.from({ length: 7 }, (_, index) => {
    const angle = 200 - index * 24;
    const x = 100 + 62 * Math.cos((angle * Math.PI) / 180);
    const y = 62 - 52 * Math.sin((-angle * Math.PI) / 180);
    return s("ellipse", { cx: x.toFixed(1), cy: y.toFixed(1), rx: 15, ry: 6, transform: `rotate(${(90 - angle).toFixed(0)} ${x.toFixed(1)} ${y.toFixed(1)})` });
  });
  const branch = (flip) => s("g", { transform: flip ? "translate(200 0) scale(-1 1)" : null }, leaves.slice(0, 5).map((leaf) => leaf.cloneNode()));
  return icon("laurel", "20 0 160 128", branch(false), branch(true), s("path", { class: "star", d: "M100 34l9 19 21 3-15 15 4 21-19-10-19 10 4-21-15-15 21-3z" }));
}
