// The game's sounds: which of them follow from two views, and whether this device plays them.

/** @import { View } from "../lib/views.js" */
/** @import { Sound } from "./synth.js" */

import { switchedOn } from "../lib/preferences.js";
import { changes, fiveOfAKind } from "./changes.js";
import { hasGame } from "./state.js";
import { synth } from "./synth.js";

/**
 * The sounds of what happened between two views, in the order in which they are heard.
 * @param {View | null} before
 * @param {View} fresh
 * @returns {Sound[]}
 */
export function soundsOf(before, fresh) {
  const happened = changes(before, fresh);
  if (happened === null || happened.undone || !hasGame(fresh)) return [];
  const { game } = fresh;
  /** @type {Sound[]} */
  const heard = [];
  const stood = game.match !== null && happened.turned && !happened.started;
  if (happened.score !== null || stood) heard.push("write");
  if (happened.turned && calls(fresh)) heard.push("turn");
  if (happened.rolled) heard.push("settled");
  if ((happened.rolled || happened.corrected.length > 0) && fiveOfAKind(fresh)) heard.push("five");
  if (happened.held.length > 0) heard.push("hold");
  else if (happened.released.length > 0) heard.push("release");
  return heard;
}

/**
 * Whether a new turn calls a player: not who plays alone and is always next, nor an opponent of the program's own.
 * @param {View} view
 */
function calls({ game }) {
  if (game === null || game.current === null) return false;
  return game.players.length > 1 && game.players[game.current].opponent === "";
}

export const sounds = {
  /**
   * Play what happened between two views, where the device's players want sounds and the page is in sight.
   * @param {View | null} before
   * @param {View} fresh
   */
  play(before, fresh) {
    if (on() && document.visibilityState === "visible") synth.play(soundsOf(before, fresh));
  },
  /**
   * Turned on, sounds are heard at once: a tap has just been made, and browsers allow no sound before one.
   * @param {boolean} turnedOn
   */
  async turn(turnedOn) {
    if (!turnedOn) {
      synth.rest();
      return;
    }
    await synth.wake();
    synth.play(["turn"]);
  },
};

const on = () => switchedOn("sound", false);

// On a device where they were turned on some other day, the first tap or key allows them.
for (const type of ["pointerup", "keydown"]) {
  document.addEventListener(type, () => on() && synth.wake(), { capture: true, passive: true });
}
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") synth.rest();
  else synth.goOn();
});
