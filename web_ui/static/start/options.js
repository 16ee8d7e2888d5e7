// The house rules of a game on the start page: a switch, segments or a stepper each, read and set by the choice's index.

/** @typedef {string | number | boolean} Setting */

import { around, find, findAll } from "../lib/dom.js";

const REPEAT_AFTER_MS = 450;
const REPEAT_MS = 90;

/**
 * Each option of a game with its setting, as the start action takes them.
 * @param {HTMLElement} ruleset
 * @returns {Record<string, Setting>}
 */
export function settings(ruleset) {
  return Object.fromEntries(
    options(ruleset).map((option) => [option.dataset.option ?? "", choices(option)[at(option)]]),
  );
}

/**
 * Set the options of a game: those chosen before, or each as it is by default.
 * @param {HTMLElement} ruleset
 * @param {Record<string, Setting>} [chosen]
 */
export function settle(ruleset, chosen = {}) {
  for (const option of options(ruleset)) {
    const index = choices(option).indexOf(chosen[option.dataset.option ?? ""]);
    put(option, index < 0 ? Number(option.dataset.default) : index);
  }
}

/**
 * Each option of a game that is not as it is by default, in words.
 * @param {HTMLElement} ruleset
 */
export const changed = (ruleset) =>
  options(ruleset)
    .filter((option) => at(option) !== Number(option.dataset.default))
    .map((option) => `${find(option, ".option-title").textContent}: ${worded(option)[at(option)]}`);

/**
 * Step to the next choice of a stepper, up or down as its button says.
 * @param {HTMLElement} button
 */
export function step(button) {
  const option = /** @type {HTMLElement} */ (button.closest(".option"));
  put(option, Math.min(choices(option).length - 1, Math.max(0, at(option) + Number(button.dataset.by))));
}

// A finger that stays on a button goes on stepping.
let repeat = 0;
document.addEventListener("pointerdown", (event) => {
  const button = around(event, "[data-do=step]");
  if (button === null) return;
  repeat = window.setTimeout(() => {
    repeat = window.setInterval(() => step(button), REPEAT_MS);
  }, REPEAT_AFTER_MS);
});
for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
  document.addEventListener(type, () => {
    clearTimeout(repeat);
    clearInterval(repeat);
  });
}

/** @param {HTMLElement} ruleset */
const options = (ruleset) => findAll(ruleset, ".option");
/** @param {HTMLElement} option @returns {Setting[]} */
const choices = (option) => JSON.parse(option.dataset.choices ?? "[]");
/** @param {HTMLElement} option @returns {string[]} */
const worded = (option) => JSON.parse(option.dataset.words ?? "[]");
/** @param {HTMLElement} option @param {string} [which] */
const input = (option, which = "input") => find(option, which, HTMLInputElement);

/** @param {HTMLElement} option */
function at(option) {
  if (option.dataset.control === "switch") return choices(option).indexOf(input(option).checked);
  if (option.dataset.control === "segments") return Number(input(option, "input:checked").value);
  return Number(option.dataset.at);
}

/**
 * @param {HTMLElement} option
 * @param {number} index
 */
function put(option, index) {
  if (option.dataset.control === "switch") input(option).checked = choices(option)[index] === true;
  else if (option.dataset.control === "segments") input(option, `input[value="${index}"]`).checked = true;
  else {
    option.dataset.at = String(index);
    find(option, "output").textContent = worded(option)[index];
    const [less, more] = option.querySelectorAll("button");
    less.disabled = index === 0;
    more.disabled = index === choices(option).length - 1;
  }
}
