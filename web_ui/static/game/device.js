// What this device does by itself, in a group of the menu: a switch each. One more is one more entry in SWITCHES.

import { around, byId, drawInto, h } from "../lib/dom.js";
import { setSwitch, switchedOn } from "../lib/preferences.js";
import { words } from "../lib/words.js";
import { sounds } from "./sounds.js";
import { speech } from "./speech.js";

/**
 * A switch and the preference that it sets. `standard` holds until somebody chooses, `note` stands below the label, and
 * `turned` is told of every change.
 * @typedef {{
 *   name: string,
 *   label: string,
 *   standard: boolean,
 *   note: () => string,
 *   turned?: (on: boolean) => void,
 * }} Switch
 */

/** @type {Switch[]} */
const SWITCHES = [
  { name: "sound", label: words.sound, standard: false, note: () => words.soundNote, turned: sounds.turn },
  {
    name: "speech",
    label: words.speech,
    standard: false,
    note: () => (speech.hasVoice() ? words.speechNote : words.noVoice),
    turned: (on) => (on ? speech.say(words.speech) : speech.hush()),
  },
  { name: "shortcuts", label: words.shortcuts, standard: true, note: () => words.shortcutsNote },
];

const group = byId("device");

export function drawDevice() {
  drawInto(group, SWITCHES.map(row));
}

/** @param {Switch} shown */
function row({ name, label, standard, note }) {
  return h(
    "div",
    { class: "device-row", "data-key": name },
    h(
      "label",
      { class: "switch" },
      h("span", { class: "option-title" }, label),
      h("input", {
        type: "checkbox",
        role: "switch",
        "data-switch": name,
        "aria-describedby": `${name}-note`,
        checked: switchedOn(name, standard),
      }),
      h("span", { class: "track", "aria-hidden": "true" }),
    ),
    h("p", { class: "explanation", id: `${name}-note` }, note()),
  );
}

group.addEventListener("change", (event) => {
  const input = around(event, "[data-switch]");
  const turned = SWITCHES.find(({ name }) => name === input?.dataset.switch);
  if (!(input instanceof HTMLInputElement) || turned === undefined) return;
  setSwitch(turned.name, input.checked);
  turned.turned?.(input.checked);
});
drawDevice();
speech.listen(drawDevice);
