// What the page says besides the game: the banner of a lost line, refusals, what is amiss with the camera, and words
// for a screen reader.

import { drawInto, h } from "./dom.js";
import { words } from "./words.js";

const banner = document.getElementById("line");
const refusal = document.getElementById("refusal");
const spoken = document.getElementById("spoken");
const REFUSAL_MS = 8000;
let timer = 0;

export function line(up) {
  if (banner.hidden === up) return;
  banner.hidden = up;
  document.body.classList.toggle("is-cut-off", !up);
}

export function refuse(sentence) {
  refusal.textContent = sentence;
  refusal.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(forgive, REFUSAL_MS);
}

/** What is amiss with the camera, as long as it is so, with the way to where it is put right. */
export function showNotices(view) {
  for (const list of document.querySelectorAll("[data-notices]")) {
    list.hidden = view.notices.length === 0;
    drawInto(
      list,
      h("ul", {}, view.notices.map((notice) => h("li", {}, notice))),
      list.dataset.notices !== "here" && h("a", { href: "/setup" }, words.toSetup),
    );
  }
}

export function forgive() {
  refusal.hidden = true;
}

export function speak(sentence) {
  if (sentence && spoken.textContent !== sentence) spoken.textContent = sentence;
}
