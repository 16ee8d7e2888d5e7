// Tells what happened without the eyes: to screen readers, aloud, and in sounds.

/** @import { View } from "../lib/views.js" */

import { speak } from "../lib/notice.js";
import { announcement } from "./announce.js";
import { sounds } from "./sounds.js";
import { speech } from "./speech.js";

/**
 * @param {View | null} before
 * @param {View} fresh
 */
export function tell(before, fresh) {
  const sentence = announcement(before, fresh);
  speak(sentence);
  speech.say(sentence);
  sounds.play(before, fresh);
}
