// The step "dice": which dice are played with, and lessons in which the faces of others are taught.

import { drawInto, h } from "../dom.js";
import { dieFace } from "../faces.js";
import { words } from "../words.js";

export function dice({ panel, deed }) {
  const part = (selector) => panel.querySelector(selector);
  const ordinary = part("[data-set]");
  const field = part("[data-name]");
  let facts = null;
  let naming = false;
  let kind = "poker";
  let lying = ""; // the cut-outs that `chosen` is about
  let chosen = new Set(); // dice that show the face tapped next

  part("[data-sets]").addEventListener("click", (event) => {
    const set = event.target.closest("[data-set]");
    if (set) deed("use", { name: set.dataset.set });
  });
  part("[data-new]").addEventListener("click", () => {
    naming = true;
    field.value = fresh()[0] ?? "";
    draw();
  });
  part("[data-names]").addEventListener("click", (event) => {
    const name = event.target.closest("[data-called]");
    if (!name) return;
    field.value = name.dataset.called;
    draw();
  });
  field.addEventListener("input", () => draw());
  part("[data-kinds]").addEventListener("click", (event) => {
    kind = event.target.closest("[data-kind]")?.dataset.kind ?? kind;
    draw();
  });
  part("[data-cancel]").addEventListener("click", () => {
    naming = false;
    draw();
  });
  part("[data-begin]").addEventListener("click", () => begin(field.value.trim(), kind));
  part("[data-more]").addEventListener("click", () => {
    if (facts.learnt !== null) {
      begin(facts.using, facts.learnt.some(({ face }) => "123456".includes(face)) ? "pips" : "poker");
      return;
    }
    naming = true; // taught elsewhere: what its dice show is asked
    field.value = facts.using;
    draw();
  });
  part("[data-cuts]").addEventListener("click", (event) => {
    const cut = event.target.closest("[data-die]");
    if (!cut) return;
    const die = Number(cut.dataset.die);
    if (!chosen.delete(die)) chosen.add(die);
    draw();
  });
  part("[data-keys]").addEventListener("click", (event) => {
    const key = event.target.closest("[data-face]");
    if (key) deed("show", { face: key.dataset.face, dice: [...chosen].sort() });
  });
  for (const name of ["throw", "back", "drop", "learn"]) {
    part(`[data-${name}]`).addEventListener("click", async (event) => {
      event.currentTarget.disabled = true; // learning takes seconds; the answer draws it anew
      await deed(name);
      draw();
    });
  }

  async function begin(name, shows) {
    if (await deed("begin", { name, kind: shows })) naming = false;
    draw();
  }

  /** Names that no set has yet. */
  function fresh() {
    return facts.names.filter((name) => !facts.sets.includes(name));
  }

  function draw() {
    if (facts === null) return;
    const view = facts.lesson ? "lesson" : naming ? "naming" : "choice";
    for (const one of panel.querySelectorAll("[data-for]")) one.hidden = one.dataset.for !== view;
    if (view === "lesson") drawLesson(facts.lesson);
    else if (view === "naming") drawNaming();
    else drawChoice();
  }

  function drawChoice() {
    const radio = (name, title) =>
      h(
        "button",
        { type: "button", role: "radio", "aria-checked": String(facts.chosen && facts.using === name), "data-set": name, "data-key": name },
        title,
      );
    drawInto(part("[data-sets]"), [radio("", ordinary.textContent), ...facts.sets.map((name) => radio(name, name))]);
    part("[data-more]").hidden = facts.using === "";
    part("[data-learnt]").hidden = facts.learnt === null;
    drawInto(
      part("[data-learnt] tbody"),
      (facts.learnt ?? []).map(({ face, looks, percent }) =>
        h("tr", {}, h("th", { scope: "row" }, face), h("td", {}, String(looks)), h("td", {}, words.percent(percent / 100))),
      ),
    );
  }

  function drawNaming() {
    drawInto(
      part("[data-names]"),
      fresh().map((name) =>
        h("button", { type: "button", role: "radio", "aria-checked": String(name === field.value), "data-called": name }, name),
      ),
    );
    for (const one of panel.querySelectorAll("[data-kind]")) one.setAttribute("aria-checked", String(one.dataset.kind === kind));
    part("[data-begin]").disabled = field.value.trim() === "";
  }

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
            class: "cut",
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
            class: ["key", enough && "enough", face === lesson.next && "next"].filter(Boolean).join(" "),
            disabled: chosen.size === 0,
            "aria-label": words.lessonFace(face, looks, lesson.needed),
            "data-face": face,
            "data-key": face,
          },
          dieFace(face),
          h("span", { class: "looks", "aria-hidden": "true" }, enough ? `${looks} ✓` : `${looks} / ${lesson.needed}`),
        ),
      ),
    );
    part("[data-throw]").hidden = !lesson.canThrow;
    part("[data-throw]").disabled = lesson.tray === "moving";
    part("[data-back]").disabled = lesson.showings === 0;
    part("[data-drop]").disabled = false;
    part("[data-learn]").disabled = !lesson.ready;
  }

  return {
    every: 800,
    enter() {
      naming = false;
    },
    draw(step) {
      facts = step.facts;
      draw();
    },
  };
}
