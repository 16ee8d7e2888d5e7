// The step "throws": five throws, each die shown as it was read and put right by a tap, and the report.

/** @import { StepData, ThrowsFacts, TrialDie, TrialThrowData } from "./views.js" */
/** @import { Tools } from "./steps.js" */

import { around, drawInto, find, h } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";

/** @param {Tools} tools */
export function throws({ panel, act }) {
  /** @param {string} selector */
  const part = (selector) => find(panel, selector);
  /** @type {ThrowsFacts | null} */
  let facts = null;
  /** @type {{ throw: number, die: number } | null} */
  let asked = null; // whose truth is asked for

  for (const name of ["start", "stop", "throw", "learn"]) {
    part(`[data-${name}]`).addEventListener("click", () => {
      asked = null;
      act(name);
    });
  }
  part("[data-throws]").addEventListener("click", (event) => {
    const button = around(event, "button");
    if (!button) return;
    const number = Number(around(event, "[data-throw-number]")?.dataset.throwNumber);
    if (button.dataset.die) {
      const die = Number(button.dataset.die);
      asked = asked?.throw === number && asked.die === die ? null : { throw: number, die };
      draw();
    } else if (button.dataset.face !== undefined) {
      tell(button.dataset.face);
    } else if (button.dataset.missed) {
      act("missed", { throw: number, count: Number(button.dataset.missed) });
    } else {
      asked = null;
      act("leave-out", { throw: number });
    }
  });

  /** @param {string} face */
  function tell(face) {
    const told = { ...asked, face };
    asked = null;
    act("truth", told);
  }

  function draw() {
    if (facts === null) return;
    const { faces } = facts;
    part("[data-start]").hidden = facts.running;
    part("[data-stop]").hidden = !facts.running;
    part("[data-throw]").hidden = !(facts.running && facts.canThrow);
    find(panel, "[data-throw]", HTMLButtonElement).disabled = facts.tray === "moving";
    part("[data-learn]").hidden = facts.running || facts.corrections === 0;
    if (asked !== null && !facts.throws[asked.throw]?.dice[asked.die]) asked = null;
    drawInto(part("[data-throws]"), facts.throws.map((thrown, number) => row(thrown, number, faces)).reverse());
    part("[data-report]").hidden = facts.report === null;
    drawInto(
      part("[data-report] tbody"),
      (facts.report?.faces ?? []).map(({ face, shown, right, doubtful, wrong }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, face),
          ...[shown, right, doubtful, wrong].map((count) => h("td", {}, String(count))),
        ),
      ),
    );
  }

  /** @param {TrialThrowData} thrown @param {number} number @param {string[]} faces */
  function row({ dice, missed, problems }, number, faces) {
    return h(
      "li",
      { class: "throw", "data-throw-number": number, "data-key": dice[0]?.picture ?? `throw-${number}` },
      h(
        "div",
        { class: "throw-actions" },
        h("p", { class: "which" }, words.trialThrow(number + 1)),
        h("button", { type: "button", class: "link", "data-missed": missed + 1 }, words.trialMissed(missed)),
        missed > 0 && h("button", { type: "button", class: "link", "data-missed": missed - 1 }, words.trialFound),
        h("button", { type: "button", class: "link" }, words.trialLeaveOut),
      ),
      h(
        "div",
        { class: "cutouts" },
        dice.map((die, index) => cutout(die, number, index)),
      ),
      problems.map((problem) => h("p", { class: "note" }, problem)),
      asked?.throw === number && truth(asked.die, faces),
    );
  }

  /**
   * What a die may truly show, to be tapped.
   * @param {number} die
   * @param {string[]} faces
   */
  function truth(die, faces) {
    return h(
      "div",
      { class: "truth", "data-key": "truth" },
      h("p", {}, words.correctTitle(die + 1)),
      h(
        "div",
        { class: "keys" },
        faces.map((face) =>
          h(
            "button",
            { type: "button", class: "key", "aria-label": words.itIs(face), "data-face": face, "data-key": face },
            dieFace(face),
          ),
        ),
      ),
      h("button", { type: "button", class: "button", "data-face": "" }, words.trialNoDie),
    );
  }

  /** @param {TrialDie} die @param {number} number @param {number} index */
  function cutout({ picture, face, percent, truth, outcome }, number, index) {
    const here = asked?.throw === number && asked?.die === index;
    return h(
      "button",
      {
        type: "button",
        class: `cutout ${outcome}`,
        "aria-pressed": String(here),
        "data-die": index,
        "data-key": picture,
      },
      h("img", { src: `/setup/throws/${picture}`, alt: "", width: 160, height: 160 }),
      h("span", { class: "visually-hidden" }, words.trialDie(index + 1, face, percent, truth)),
      h("span", { class: "badge", "aria-hidden": "true" }, truth === face ? face : `${face} → ${truth || "–"}`),
      h("span", { class: "percent", "aria-hidden": "true" }, words.percent(percent / 100)),
    );
  }

  return {
    /** @param {StepData} step */
    draw(step) {
      facts = /** @type {ThrowsFacts} */ (step.facts);
      draw();
    },
    leave() {
      asked = null;
    },
  };
}
