// Starting a game: seats with names and colours, prefilled so that one tap starts, and the rules to play by.

import { words } from "./words.js";

const LEAST_SHOWN = 2;
const form = document.getElementById("start-form");
const list = document.getElementById("seats");
const add = document.getElementById("seat-add");
const template = document.getElementById("seat-template");
const palette = document.getElementById("colours");
const colours = [...palette.querySelectorAll(".paint")].map((paint) => ({
  colour: paint.dataset.colour,
  name: paint.textContent.trim(),
}));
let painting = null;

for (const paint of palette.querySelectorAll(".paint")) {
  paint.style.setProperty("--seat", paint.dataset.colour);
}
list.addEventListener("input", label);
form.addEventListener("change", label);

/** Lay out the seats: those of the last game, or two guests. */
export function layOut(players) {
  list.replaceChildren();
  const seats = players.length > 0 ? players : Array.from({ length: LEAST_SHOWN }, () => null);
  for (const player of seats) addSeat(player);
}

/** The body of the start action, as the form stands. */
export function chosen() {
  return {
    rules: chosenRules().value,
    players: seats().map((seat) => ({ name: nameOf(seat).value.trim(), colour: seat.dataset.colour })),
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
const chosenRules = () => form.elements.namedItem("rules").length
  ? [...form.elements.namedItem("rules")].find((rule) => rule.checked)
  : form.elements.namedItem("rules");

function addSeat(player) {
  const taken = new Set(seats().map((seat) => seat.dataset.colour));
  const names = new Set(seats().map((seat) => nameOf(seat).value));
  const seat = template.content.firstElementChild.cloneNode(true);
  seat.dataset.colour = player?.colour ?? colours.find(({ colour }) => !taken.has(colour)).colour;
  let number = seats().length + 1;
  while (names.has(words.player(number))) number += 1;
  nameOf(seat).value = player?.name ?? words.player(number);
  list.append(seat);
  label();
  return seat;
}

function label() {
  const rules = chosenRules();
  const least = Math.max(LEAST_SHOWN, Number(rules.dataset.least));
  const most = Math.min(colours.length, Number(rules.dataset.most));
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
  add.hidden = seats().length >= most;
}
