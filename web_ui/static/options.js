// The house rules of a game on the start page: a switch, segments or a stepper each, read and set by the choice's index.

const REPEAT_AFTER_MS = 450;
const REPEAT_MS = 90;

/** Each option of a game with its setting, as the start action takes them. */
export function settings(rule) {
  return Object.fromEntries(options(rule).map((option) => [option.dataset.option, choices(option)[at(option)]]));
}

/** Set the options of a game: those chosen before, or each as it is by default. */
export function settle(rule, chosen = {}) {
  for (const option of options(rule)) {
    const index = choices(option).indexOf(chosen[option.dataset.option]);
    put(option, index < 0 ? Number(option.dataset.default) : index);
  }
}

/** Step to the next choice of a stepper; `by` is 1 or -1. */
export function step(button) {
  const option = button.closest(".option");
  put(option, Math.min(choices(option).length - 1, Math.max(0, at(option) + Number(button.dataset.by))));
}

// A finger that stays on a button goes on stepping.
let repeat = 0;
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-do=step]");
  if (button === null) return;
  repeat = setTimeout(() => {
    repeat = setInterval(() => step(button), REPEAT_MS);
  }, REPEAT_AFTER_MS);
});
for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
  document.addEventListener(type, () => {
    clearTimeout(repeat);
    clearInterval(repeat);
  });
}

const options = (rule) => [...rule.querySelectorAll(".option")];
const choices = (option) => JSON.parse(option.dataset.choices);

function at(option) {
  if (option.dataset.control === "switch") return choices(option).indexOf(option.querySelector("input").checked);
  if (option.dataset.control === "segments") return Number(option.querySelector("input:checked").value);
  return Number(option.dataset.at);
}

function put(option, index) {
  if (option.dataset.control === "switch") option.querySelector("input").checked = choices(option)[index];
  else if (option.dataset.control === "segments") option.querySelector(`input[value="${index}"]`).checked = true;
  else {
    option.dataset.at = index;
    option.querySelector("output").textContent = JSON.parse(option.dataset.words)[index];
    const [less, more] = option.querySelectorAll("button");
    less.disabled = index === 0;
    more.disabled = index === choices(option).length - 1;
  }
}
