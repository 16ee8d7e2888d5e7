// The start form: which game, who plays, and everything else in one line. It is laid out as this device left it, or as
// the game before was played.

/** @import { LastGame, StartData, View } from "../lib/views.js" */

import { byId, find, findAll } from "../lib/dom.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";
import { STYLE, advise, handicap, isOpponent } from "./coach.js";
import { draftSince, keepDraft, preferredFaces } from "./draft.js";
import { clearFaults } from "./faults.js";
import { changed, settings, settle, step } from "./options.js";
import { announcePlace, letDrag, moveBy } from "./order.js";
import {
  addSeat,
  colours,
  known,
  labelSeats,
  nameOf,
  openPalette,
  players,
  recolour,
  seatAll,
  seatOf,
  seats,
} from "./seats.js";

const GUESTS = [{}, {}];
const form = byId("start-form", HTMLFormElement);
const again = byId("again", HTMLButtonElement);
const add = byId("seat-add");
const addOpponent = byId("opponent-add");
const rulesets = findAll(form, ".ruleset");
/** @type {LastGame | null} */
let last = null;

for (const dice of findAll(form, ".drawn-dice")) {
  dice.append(...(dice.dataset.faces ?? "").split(" ").map((face) => dieFace(face)));
}
// where there is room the rules lie open beside what else is set
for (const ruleset of rulesets) {
  find(ruleset, "details", HTMLDetailsElement).open = matchMedia(
    "(orientation: landscape) and (width > 760px)",
  ).matches;
}
for (const rules of findAll(form, 'input[name="rules"]')) rules.addEventListener("change", suitDice);
form.addEventListener("input", edited);
form.addEventListener("change", edited);
letDrag((seat) => {
  announcePlace(seat);
  edited();
});

/**
 * Lay out the form as it was left on this device since the last game, as that was started, or for two guests.
 * @param {View} view
 */
export function layOut(view) {
  ({ last } = view);
  const before = draftSince(last?.id ?? null) ?? last?.start ?? { faces: preferredFaces() || facesInUse() };
  check("rules", before.rules);
  check("faces", before.faces);
  check("coach", before.coach);
  check("cocked", before.cocked);
  for (const ruleset of rulesets) settle(ruleset, ruleset.dataset.rules === before.rules ? before.options : {});
  seatAll(before.players ?? GUESTS);
  clearFaults();
  label();
  again.hidden = last === null || !rulesets.some(({ dataset }) => dataset.rules === last?.start.rules);
  if (last !== null) again.textContent = words.again(last.title, namesOf(last));
}

/**
 * The body of the start action, as the form stands.
 * @returns {StartData}
 */
export function chosen() {
  return { ...choices(), players: players() };
}

/** The body of the start action for the game played last; null where there is none. */
export const lastStart = () => last?.start ?? null;

/**
 * What the buttons of the form do, by their data-do.
 * @type {Record<string, (button: HTMLElement) => void>}
 */
export const formActions = {
  "seat-add": () => {
    const name = nameOf(addSeat({}));
    edited();
    name.focus();
    name.select();
  },
  "opponent-add": () => {
    addSeat({ opponent: STYLE });
    edited();
  },
  "seat-advise": (button) => {
    advise(seats()[Number(button.dataset.seat)]);
    edited();
  },
  "seat-remove": (button) => {
    seatOf(button).remove();
    edited();
    add.focus();
  },
  "seat-up": (button) => move(button, -1),
  "seat-down": (button) => move(button, 1),
  "seat-colour": (button) => openPalette(seatOf(button)),
  "seat-recolour": (button) => {
    recolour(button.dataset.colour ?? "");
    edited();
  },
  step: (button) => {
    step(button);
    edited();
  },
};

/** @param {HTMLElement} button @param {-1 | 1} by */
function move(button, by) {
  const seat = seatOf(button);
  moveBy(button, by);
  edited();
  announcePlace(seat);
  // at the end of the list this button is of no more use, but the other one is
  if (button.matches(":disabled")) find(seat, by < 0 ? ".seat-down" : ".seat-up").focus();
}

/** @param {LastGame} game */
const namesOf = ({ start }) => start.players.map(({ name }) => name);
/** @param {string} name @returns {HTMLInputElement[]} */
const radios = (name) => findAll(form, `input[name="${name}"]`);
/** @param {string} name */
const checked = (name) => find(form, `input[name="${name}"]:checked`, HTMLInputElement);

/**
 * Check the radio of a value, or the first choice where it is not offered.
 * @param {string} name
 * @param {string | undefined} value
 */
function check(name, value) {
  const offered = radios(name);
  (offered.find((radio) => radio.value === value) ?? offered[0]).checked = true;
}

/** The faces of the dice that were taught or are simulated here; undefined where nobody said which. */
const facesInUse = () => find(form, ".dice-choice").dataset.inUse || undefined;

/** Games that are made for poker dice are played with the dice in use, unless others are chosen then. */
function suitDice() {
  const faces = facesInUse();
  if (faces !== undefined && "suited" in checked("rules").dataset) check("faces", faces);
}

function choices() {
  return {
    rules: checked("rules").value,
    options: settings(chosenRuleset()),
    faces: checked("faces").value,
    coach: checked("coach").value,
    cocked: checked("cocked").value,
  };
}

function chosenRuleset() {
  const { value } = checked("rules");
  return rulesets.find((ruleset) => ruleset.dataset.rules === value) ?? rulesets[0];
}

function limits() {
  const { least, most } = checked("rules").dataset;
  return { least: Number(least), most: Math.min(colours.length, Number(most)) };
}

/** Name everything as it stands now, and let this device remember it. */
function edited() {
  label();
  keepDraft({ ...choices(), players: known() }, last?.id ?? null);
}

/** Name everything in the form as it stands now; a game that needs more players gets their seats. */
function label() {
  const { least, most } = limits();
  for (const ruleset of rulesets) ruleset.hidden = ruleset !== chosenRuleset();
  // the rules speak of the dice that are played with
  for (const text of findAll(form, "[data-told]")) text.hidden = text.dataset.told !== checked("faces").value;
  const set = settings(chosenRuleset());
  for (const part of findAll(chosenRuleset(), "[data-when]")) {
    part.hidden = JSON.stringify(set[part.dataset.when ?? ""]) !== part.dataset.is;
  }
  while (seats().length < least) addSeat({});
  labelSeats(least);
  add.hidden = addOpponent.hidden = seats().length >= most;
  const people = seats().flatMap((seat, index) =>
    isOpponent(seat) ? [] : [{ seat, index, name: nameOf(seat).value }],
  );
  handicap(people, checked("coach").value !== "off" && seats().length > 1);
  byId("settings-line").textContent = line().join(" \u00b7 ");
}

/** What is set, in a few words each: the game with what differs from its own rules, the dice, the coach. */
function line() {
  const title = find(chosenRuleset(), "h2").textContent ?? "";
  const habits = ["coach", "cocked"].filter((name) => name === "coach" || !isFirst(checked(name)));
  return [title, ...changed(chosenRuleset()), caption(checked("faces")), ...habits.map((name) => habit(checked(name)))];
}

/** @param {HTMLInputElement} radio */
const isFirst = (radio) => radios(radio.name)[0] === radio;
/** @param {HTMLInputElement} radio */
const caption = (radio) => radio.labels?.[0].querySelector("span")?.textContent?.trim() ?? "";
/** @param {HTMLInputElement} radio */
const habit = (radio) => `${radio.closest("fieldset")?.querySelector("legend")?.textContent}: ${caption(radio)}`;
