// Starting a game: what is played with which house rules and dice, and seats with names and colours. All of it is as
// in the game before, so that one tap starts.

import { advise, coachOf, handicap, helped, recall } from "./coach_start.js";
import { settings, settle, step } from "./options.js";
import { words } from "./words.js";

const GUESTS = 2;
const form = document.getElementById("start-form");
const list = document.getElementById("seats");
const add = document.getElementById("seat-add");
const addOpponent = document.getElementById("opponent-add");
const templates = {
  person: document.getElementById("seat-template"),
  opponent: document.getElementById("opponent-template"),
};
const rules = [...form.querySelectorAll(".rule")];
const palette = document.getElementById("colours");
const colours = [...palette.querySelectorAll(".paint")].map((paint) => ({
  colour: paint.dataset.colour,
  name: paint.textContent.trim(),
}));
let painting = null;

for (const paint of palette.querySelectorAll(".paint")) {
  paint.style.setProperty("--seat", paint.dataset.colour);
}
// where there is room the rules lie open beside the games
for (const rule of rules) rule.querySelector("details").open = matchMedia("(width > 760px)").matches;
list.addEventListener("input", label);
form.addEventListener("change", label);

/** Lay out the form as the last game was started, or for two guests. */
export function layOut(game) {
  for (const rule of rules) settle(rule, rule.dataset.rules === game?.rules ? game.options : {});
  const before = { rules: game?.rules, faces: game?.kind, coach: game?.coach, cocked: game?.cocked };
  for (const [name, value] of Object.entries(before)) {
    const known = form.querySelector(`input[name="${name}"][value="${CSS.escape(value ?? "")}"]`);
    if (known !== null) known.checked = true;
  }
  list.replaceChildren();
  for (const player of game?.players ?? Array.from({ length: GUESTS }, () => null)) addSeat(player);
  label();
}

/** The body of the start action, as the form stands. */
export function chosen() {
  return {
    rules: chosenRules().value,
    options: settings(chosenRule()),
    faces: form.elements.namedItem("faces").value,
    players: seats().map((seat) => ({ name: nameOf(seat).value.trim(), colour: seat.dataset.colour, ...helped(seat) })),
    coach: coachOf(form),
    cocked: form.elements.namedItem("cocked").value,
  };
}

export function ready() {
  return form.reportValidity();
}

/** What the buttons of the form do, by their data-do. */
export const startDeeds = {
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
  "seat-drop": (button) => {
    button.closest(".seat").remove();
    label();
    add.focus();
  },
  "seat-colour": (button) => {
    painting = button.closest(".seat");
    for (const paint of palette.querySelectorAll(".paint")) {
      paint.setAttribute("aria-pressed", String(paint.dataset.colour === painting.dataset.colour));
    }
    palette.showModal();
  },
  step,
  "seat-paint": (paint) => {
    const before = painting.dataset.colour;
    const other = seats().find((seat) => seat !== painting && seat.dataset.colour === paint.dataset.colour);
    if (other) other.dataset.colour = before;
    painting.dataset.colour = paint.dataset.colour;
    palette.close();
    label();
  },
};

const seats = () => [...list.children];
const nameOf = (seat) => seat.querySelector("input");
const chosenRules = () => form.querySelector("input[name=rules]:checked");
const chosenRule = () => rules.find((rule) => rule.dataset.rules === chosenRules().value);

function limits() {
  const { least, most } = chosenRules().dataset;
  return { least: Number(least), most: Math.min(colours.length, Number(most)) };
}

function addSeat(player) {
  const taken = new Set(seats().map((seat) => seat.dataset.colour));
  const names = new Set(seats().map((seat) => nameOf(seat).value));
  const seat = templates[player?.opponent ? "opponent" : "person"].content.firstElementChild.cloneNode(true);
  seat.dataset.colour = player?.colour ?? colours.find(({ colour }) => !taken.has(colour)).colour;
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
  for (const rule of rules) rule.hidden = rule !== chosenRule();
  while (seats().length < least) addSeat(null);
  seats().forEach((seat, index) => {
    const name = nameOf(seat);
    const swatch = seat.querySelector(".swatch");
    const drop = seat.querySelector(".drop");
    const known = colours.find(({ colour }) => colour === seat.dataset.colour);
    seat.style.setProperty("--seat", seat.dataset.colour);
    name.setAttribute("aria-label", words.nameOf(index + 1));
    swatch.setAttribute("aria-label", words.colourOf(name.value, known?.name ?? seat.dataset.colour));
    drop.setAttribute("aria-label", words.remove(name.value));
    drop.hidden = seats().length <= least;
  });
  add.hidden = addOpponent.hidden = seats().length >= most;
  handicap(form, seats().map((seat) => ({ seat, name: nameOf(seat).value })));
}
