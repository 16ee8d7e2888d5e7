// The page's dialogs: choosing one of six faces, the photos behind a written score, and the rules.

/** @import { GameData, Slot } from "../lib/views.js" */

import { fragment } from "../lib/api.js";
import { byId, h } from "../lib/dom.js";
import { endings } from "../lib/endings.js";
import { dieFace } from "../lib/faces.js";
import { words } from "../lib/words.js";

const faces = byId("faces", HTMLDialogElement);
const photo = byId("photo", HTMLDialogElement);
const image = byId("photo-image", HTMLImageElement);
const tabs = byId("photo-slots");
const rules = byId("rules", HTMLDialogElement);
const gone = byId("photo-gone");

/**
 * Ask for one of six faces; `chosen(value)` is called with 1-6 unless the dialog is dismissed.
 * @param {string} title
 * @param {string[]} names
 * @param {(value: number) => void} chosen
 */
export function faceDialog(title, names, chosen) {
  byId("faces-title").textContent = title;
  const keys = names.map((face, index) => {
    const key = h("button", { class: "key", type: "button", "aria-label": words.itIs(face) }, dieFace(face));
    key.addEventListener("click", () => {
      faces.close();
      chosen(index + 1);
    });
    return key;
  });
  byId("faces-keys").replaceChildren(...keys);
  faces.showModal();
}

/**
 * Show the photos of the rolls that a player wrote into a box, beginning with one of its slots, or the last.
 * @param {GameData} game
 * @param {string} box
 * @param {number} seat
 * @param {number} [slot]
 */
export function photoDialog(game, box, seat, slot) {
  const row = game.rows.find((candidate) => candidate.kind === "box" && candidate.box === box);
  if (row?.kind !== "box") return;
  const { slots } = row.cells[seat];
  const { name } = game.players[seat];
  /** @param {number} index */
  const choose = (index) => {
    tabs.hidden = slots.length === 1;
    tabs.replaceChildren(...slots.map((entry, other) => tab(entry, other === index, () => choose(other))));
    show(words.photoOf(slots[index].mark, row.called, name), slots[index].photo);
  };
  choose(slot ?? slots.length - 1);
  photo.showModal();
}

/**
 * Show the photo of a hand that stands in a game of hands.
 * @param {GameData} game
 * @param {number} seat
 * @param {number} index
 */
export function handDialog(game, seat, index) {
  const made = game.match?.hands[seat][index];
  if (made === undefined) return;
  tabs.hidden = true;
  show(words.handPhotoOf(game.players[seat].name, made.title), made.photo);
  photo.showModal();
}

/**
 * Show the photo of a moment of the game.
 * @param {string} name whose throw it was
 * @param {string | null} address
 */
export function momentDialog(name, address) {
  tabs.hidden = true;
  show(endings.throwOf(name), address);
  photo.showModal();
}

/** @param {Slot} entry @param {boolean} pressed @param {() => void} chosen */
function tab(entry, pressed, chosen) {
  const button = h(
    "button",
    { type: "button", class: "slot-tab", "aria-pressed": String(pressed) },
    entry.struck ? "—" : entry.mark,
  );
  button.addEventListener("click", chosen);
  return button;
}

/** @param {string} title @param {string | null} address */
function show(title, address) {
  byId("photo-title").textContent = title;
  image.hidden = address === null;
  gone.hidden = address !== null;
  if (address === null) gone.textContent = words.photoGone;
  else image.src = address;
}

/**
 * Show the rules of a game that is being played.
 * @param {GameData} game
 */
export async function rulesDialog(game) {
  byId("rules-dialog-title").textContent = game.title;
  byId("rules-text").innerHTML = await fragment("/rules");
  rules.showModal();
}

image.addEventListener("error", () => {
  image.hidden = true;
  gone.hidden = false;
  gone.textContent = words.photoGone;
});

export function closeAll() {
  for (const dialog of document.querySelectorAll("dialog")) if (dialog.open) dialog.close();
}

// A tap on the dark around a dialog closes it, as people expect.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
