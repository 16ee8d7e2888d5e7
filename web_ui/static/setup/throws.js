// The step "throws": five throws, each die shown as it was read and put right by a tap, and the report.

import { drawInto, h } from "../dom.js";
import { dieFace } from "../faces.js";
import { words } from "../words.js";

export function throws({ panel, deed }) {
  const part = (selector) => panel.querySelector(selector);
  let facts = null;
  let asked = null; // { throw, die }: whose truth is asked for

  for (const name of ["start", "stop", "throw", "learn"]) {
    part(`[data-${name}]`).addEventListener("click", () => {
      asked = null;
      deed(name);
    });
  }
  part("[data-throws]").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const number = Number(button.closest("[data-throw-number]").dataset.throwNumber);
    if (button.dataset.die) {
      const die = Number(button.dataset.die);
      asked = asked?.throw === number && asked.die === die ? null : { throw: number, die };
      draw();
    } else if (button.dataset.face !== undefined) {
      tell(button.dataset.face);
    } else if (button.dataset.missed) {
      deed("missed", { throw: number, count: Number(button.dataset.missed) });
    } else {
      asked = null;
      deed("leave-out", { throw: number });
    }
  });

  function tell(face) {
    const told = { ...asked, face };
    asked = null;
    deed("truth", told);
  }

  function draw() {
    if (facts === null) return;
    part("[data-start]").hidden = facts.running;
    part("[data-stop]").hidden = !facts.running;
    part("[data-throw]").hidden = !(facts.running && facts.canThrow);
    part("[data-throw]").disabled = facts.tray === "moving";
    part("[data-learn]").hidden = facts.running || facts.corrections === 0;
    if (asked !== null && !facts.throws[asked.throw]?.dice[asked.die]) asked = null;
    drawInto(part("[data-throws]"), facts.throws.map(row).reverse());
    part("[data-report]").hidden = facts.report === null;
    drawInto(
      part("[data-report] tbody"),
      (facts.report?.faces ?? []).map(({ face, shown, right, doubtful, wrong }) =>
        h("tr", {}, h("th", { scope: "row" }, face), ...[shown, right, doubtful, wrong].map((count) => h("td", {}, String(count)))),
      ),
    );
  }

  function row({ dice, missed, problems }, number) {
    return h(
      "li",
      { class: "throw", "data-throw-number": number, "data-key": dice[0]?.picture ?? `throw-${number}` },
      h(
        "div",
        { class: "small-ways" },
        h("p", { class: "which" }, words.trialThrow(number + 1)),
        h("button", { type: "button", class: "link", "data-missed": missed + 1 }, words.trialMissed(missed)),
        missed > 0 && h("button", { type: "button", class: "link", "data-missed": missed - 1 }, words.trialFound),
        h("button", { type: "button", class: "link" }, words.trialLeaveOut),
      ),
      h("div", { class: "cuts" }, dice.map((die, index) => cut(die, number, index))),
      problems.map((problem) => h("p", { class: "note" }, problem)),
      asked?.throw === number && truth(asked.die),
    );
  }

  /** What a die may truly show, to be tapped. */
  function truth(die) {
    return h(
      "div",
      { class: "truth", "data-key": "truth" },
      h("p", {}, words.correctTitle(die + 1)),
      h(
        "div",
        { class: "keys" },
        facts.faces.map((face) =>
          h("button", { type: "button", class: "key", "aria-label": words.itIs(face), "data-face": face, "data-key": face }, dieFace(face)),
        ),
      ),
      h("button", { type: "button", class: "act", "data-face": "" }, words.trialNoDie),
    );
  }

  function cut({ picture, face, percent, truth, outcome }, number, index) {
    const here = asked?.throw === number && asked?.die === index;
    return h(
      "button",
      {
        type: "button",
        class: `cut ${outcome}`,
        "aria-pressed": String(here),
        "aria-label": words.trialDie(index + 1, face, percent, truth),
        "data-die": index,
        "data-key": picture,
      },
      h("img", { src: `/setup/throws/${picture}`, alt: "", width: 160, height: 160 }),
      h("span", { class: "badge", "aria-hidden": "true" }, truth === face ? face : `${face} → ${truth || "–"}`),
      h("span", { class: "percent", "aria-hidden": "true" }, words.percent(percent / 100)),
    );
  }

  return {
    every: 700,
    draw(step) {
      facts = step.facts;
      draw();
    },
    leave() {
      asked = null;
    },
  };
}
