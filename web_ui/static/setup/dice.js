// The step "dice": which dice are played with, and lessons in which the faces of others are taught.

/** @import { DiceFacts, Lesson, StepData } from "./views.js" */
/** @import { Tools } from "./steps.js" */

import { around, classes, drawInto, find, findAll, h } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";

/** @param {Tools} tools */
export function dice({ panel, act }) {
  /** @param {string} selector */
  const part = (selector) => find(panel, selector);
  /** @param {string} selector */
  const button = (selector) => find(panel, selector, HTMLButtonElement);
  const ordinary = part("[data-set]");
  const field = find(panel, "[data-name]", HTMLInputElement);
  /** @type {DiceFacts | null} */
  let facts = null;
  let naming = false;
  let kind = "poker";
  let lying = ""; // the cut-outs that `chosen` is about
  /** @type {Set<number>} */
  let chosen = new Set(); // dice that show the face tapped next

  part("[data-sets]").addEventListener("click", (event) => {
    const set = around(event, "[data-set]");
    if (set) act("use", { name: set.dataset.set });
  });
  part("[data-new]").addEventListener("click", () => {
    naming = true;
    field.value = fresh()[0] ?? "";
    draw();
  });
  part("[data-names]").addEventListener("click", (event) => {
    const name = around(event, "[data-called]");
    if (!name) return;
    field.value = name.dataset.called ?? "";
    draw();
  });
  field.addEventListener("input", () => draw());
  part("[data-kinds]").addEventListener("click", (event) => {
    kind = around(event, "[data-kind]")?.dataset.kind ?? kind;
    draw();
  });
  part("[data-cancel]").addEventListener("click", () => {
    naming = false;
    draw();
  });
  part("[data-begin]").addEventListener("click", () => begin(field.value.trim(), kind));
  part("[data-more]").addEventListener("click", () => {
    if (facts === null) return;
    if (facts.learnt !== null) {
      begin(facts.using, facts.learnt.some(({ face }) => "123456".includes(face)) ? "pips" : "poker");
      return;
    }
    naming = true; // taught elsewhere: what its dice show is asked
    field.value = facts.using;
    draw();
  });
  part("[data-cuts]").addEventListener("click", (event) => {
    const cut = around(event, "[data-die]");
    if (!cut) return;
    const die = Number(cut.dataset.die);
    if (!chosen.delete(die)) chosen.add(die);
    draw();
  });
  part("[data-keys]").addEventListener("click", (event) => {
    const key = around(event, "[data-face]");
    if (key) act("show", { face: key.dataset.face, dice: [...chosen].sort() });
  });
  for (const name of ["throw", "back", "drop", "learn"]) {
    const pressed = button(`[data-${name}]`);
    pressed.addEventListener("click", async () => {
      pressed.disabled = true; // learning takes seconds; the answer draws it again
      await act(name);
      draw();
    });
  }

  /** @param {string} name @param {string} shows */
  async function begin(name, shows) {
    if (await act("begin", { name, kind: shows })) naming = false;
    draw();
  }

  /** Names that no set has yet. */
  function fresh() {
    if (facts === null) return [];
    const { names, sets } = facts;
    return names.filter((name) => !sets.includes(name));
  }

  function draw() {
    if (facts === null) return;
    const { lesson } = facts;
    const view = lesson ? "lesson" : naming ? "naming" : "choice";
    for (const one of findAll(panel, "[data-for]")) one.hidden = one.dataset.for !== view;
    if (lesson) drawLesson(lesson);
    else if (naming) drawNaming();
    else drawChoice(facts);
  }

  /** @param {DiceFacts} facts */
  function drawChoice({ using, chosen: known, sets, learnt }) {
    /** @param {string} name @param {string | null} title */
    const radio = (name, title) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(known && using === name),
          "data-set": name,
          "data-key": name,
        },
        title,
      );
    drawInto(part("[data-sets]"), [radio("", ordinary.textContent), ...sets.map((name) => radio(name, name))]);
    part("[data-more]").hidden = using === "";
    part("[data-learnt]").hidden = learnt === null;
    drawInto(
      part("[data-learnt] tbody"),
      (learnt ?? []).map(({ face, looks, percent }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, face),
          h("td", {}, String(looks)),
          h("td", {}, words.percent(percent / 100)),
        ),
      ),
    );
  }

  function drawNaming() {
    drawInto(
      part("[data-names]"),
      fresh().map((name) =>
        h(
          "button",
          { type: "button", role: "radio", "aria-checked": String(name === field.value), "data-called": name },
          name,
        ),
      ),
    );
    for (const one of findAll(panel, "[data-kind]")) {
      one.setAttribute("aria-checked", String(one.dataset.kind === kind));
    }
    button("[data-begin]").disabled = field.value.trim() === "";
  }

  /** @param {Lesson} lesson */
  function drawLesson(lesson) {
    const seen = lesson.dice.map(({ picture, called }) => picture + called).join();
    if (seen !== lying) {
      lying = seen;
      chosen = new Set(lesson.dice.flatMap(({ called }, die) => (called ? [] : [die])));
    }
    part("[data-empty]").hidden = lesson.dice.length > 0;
    drawInto(
      part("[data-cuts]"),
      lesson.dice.map(({ picture, called }, die) =>
        h(
          "button",
          {
            type: "button",
            class: "cutout",
            "aria-pressed": String(chosen.has(die)),
            "aria-label": called ? words.die(die + 1, called) : words.lessonDie(die + 1, chosen.has(die)),
            "data-die": die,
            "data-key": picture,
          },
          h("img", { src: `/setup/dice/${picture}`, alt: "", width: 160, height: 160 }),
          called && h("span", { class: "badge" }, called),
        ),
      ),
    );
    drawInto(
      part("[data-keys]"),
      lesson.faces.map(({ face, looks, enough }) =>
        h(
          "button",
          {
            type: "button",
            class: classes("key", enough && "enough", face === lesson.next && "next"),
            disabled: chosen.size === 0,
            "data-face": face,
            "data-key": face,
          },
          dieFace(face),
          h("span", { class: "visually-hidden" }, words.lessonFace(face, looks, lesson.needed)),
          h("span", { class: "looks", "aria-hidden": "true" }, enough ? `${looks} ✓` : `${looks} / ${lesson.needed}`),
        ),
      ),
    );
    part("[data-throw]").hidden = !lesson.canThrow;
    button("[data-throw]").disabled = lesson.tray === "moving";
    button("[data-back]").disabled = lesson.showings === 0;
    button("[data-drop]").disabled = false;
    button("[data-learn]").disabled = !lesson.ready;
  }

  return {
    enter() {
      naming = false;
    },
    /** @param {StepData} step */
    draw(step) {
      facts = /** @type {DiceFacts} */ (step.facts);
      draw();
    },
  };
}
