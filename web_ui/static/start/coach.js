// On the start form: seats that the program plays, and whom alone the coach advises.

/** @import { Known } from "./seats.js" */

import { byId, find, h } from "../lib/dom.js";

/** The style of an opponent who is asked for without one. */
export const STYLE = "steady";

const box = byId("handicap");
const chips = byId("advised");

/**
 * What a seat is beside its name and colour, as the start action takes it.
 * @param {HTMLElement} seat
 */
export function helped(seat) {
  return { opponent: styleOf(seat)?.value ?? "", advised: !box.hidden && seat.dataset.advised === "true" };
}

/**
 * Whether the program plays a seat.
 * @param {HTMLElement} seat
 */
export const isOpponent = (seat) => styleOf(seat) !== null;

/**
 * Let a seat be as its player was; a new opponent is called after its style, as long as nobody names it.
 * @param {HTMLElement} seat
 * @param {Known} player
 * @param {Set<string>} names of the other seats
 */
export function recall(seat, player, names) {
  seat.dataset.advised = String(player.advised ?? false);
  const style = styleOf(seat);
  if (style === null) return;
  const name = find(seat, "input", HTMLInputElement);
  style.value = player.opponent ?? "";
  if (style.selectedIndex < 0) style.value = STYLE;
  const call = () => {
    const plain = style.selectedOptions[0].dataset.name ?? "";
    let free = plain;
    for (let number = 2; names.has(free); number += 1) free = `${plain} ${number}`;
    name.value = seat.dataset.given = free;
  };
  if (player.name === undefined) call();
  style.addEventListener("change", () => {
    if (name.value === seat.dataset.given) call();
  });
}

/**
 * Advise a seat alone, or no longer.
 * @param {HTMLElement} seat
 */
export function advise(seat) {
  seat.dataset.advised = String(seat.dataset.advised !== "true");
}

/**
 * Offer a handicap for each person.
 * @param {{ seat: HTMLElement, index: number, name: string }[]} people with the index of their seats
 * @param {boolean} offered
 */
export function handicap(people, offered) {
  box.hidden = !offered;
  chips.replaceChildren(
    ...people.map(({ seat, name, index }) =>
      h(
        "button",
        {
          type: "button",
          class: "button chip-toggle",
          "data-do": "seat-advise",
          "data-seat": index,
          "aria-pressed": String(seat.dataset.advised === "true"),
        },
        name,
      ),
    ),
  );
}

/** @param {HTMLElement} seat */
const styleOf = (seat) => seat.querySelector("select");
