// On the start form: seats that the program plays, when the coach speaks, and whom it alone advises.

import { h } from "./dom.js";

const box = document.getElementById("handicap");
const chips = document.getElementById("advised");

/** When the coach speaks. */
export function coachOf(form) {
  return form.elements.namedItem("coach").value;
}

/** What a seat is beside its name and colour, as the start action takes it. */
export function helped(seat) {
  return { opponent: styleOf(seat)?.value ?? "", advised: !box.hidden && seat.dataset.advised === "true" };
}

/** Let a seat be as its player was in the game before; a new opponent is called after its style, as no other is. */
export function recall(seat, player, names) {
  seat.dataset.advised = String(player?.advised ?? false);
  const style = styleOf(seat);
  if (style === null) return;
  const name = seat.querySelector("input");
  const called = () => {
    const plain = style.selectedOptions[0].dataset.name;
    let free = plain;
    for (let number = 2; names.has(free); number += 1) free = `${plain} ${number}`;
    return free;
  };
  style.value = player.opponent;
  let given = player.name ?? called();
  name.value = given;
  style.addEventListener("change", () => {
    if (name.value !== given || player.name) return;
    given = called();
    name.value = given;
  });
}

/** Advise a seat alone, or no longer. */
export function advise(seat) {
  seat.dataset.advised = String(seat.dataset.advised !== "true");
}

/** Offer a handicap for each person where the coach speaks at all. */
export function handicap(form, seats) {
  const people = seats.map(({ seat, name }, index) => ({ seat, name, index })).filter(({ seat }) => styleOf(seat) === null);
  box.hidden = coachOf(form) === "off" || seats.length < 2;
  chips.replaceChildren(
    ...people.map(({ seat, name, index }) =>
      h(
        "button",
        { type: "button", class: "act chip-toggle", "data-do": "seat-advise", "data-seat": index, "aria-pressed": String(seat.dataset.advised === "true") },
        name,
      ),
    ),
  );
}

const styleOf = (seat) => seat.querySelector("select");
