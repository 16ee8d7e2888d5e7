// The setup page: the live picture, the choice of source, the tray's corners.

import { act, ask } from "./api.js";
import { cornerHandles } from "./corners.js";
import { h } from "./dom.js";
import { forgive, line, refuse } from "./notice.js";
import { follow } from "./stream.js";
import { words } from "./words.js";

const FRAME_MS = 200; // five pictures a second show a hand and a rolling die well enough to aim by
const DARK_MS = 1000;

const part = (id) => document.getElementById(id);
const live = part("live");
const save = part("save");
const corners = cornerHandles(part("stage"), () => {
  save.disabled = false;
  part("saved").textContent = words.unsaved;
});
let source = null;

follow((view) => {
  part("says").textContent = view.message;
  if (view.source !== source) load();
}, line);
look();

async function load() {
  try {
    const facts = await ask("/api/setup");
    source = facts.source;
    part("sources").replaceChildren(...facts.sources.map(sourceButton));
    corners.set(facts.corners);
    save.disabled = true;
  } catch (refused) {
    refuse(refused.message);
  }
}

function sourceButton({ spec, title }) {
  const button = h(
    "button",
    { type: "button", class: "source", role: "radio", "aria-checked": String(spec === source) },
    h("span", { class: "ring", "aria-hidden": "true" }),
    h("span", { class: "name" }, title),
    h("span", { class: "spec" }, spec),
  );
  button.addEventListener("click", () => use(spec));
  return button;
}

async function use(spec) {
  try {
    await act("source", { spec });
    forgive();
  } catch (refused) {
    refuse(refused.message);
  }
  await load();
}

function look() {
  live.src = `/live.jpg?at=${Date.now()}`;
}

live.addEventListener("load", () => {
  part("dark").hidden = true;
  setTimeout(look, FRAME_MS);
});
live.addEventListener("error", () => {
  part("dark").textContent = words.noPicture;
  part("dark").hidden = false;
  setTimeout(look, DARK_MS);
});

part("whole").addEventListener("click", corners.whole);
save.addEventListener("click", async () => {
  try {
    await act("corners", { corners: corners.get() });
    save.disabled = true;
    part("saved").textContent = words.saved;
    forgive();
  } catch (refused) {
    refuse(refused.message);
  }
});
