// What the page says besides the game: the banner of a lost line, refusals, and words for a screen reader.

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

export function forgive() {
  refusal.hidden = true;
}

export function speak(sentence) {
  if (sentence && spoken.textContent !== sentence) spoken.textContent = sentence;
}
