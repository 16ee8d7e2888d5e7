// Starting a game: what is played with which house rules and dice, and seats with names and colours. All of it is as
// in the game before, so that one tap starts.

/** @import { GameData, Seat } from "../lib/views.js" */

import { byId, find, findAll } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { advise, handicap, helped, isOpponent, recall } from "./coach.js";
import { settings, settle, step } from "./options.js";

/**
 * A player of the game before, or what is known of a new one.
 * @typedef {Partial<Seat>} Known
 */

const GUESTS = 2;
const form = byId("start-form", HTMLFormElement);
const list = byId("seats");
const add = byId("seat-add");
const addOpponent = byId("opponent-add");
const templates = {
  person: byId("seat-template", HTMLTemplateElement),
  opponent: byId("opponent-template", HTMLTemplateElement),
};
const rulesets = findAll(form, ".ruleset");
const palette = byId("colours", HTMLDialogElement);
const colours = findAll(palette, ".colour").map((button) => ({
  colour: button.dataset.colour ?? "",
  name: button.textContent?.trim() ?? "",
}));
/** @type {HTMLElement | null} */
let recoloured = null;

for (const button of findAll(palette, ".colour")) button.style.setProperty("--seat", button.dataset.colour ?? "");
// where there is room the rules lie open beside the games
for (const ruleset of rulesets) {
  find(ruleset, "details", HTMLDetailsElement).open = matchMedia("(width > 760px)").matches;
}
list.addEventListener("input", label);
form.addEventListener("change", label);

/**
 * Lay out the form as the last game was started, or for two guests.
 * @param {GameData | null} game
 */
export function layOut(game) {
  for (const ruleset of rulesets) settle(ruleset, ruleset.dataset.rules === game?.rules ? game?.options : {});
  const before = { rules: game?.rules, faces: game?.kind, coach: game?.coach, cocked: game?.cocked };
  for (const [name, value] of Object.entries(before)) {
    const known = radios(name).find((radio) => radio.value === value);
    if (known !== undefined) known.checked = true;
  }
  list.replaceChildren();
  for (const player of game?.players ?? Array.from({ length: GUESTS }, () => null)) addSeat(player);
  label();
}

/** The body of the start action, as the form stands. */
export function chosen() {
  return {
    rules: checked("rules").value,
    options: settings(chosenRuleset()),
    faces: checked("faces").value,
    players: seats().map((seat) => ({ name: nameOf(seat).value.trim(), colour: seat.dataset.colour, ...helped(seat) })),
    coach: checked("coach").value,
    cocked: checked("cocked").value,
  };
}

/** Whether the form is filled in; the browser says where it is not. */
export function ready() {
  return form.reportValidity();
}

/**
 * What the buttons of the form do, by their data-do.
 * @type {Record<string, (button: HTMLElement) => void>}
 */
export const formActions = {
  "seat-add": () => {
    const seat = addSeat(null);
    nameOf(seat).focus();
    nameOf(seat).select();
  },
  "opponent-add": () => {
    addSeat({ opponent: "steady" });
    label();
  },
  "seat-advise": (button) => {
    advise(seats()[Number(button.dataset.seat)]);
    label();
  },
  "seat-remove": (button) => {
    button.closest(".seat")?.remove();
    label();
    add.focus();
  },
  "seat-colour": (button) => {
    recoloured = button.closest(".seat");
    for (const colour of findAll(palette, ".colour")) {
      colour.setAttribute("aria-pressed", String(colour.dataset.colour === recoloured?.dataset.colour));
    }
    palette.showModal();
  },
  "seat-recolour": (button) => {
    if (recoloured === null) return;
    const before = recoloured.dataset.colour;
    const other = seats().find((seat) => seat !== recoloured && seat.dataset.colour === button.dataset.colour);
    if (other) other.dataset.colour = before;
    recoloured.dataset.colour = button.dataset.colour;
    palette.close();
    label();
  },
  step,
};

const seats = () => findAll(list, ":scope > .seat");
/** @param {HTMLElement} seat */
const nameOf = (seat) => find(seat, "input", HTMLInputElement);
/** @param {string} name @returns {HTMLInputElement[]} */
const radios = (name) => findAll(form, `input[name="${name}"]`);
/** @param {string} name */
const checked = (name) => find(form, `input[name="${name}"]:checked`, HTMLInputElement);

function chosenRuleset() {
  const { value } = checked("rules");
  return rulesets.find((ruleset) => ruleset.dataset.rules === value) ?? rulesets[0];
}

function limits() {
  const { least, most } = checked("rules").dataset;
  return { least: Number(least), most: Math.min(colours.length, Number(most)) };
}

/** @param {Known | null} player */
function addSeat(player) {
  const taken = new Set(seats().map((seat) => seat.dataset.colour));
  const names = new Set(seats().map((seat) => nameOf(seat).value));
  const { content } = templates[player?.opponent ? "opponent" : "person"];
  const seat = /** @type {HTMLElement} */ (find(content, ".seat").cloneNode(true));
  seat.dataset.colour = player?.colour ?? colours.find(({ colour }) => !taken.has(colour))?.colour;
  let number = seats().length + 1;
  while (names.has(words.player(number))) number += 1;
  nameOf(seat).value = player?.name ?? words.player(number);
  recall(seat, player, names);
  list.append(seat);
  if (seats().length >= limits().least) label();
  return seat;
}

/** Name everything in the form as it stands now; a game that needs more players gets their seats. */
function label() {
  const { least, most } = limits();
  for (const ruleset of rulesets) ruleset.hidden = ruleset !== chosenRuleset();
  while (seats().length < least) addSeat(null);
  seats().forEach((seat, index) => {
    const name = nameOf(seat);
    const swatch = find(seat, ".swatch");
    const remove = find(seat, ".seat-remove");
    const colour = seat.dataset.colour ?? "";
    const known = colours.find((one) => one.colour === colour);
    seat.style.setProperty("--seat", colour);
    name.setAttribute("aria-label", words.nameOf(index + 1));
    swatch.setAttribute("aria-label", words.colourOf(name.value, known?.name ?? colour));
    remove.setAttribute("aria-label", words.remove(name.value));
    remove.hidden = seats().length <= least;
  });
  add.hidden = addOpponent.hidden = seats().length >= most;
  const people = seats().flatMap((seat, index) =>
    isOpponent(seat) ? [] : [{ seat, index, name: nameOf(seat).value }],
  );
  handicap(people, checked("coach").value !== "off" && seats().length > 1);
}
