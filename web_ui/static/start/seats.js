// The seats of the start form, in the order of play: names, colours, and which of them the program plays.

/** @import { StartSeat } from "../lib/views.js" */

import { byId, find, findAll } from "../lib/dom.js";
import { words } from "../lib/words.js";
import { helped, recall } from "./coach.js";

/**
 * What is known of a player who takes a seat: one without a name is a guest, known by a number and called by it in the
 * page's language, or an opponent called after its style.
 * @typedef {Partial<StartSeat> & { guest?: number }} Known
 */

const list = byId("seats");
const templates = {
  person: byId("seat-template", HTMLTemplateElement),
  opponent: byId("opponent-template", HTMLTemplateElement),
};
const palette = byId("colours", HTMLDialogElement);

/** The colours to choose from, with their names. */
export const colours = findAll(palette, ".colour").map((button) => ({
  colour: button.dataset.colour ?? "",
  name: button.textContent?.trim() ?? "",
}));
/** @type {HTMLElement | null} */
let recoloured = null;

for (const button of findAll(palette, ".colour")) button.style.setProperty("--seat", button.dataset.colour ?? "");

export const seats = () => findAll(list, ":scope > .seat");
/** @param {HTMLElement} seat */
export const nameOf = (seat) => find(seat, "input", HTMLInputElement);
/** @param {HTMLElement} button within a seat */
export const seatOf = (button) => /** @type {HTMLElement} */ (button.closest(".seat"));

/** @param {HTMLElement} seat @returns {StartSeat} */
const player = (seat) => ({ name: nameOf(seat).value.trim(), colour: seat.dataset.colour ?? "", ...helped(seat) });

/** The players as the start action takes them. */
export const players = () => seats().map(player);

/**
 * The players as this device remembers them: names that nobody has given follow the page's language.
 * @returns {Known[]}
 */
export const known = () =>
  seats().map((seat) => {
    const { name, ...others } = player(seat);
    if (name !== seat.dataset.given) return { name, ...others };
    const { guest } = seat.dataset;
    return guest === undefined ? others : { guest: Number(guest), ...others };
  });

/** @param {Known[]} before the players of another time */
export function seatAll(before) {
  list.replaceChildren();
  for (const player of before) addSeat(player);
}

/** @param {Known} player */
export function addSeat(player) {
  const taken = new Set(seats().map((seat) => seat.dataset.colour));
  const names = new Set(seats().map((seat) => nameOf(seat).value));
  const { content } = templates[player.opponent ? "opponent" : "person"];
  const seat = /** @type {HTMLElement} */ (find(content, ".seat").cloneNode(true));
  const offered = colours.some(({ colour }) => colour === player.colour);
  const free = colours.find(({ colour }) => !taken.has(colour)) ?? colours[0];
  seat.dataset.colour = offered ? player.colour : free.colour;
  if (player.name !== undefined) nameOf(seat).value = player.name;
  else if (!player.opponent) callGuest(seat, player.guest ?? seats().length + 1, names);
  recall(seat, player, names);
  list.append(seat);
  return seat;
}

/**
 * Call a guest by the first number that is free.
 * @param {HTMLElement} seat
 * @param {number} number
 * @param {Set<string>} names that are taken
 */
function callGuest(seat, number, names) {
  while (names.has(words.player(number))) number += 1;
  seat.dataset.guest = String(number);
  nameOf(seat).value = seat.dataset.given = words.player(number);
}

/**
 * Name everything on a seat for those who hear it; `least` players cannot be fewer.
 * @param {number} least
 */
export function labelSeats(least) {
  seats().forEach((seat, index, all) => {
    const { value } = nameOf(seat);
    const colour = seat.dataset.colour ?? "";
    const title = colours.find((one) => one.colour === colour)?.name ?? colour;
    seat.style.setProperty("--seat", colour);
    seat.classList.toggle("alone", all.length === 1);
    nameOf(seat).setAttribute("aria-label", words.nameOf(index + 1));
    label(seat, ".swatch", words.colourOf(value, title));
    label(seat, ".seat-up", words.moveUp(value)).disabled = index === 0;
    label(seat, ".seat-down", words.moveDown(value)).disabled = index === all.length - 1;
    label(seat, ".seat-remove", words.remove(value)).hidden = all.length <= least;
  });
}

/** @param {HTMLElement} seat @param {string} part @param {string} text */
function label(seat, part, text) {
  const button = find(seat, part, HTMLButtonElement);
  button.setAttribute("aria-label", text);
  return button;
}

/** @param {HTMLElement} seat whose colour is to be chosen */
export function openPalette(seat) {
  recoloured = seat;
  for (const colour of findAll(palette, ".colour")) {
    colour.setAttribute("aria-pressed", String(colour.dataset.colour === seat.dataset.colour));
  }
  palette.showModal();
}

/**
 * Give the colour to the seat that it is chosen for; a seat that has it takes the other one.
 * @param {string} colour
 */
export function recolour(colour) {
  if (recoloured === null) return;
  const other = seats().find((seat) => seat !== recoloured && seat.dataset.colour === colour);
  if (other) other.dataset.colour = recoloured.dataset.colour;
  recoloured.dataset.colour = colour;
  palette.close();
}
