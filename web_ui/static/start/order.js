// The order of play: seats are dragged by their grips, with a finger or a mouse, or moved by buttons.

import { around, byId } from "../lib/dom.js";
import { speak } from "../lib/notice.js";
import { words } from "../lib/words.js";
import { nameOf, seatOf, seats } from "./seats.js";

const EDGE_PX = 100; // nearer to the window's edge than that, a dragged seat scrolls the page
const SCROLL_PX = 12;

const list = byId("seats");

/**
 * The place of what is dragged among the others: how many of them are above it.
 * @param {number} middle of what is dragged
 * @param {number[]} middles of the others
 */
export const placeAt = (middle, middles) => middles.filter((other) => other < middle).length;

/**
 * Move a seat up or down by one, as a button on it says, which keeps the focus where it can.
 * @param {HTMLElement} button
 * @param {-1 | 1} by
 */
export function moveBy(button, by) {
  const seat = seatOf(button);
  const all = seats();
  moveTo(seat, Math.max(0, Math.min(all.length - 1, all.indexOf(seat) + by)));
}

/**
 * Say where a seat is now.
 * @param {HTMLElement} seat
 */
export function announcePlace(seat) {
  const all = seats();
  speak(words.moved(nameOf(seat).value, all.indexOf(seat) + 1, all.length));
}

/**
 * Let seats be dragged; `moved` is called once one has been put down elsewhere.
 * @param {(seat: HTMLElement) => void} moved
 */
export function letDrag(moved) {
  list.addEventListener("pointerdown", (event) => {
    const grip = around(event, ".grip");
    if (grip === null || event.button !== 0) return;
    event.preventDefault();
    drag(seatOf(grip), event, moved);
  });
}

/**
 * @param {HTMLElement} seat
 * @param {PointerEvent} start
 * @param {(seat: HTMLElement) => void} moved
 */
function drag(seat, start, moved) {
  const from = seats().indexOf(seat);
  const grabbed = start.pageY - seat.offsetTop;
  seat.classList.add("is-dragged");

  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (event.pointerId !== start.pointerId) return;
    if (event.clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
    else if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    const top = event.pageY - grabbed;
    const others = seats().filter((other) => other !== seat);
    const middles = others.map((other) => other.offsetTop + other.offsetHeight / 2);
    moveTo(seat, placeAt(top + seat.offsetHeight / 2, middles));
    seat.style.translate = `0 ${top - seat.offsetTop}px`;
  };
  /** @param {PointerEvent} event */
  const drop = (event) => {
    if (event.pointerId !== start.pointerId) return;
    document.removeEventListener("pointermove", follow);
    document.removeEventListener("pointerup", drop);
    document.removeEventListener("pointercancel", drop);
    seat.classList.remove("is-dragged");
    seat.style.translate = "";
    if (seats().indexOf(seat) !== from) moved(seat);
  };
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
}

/**
 * Give a seat another place by moving the others past it: what a finger or the focus is on stays in the page.
 * @param {HTMLElement} seat
 * @param {number} place
 */
function moveTo(seat, place) {
  for (let at = seats().indexOf(seat); at > place; at -= 1) seat.after(seats()[at - 1]);
  for (let at = seats().indexOf(seat); at < place; at += 1) seat.before(seats()[at + 1]);
}
