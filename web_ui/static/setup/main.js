// The setup page: the steps, one of them open at a time, beside the live picture.

/** @import { StepData } from "./views.js" */

import { NoAnswer, newId, post, sentenceOf } from "../lib/api.js";
import { byId, drawInto, find, findAll, h } from "../lib/dom.js";
import { dismissRefusal, refuse, showConnection, showNotices } from "../lib/notice.js";
import { follow } from "../lib/stream.js";
import { makeStage } from "./stage.js";
import { STEPS } from "./steps.js";

const RENEW_MS = 5000; // a lease ends after 20 s: three renewals may be lost

const tabs = findAll(document, ".tab");
const ids = tabs.map((tab) => tab.dataset.step ?? "");
const stage = makeStage();
/** @type {Map<string, StepData>} */
const shown = new Map(); // each step as it was sent last
const scripts = new Map(ids.map((id) => [id, script(id)]));
/** @type {string | null} */
let current = null;
let timer = 0;
let events = 0; // how many were heard

tabs.forEach((tab) => tab.addEventListener("click", () => open(tab.dataset.step ?? "")));
byId("next").addEventListener("click", () => open(following()));
byId("skip").addEventListener("click", async () => {
  if (current !== null && (await act(current, "skip"))) open(following());
});
byId("unskip").addEventListener("click", () => {
  if (current !== null) act(current, "skip", { skipped: false });
});
follow(
  (view) => {
    byId("table-message").textContent = view.message;
    showNotices(view);
  },
  showConnection,
  (steps) => {
    events += 1;
    steps.forEach(take);
    if (current === null) begin();
  },
);

/** Open the step that the address names, else the first that is to do. */
function begin() {
  const named = location.hash.slice(1);
  const due = ids.find((id) => shown.get(id)?.state === "open");
  open(ids.includes(named) ? named : (due ?? ids[0]));
}

/** The step after the current one; the last one stays. */
function following() {
  return ids[ids.indexOf(current ?? "") + 1] ?? current;
}

/**
 * A step's own script, given what it may use; a step without one only shows what was found.
 * @param {string} id
 */
function script(id) {
  return STEPS[id]?.({
    panel: byId(`step-${id}`),
    stage,
    act: (action, body) => act(id, action, body),
    refresh: () => refresh(id),
  });
}

/** @param {string} id */
function open(id) {
  if (id === current) return;
  if (current !== null) {
    scripts.get(current)?.leave?.();
    byId(`step-${current}`).hidden = true;
  }
  stage.clear();
  dismissRefusal();
  current = id;
  history.replaceState(null, "", `#${id}`);
  byId(`step-${id}`).hidden = false;
  const last = id === ids[ids.length - 1];
  byId("next").hidden = last;
  byId("play").hidden = !last;
  for (const tab of tabs) {
    if (tab.dataset.step === id) tab.setAttribute("aria-current", "step");
    else tab.removeAttribute("aria-current");
  }
  scripts.get(id)?.enter?.();
  const step = shown.get(id);
  if (step !== undefined) draw(step);
  byId(`title-${id}`).scrollIntoView({ block: "nearest" });
  refresh(id);
}

/**
 * Have a step measured, and again as long as it is open and wants that or holds the tray or the panel.
 * @param {string} id
 */
async function refresh(id) {
  clearTimeout(timer);
  try {
    await send(id, "refresh");
  } catch (error) {
    if (id === current) refuse(sentenceOf(error));
  }
  if (id === current) refreshLater(id);
}

/** @param {string} id */
function refreshLater(id) {
  clearTimeout(timer);
  const pause = shown.get(id)?.leased ? RENEW_MS : (scripts.get(id)?.refreshMs ?? 0);
  if (pause > 0 && !document.hidden) timer = window.setTimeout(() => refresh(id), pause);
}

/**
 * Do something in a step; tells whether it was done.
 * @param {string} id
 * @param {string} action
 * @param {object} [body]
 */
async function act(id, action, body = {}) {
  try {
    await send(id, action, body);
    dismissRefusal();
  } catch (error) {
    refuse(sentenceOf(error));
    return false;
  }
  return true;
}

/**
 * Ask the table, and show its answer unless the stream was faster: the answer may be older than an event. Where no
 * answer came it is asked once more, with the same id: what it has done already, it does not do again.
 * @param {string} id
 * @param {string} action
 * @param {object} [body]
 */
async function send(id, action, body = {}) {
  const heard = events;
  const asked = { ...body, request: newId() };
  const ask = () => post(`setup/${id}/${action}`, asked);
  const step = await ask().catch((error) => {
    if (error instanceof NoAnswer) return ask();
    throw error;
  });
  if (heard === events) take(step);
}

/** @param {StepData} step */
function take(step) {
  const before = shown.get(step.id);
  shown.set(step.id, step);
  const tab = tabs[ids.indexOf(step.id)];
  tab.dataset.state = step.state;
  find(tab, ".tab-state").textContent = step.label;
  if (step.id !== current) return;
  draw(step);
  // a lease that has begun is to be renewed; one that has ended leaves a result to be measured
  if (step.leased !== (before?.leased ?? false)) {
    if (step.leased) refreshLater(step.id);
    else refresh(step.id);
  }
}

/** @param {StepData} step */
function draw(step) {
  scripts.get(step.id)?.draw?.(step);
  drawInto(
    find(byId(`step-${step.id}`), ".findings"),
    step.findings.map(({ grade, text }) => h("li", { class: `finding ${grade}` }, text)),
  );
  byId("skip").hidden = step.state !== "open";
  byId("unskip").hidden = step.state !== "skipped";
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && current !== null) refresh(current);
});
