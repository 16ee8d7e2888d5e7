// What the page says besides the game: the banner of a lost connection, refusals, what is wrong with camera or disk,
// and words for a screen reader.

/** @import { View } from "./views.js" */

import { byId, drawInto, findAll, h } from "./dom.js";
import { words } from "./words.js";

const offline = byId("offline");
const toast = byId("toast");
const REFUSAL_MS = 8000;
let timer = 0;

/**
 * Say whether the table can be reached.
 * @param {boolean} up
 */
export function showConnection(up) {
  if (offline.hidden === up) return;
  offline.hidden = up;
  document.body.classList.toggle("is-offline", !up);
}

/** @param {string} sentence */
export function refuse(sentence) {
  toast.textContent = sentence;
  toast.hidden = false;
  clearTimeout(timer);
  timer = window.setTimeout(dismissRefusal, REFUSAL_MS);
}

export function dismissRefusal() {
  toast.hidden = true;
}

/**
 * What is wrong with camera or disk, as long as it is so, with the way to where it is put right.
 * @param {View} view
 */
export function showNotices(view) {
  for (const list of findAll(document, "[data-notices]")) {
    list.hidden = view.notices.length === 0;
    drawInto(
      list,
      h(
        "ul",
        {},
        view.notices.map(({ text, step }) =>
          h(
            "li",
            {},
            h("span", {}, text),
            step !== null &&
              list.dataset.notices !== "here" &&
              h("a", { href: step ? `/setup#${step}` : "/setup" }, words.putRight(step)),
          ),
        ),
      ),
    );
  }
}

/** @param {string} sentence */
export function speak(sentence) {
  const spoken = byId("spoken");
  if (sentence && spoken.textContent !== sentence) spoken.textContent = sentence;
}
