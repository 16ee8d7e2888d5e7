// The table's newest view, taken in and drawn, and what this page asks of the table.

/** @import { View } from "../lib/views.js" */

import { post, sentenceOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { dismissRefusal, refuse, speak } from "../lib/notice.js";
import { announcement } from "./announce.js";
import { startClocks } from "./clock.js";
import { confirm } from "./confirming.js";
import { showAnalysis } from "./coach.js";
import { draw } from "./page.js";
import { moved, state } from "./state.js";

let busy = false;

/**
 * Show a view that is newer than the one shown.
 * @param {View} fresh
 */
export function show(fresh) {
  const before = state.view;
  state.view = fresh;
  startClocks();
  if (before !== null && moved(before, fresh)) {
    confirm(null);
    state.striking = false;
    state.hand = null;
    dismissRefusal();
  }
  if (fresh.game !== null && fresh.phase !== "over") state.choosing = false;
  if (!fresh.can.enter) state.hand = null;
  else if (fresh.phase === "lost" && state.hand === null) state.hand = fresh.hand.slice();
  if (fresh.coach.advice === null) close("advice");
  if (!(fresh.can.correct || fresh.phase === "question")) close("faces");
  draw();
  speak(announcement(before, fresh));
  showAnalysis(fresh).catch((error) => refuse(sentenceOf(error)));
}

/**
 * Ask something of the table and show what comes of it; what was asked before must be answered first.
 * @param {string} action
 * @param {object} [body]
 */
export async function ask(action, body) {
  if (busy) return;
  busy = true;
  try {
    const fresh = await post(action, body);
    if (state.view === null || fresh.version > state.view.version) show(fresh);
  } catch (error) {
    refuse(sentenceOf(error));
  } finally {
    busy = false;
  }
}

/** @param {string} id */
function close(id) {
  const dialog = byId(id, HTMLDialogElement);
  if (dialog.open) dialog.close();
}
