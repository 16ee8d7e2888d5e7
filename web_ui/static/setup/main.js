// The setup page: the steps, one of them open at a time, beside the live picture.

import { act, ask } from "../api.js";
import { drawInto, h } from "../dom.js";
import { forgive, line, refuse, showNotices } from "../notice.js";
import { follow } from "../stream.js";
import { makeStage } from "./stage.js";
import { STEPS } from "./steps.js";

const part = (id) => document.getElementById(id);
const spaces = [...document.querySelectorAll(".space")];
const ids = spaces.map((space) => space.dataset.goesTo);
const stage = makeStage(part("stage"));
const shown = new Map(); // what the table told of each step last
const steps = new Map(ids.map((id) => [id, makeStep(id)]));
let current = null;
let timer = 0;

spaces.forEach((space) => space.addEventListener("click", () => open(space.dataset.goesTo)));
part("next").addEventListener("click", () => open(following()));
part("skip").addEventListener("click", async () => {
  if (await deed(current, "skip")) open(following());
});
part("take-up").addEventListener("click", () => deed(current, "skip", { skipped: false }));
let watched = null; // the source and whether it gives pictures, as the table told last
follow((view) => {
  part("says").textContent = view.message;
  const now = `${view.source} ${view.camera}`;
  if (watched !== null && watched !== now) reload();
  watched = now;
  showNotices(view);
}, line);
begin();

/** Open the step that the address names, else the first that is to do. */
async function begin() {
  await reload();
  const named = location.hash.slice(1);
  const due = ids.find((id) => shown.get(id)?.state === "open");
  open(ids.includes(named) ? named : (due ?? ids[0]));
}

/** The step after the current one; the last one stays. */
function following() {
  return ids[ids.indexOf(current) + 1] ?? current;
}

/** A step's own script, given what it may use; a step without one only shows what was found. */
function makeStep(id) {
  const tools = {
    panel: part(`step-${id}`),
    stage,
    deed: (name, body) => deed(id, name, body),
    look: () => look(id),
    refuse,
  };
  return { draw() {}, enter() {}, leave() {}, every: 0, ...STEPS[id]?.(tools) };
}

function open(id) {
  if (id === current) return;
  if (current !== null) {
    steps.get(current).leave();
    part(`step-${current}`).hidden = true;
  }
  stage.clear();
  forgive();
  current = id;
  history.replaceState(null, "", `#${id}`);
  part(`step-${id}`).hidden = false;
  part("next").hidden = id === ids.at(-1);
  part("play").hidden = id !== ids.at(-1);
  for (const space of spaces) {
    if (space.dataset.goesTo === id) space.setAttribute("aria-current", "step");
    else space.removeAttribute("aria-current");
  }
  steps.get(id).enter();
  if (shown.has(id)) draw(shown.get(id));
  document.getElementById(`title-${id}`).scrollIntoView({ block: "nearest" });
  look(id);
}

/** Have a step measured anew; a step that says `every` so many milliseconds is looked at again as long as it is open. */
async function look(id) {
  clearTimeout(timer);
  try {
    take(await ask(`/api/setup/${id}`));
  } catch (refused) {
    if (id === current) refuse(refused.message);
  }
  const { every } = steps.get(id);
  if (every > 0 && id === current && !document.hidden) {
    clearTimeout(timer);
    timer = setTimeout(() => look(id), every);
  }
}

/** Do something in a step; tells whether it was done. What other steps say may have changed by it. */
async function deed(id, name, body = {}) {
  try {
    take(await act(`setup/${id}/${name}`, body));
    forgive();
  } catch (refused) {
    refuse(refused.message);
    return false;
  }
  await reload(id);
  return true;
}

/** Ask how it stands with all steps; the one `but` was told already. */
async function reload(but = null) {
  try {
    for (const step of (await ask("/api/setup")).steps) if (step.id !== but) take(step);
  } catch (refused) {
    refuse(refused.message);
  }
}

function take(step) {
  shown.set(step.id, step);
  const space = spaces[ids.indexOf(step.id)];
  space.dataset.state = step.state;
  space.querySelector(".told").textContent = step.told;
  if (step.id === current) draw(step);
}

function draw(step) {
  steps.get(step.id).draw(step);
  drawInto(
    part(`step-${step.id}`).querySelector(".findings"),
    step.findings.map(({ grade, text }) => h("li", { class: `finding ${grade}` }, text)),
  );
  part("skip").hidden = step.state !== "open";
  part("take-up").hidden = step.state !== "skipped";
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && current !== null) look(current);
});
