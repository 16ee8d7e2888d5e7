// The page's dialogs: choosing one of six faces, and the photo behind a written score.

import { h } from "./dom.js";
import { dieFace } from "./faces.js";
import { words } from "./words.js";

const faces = document.getElementById("faces");
const photo = document.getElementById("photo");
const image = document.getElementById("photo-image");
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

/** Show the photo of the roll that a player wrote into a box. */
export function photoDialog(view, box, seat) {
  const row = view.game.rows.find((candidate) => candidate.box === box);
  const cell = row.cells[seat];
  document.getElementById("photo-title").textContent = words.photoOf(cell.points, row.title, view.game.players[seat].name);
  image.hidden = false;
  gone.hidden = true;
  image.src = cell.photo;
  photo.showModal();
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
