// The page's dialogs: choosing one of six faces, the photos behind a written score, and the rules.

import { page } from "./api.js";
import { h } from "./dom.js";
import { dieFace } from "./faces.js";
import { words } from "./words.js";

const faces = document.getElementById("faces");
const photo = document.getElementById("photo");
const image = document.getElementById("photo-image");
const tabs = document.getElementById("photo-slots");
const rules = document.getElementById("rules");
const gone = document.getElementById("photo-gone");

/** Ask for one of six faces; `chosen(value)` is called with 1-6 unless the dialog is dismissed. */
export function faceDialog(title, names, chosen) {
  document.getElementById("faces-title").textContent = title;
  const keys = names.map((face, index) => {
    const key = h("button", { class: "key", type: "button", "aria-label": words.itIs(face) }, dieFace(face));
    key.addEventListener("click", () => {
      faces.close();
      chosen(index + 1);
    });
    return key;
  });
  document.getElementById("faces-keys").replaceChildren(...keys);
  faces.showModal();
}

/** Show the photos of the rolls that a player wrote into a box, beginning with one of its slots, or the last. */
export function photoDialog(view, box, seat, slot) {
  const row = view.game.rows.find((candidate) => candidate.box === box);
  const { slots } = row.cells[seat];
  const { name } = view.game.players[seat];
  const choose = (index) => {
    tabs.hidden = slots.length === 1;
    tabs.replaceChildren(...slots.map((entry, other) => tab(entry, other === index, () => choose(other))));
    show(words.photoOf(slots[index].mark, row.title, name), slots[index].photo);
  };
  choose(slot ?? slots.length - 1);
  photo.showModal();
}

/** Show the photo of a hand that stands in a game of hands. */
export function handDialog(view, seat, index) {
  const made = view.game.match.hands[seat][index];
  tabs.hidden = true;
  show(words.handPhotoOf(view.game.players[seat].name, made.title), made.photo);
  photo.showModal();
}

function tab(entry, pressed, chosen) {
  const button = h("button", { type: "button", class: "slot-tab", "aria-pressed": String(pressed) }, entry.struck ? "—" : entry.mark);
  button.addEventListener("click", chosen);
  return button;
}

function show(title, address) {
  document.getElementById("photo-title").textContent = title;
  image.hidden = address === null;
  gone.hidden = address !== null;
  if (address === null) gone.textContent = words.photoGone;
  else image.src = address;
}

/** Show the rules of the game being played. */
export async function rulesDialog(view) {
  document.getElementById("rules-dialog-title").textContent = view.game.title;
  rules.querySelector("#rules-told").innerHTML = await page("/rules");
  rules.showModal();
}

image.addEventListener("error", () => {
  image.hidden = true;
  gone.hidden = false;
  gone.textContent = words.photoGone;
});

export function closeAll() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

// A tap on the dark around a dialog closes it, as people expect.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
