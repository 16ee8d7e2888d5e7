// What the table refuses of a game to be started, said beside each field that is wrong.

import { byId, find, findAll, h } from "../lib/dom.js";
import { nameOf, seats } from "./seats.js";

const form = byId("start-form", HTMLFormElement);
/** @type {(() => void)[]} takes each mark away again */
let marks = [];

/**
 * Say beside each field what is wrong with it, and go to the first; what was said before goes.
 * @param {Record<string, string>} faults a sentence for each field, named as the start action names it
 */
export function showFaults(faults) {
  clearFaults();
  const wrong = Object.entries(faults).map(([field, sentence]) => {
    const { control, box } = fieldOf(field);
    mark(control, box, field, sentence);
    return control;
  });
  const before = (/** @type {Node} */ one, /** @type {Node} */ other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  const first = wrong.sort(before).at(0);
  if (first === undefined) return;
  for (let around = first.closest("details"); around; around = around.parentElement?.closest("details") ?? null) {
    around.open = true;
  }
  first.focus();
}

export function clearFaults() {
  for (const clear of marks) clear();
  marks = [];
}

/**
 * @param {HTMLElement} control
 * @param {HTMLElement} box around it, in which the sentence stands last
 * @param {string} field
 * @param {string} sentence
 */
function mark(control, box, field, sentence) {
  const id = `fault-${field}`;
  const said = h("p", { class: "fault", id }, sentence);
  const clear = () => {
    said.remove();
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
    box.removeEventListener("input", clear);
  };
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", id);
  box.append(said);
  box.addEventListener("input", clear);
  marks.push(clear);
}

/**
 * The control of a field, and what is around it; of one that has none, that of the game.
 * @param {string} field
 * @returns {{ control: HTMLElement, box: HTMLElement }}
 */
function fieldOf(field) {
  const [part, at, what] = field.split(".");
  const seat = part === "players" && at !== undefined ? seats()[Number(at)] : undefined;
  if (seat !== undefined) {
    const control = { colour: ".swatch", opponent: "select" }[what] ?? "input";
    return { control: /** @type {HTMLElement} */ (seat.querySelector(control) ?? nameOf(seat)), box: seat };
  }
  if (part === "players" && seats().length > 0) {
    return { control: nameOf(seats()[0]), box: find(form, "section.seats") };
  }
  const options = findAll(form, ".ruleset:not([hidden]) .option");
  const option = part === "options" && options.find((one) => one.dataset.option === at);
  if (option) return { control: find(option, "input, button"), box: option };
  const control = form.querySelector(`[name="${part}"]:checked`) ?? find(form, "[name=rules]:checked");
  return {
    control: /** @type {HTMLElement} */ (control),
    box: /** @type {HTMLElement} */ (control.closest("fieldset, section")),
  };
}
