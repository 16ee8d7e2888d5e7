// The table's newest view, taken in and drawn with what is pending on top, and what this page asks of the table.

/** @import { View } from "../lib/views.js" */
/** @import { Tap } from "./queue.js" */

import { post, sentenceOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { dismissRefusal, refuse, showConnection } from "../lib/notice.js";
import { words } from "../lib/words.js";
import { startClocks } from "./clock.js";
import { confirm } from "./confirming.js";
import { showAdvice, showAnalysis } from "./coach.js";
import { draw } from "./page.js";
import { dismissNote, noteRefusal, placeOf } from "./pending.js";
import { predicted } from "./predict.js";
import { TapQueue } from "./queue.js";
import { moved, state } from "./state.js";
import { tell } from "./tell.js";

const PATIENCE_MS = 5000; // then the tap is sent again
const MANY_TRIES = 3; // without an answer, before people are told what may be wrong
const READ_MS = 2000; // a refusal stays so long though the game moves on: it may have come because of that
const REPEATED = ["hold", "press", "undo"]; // what makes sense again before the table has answered
const FOR_A_DIE = ["correct", "name-face"]; // and what makes sense again for another die

/** @type {View | null} */
let told = null; // the newest view as the table sent it
let connected = true;
let tries = 0; // in which the table has not answered, since it last did
let refusedAt = -Infinity;

const queue = new TapQueue({
  send: ({ id, action, body, expected }) => post(action, { ...body, request: id, expected }, PATIENCE_MS),
  answered: hear,
  refused: (taps, error) => {
    const sentence = sentenceOf(error);
    confirm(null);
    redraw();
    refusedAt = performance.now();
    noteRefusal(taps[0], sentence);
    refuse(taps.length > 1 ? `${sentence} ${words.tapsDropped}` : sentence);
  },
  heard: (now) => {
    if (now === MANY_TRIES) refuse(words.noAnswer);
    if (now === 0 && tries >= MANY_TRIES) dismissRefusal();
    tries = now;
    showLine();
  },
});

/**
 * Take in what the table says. Its answers and its stream overtake each other: what is older than what is shown only
 * tells which taps are done, unless it comes `first` on a new stream, as the program may have been started again.
 * @param {View} fresh
 * @param {boolean} [first]
 */
export function hear(fresh, first = false) {
  if (first || told === null || fresh.version > told.version) {
    show(fresh);
    return;
  }
  if (queue.settle(fresh)) redraw();
}

/**
 * Show a view that is newer than the one shown.
 * @param {View} fresh
 */
export function show(fresh) {
  const before = told;
  told = fresh;
  queue.settle(fresh);
  startClocks();
  if (before !== null && moved(before, fresh)) {
    confirm(null);
    state.striking = false;
    state.hand = null;
    if (performance.now() - refusedAt > READ_MS) {
      dismissRefusal();
      dismissNote();
    }
  }
  if (fresh.game !== null && fresh.phase !== "over") state.choosing = false;
  if (!fresh.can.enter) state.hand = null;
  else if (fresh.phase === "lost" && state.hand === null) state.hand = fresh.hand.slice();
  if (!(fresh.can.correct || fresh.phase === "question")) close("faces");
  redraw();
  tell(before, fresh);
  showAdvice(fresh);
  showAnalysis(fresh).catch((error) => refuse(sentenceOf(error)));
}

/**
 * Ask something of the table: it is shown at once as far as that is known, and sent as soon as all that was asked
 * before is answered. Resolves to null when it is done, to why when it is refused.
 * @param {string} action
 * @param {object} [body]
 */
export async function ask(action, body = {}) {
  dismissNote();
  const moment = told?.moment ?? "";
  if (queue.shown(moment).some((tap) => isSame(tap, action, body))) return null;
  const answered = queue.add(action, body, moment, placeOf({ action, body }));
  redraw();
  return answered;
}

/**
 * Note whether the table's line is up.
 * @param {boolean} up
 */
export function connect(up) {
  if (up && (!connected || tries > 0)) queue.hurry();
  connected = up;
  showLine();
}

function showLine() {
  showConnection(connected && tries === 0);
}

/** Draw the newest view with what is pending on top. */
function redraw() {
  if (told === null) return;
  state.pending = queue.shown(told.moment);
  state.view = predicted(told, state.pending);
  document.body.dataset.pending = String(queue.waiting);
  draw();
}

/**
 * Whether a pending tap is the same, so that it was meant once: a finger trembles, or sees nothing happen.
 * @param {Tap} tap
 * @param {string} action
 * @param {object} body
 */
function isSame(tap, action, body) {
  if (tap.action !== action || REPEATED.includes(action)) return false;
  return !FOR_A_DIE.includes(action) || JSON.stringify(tap.body) === JSON.stringify(body);
}

/** @param {string} id */
function close(id) {
  const dialog = byId(id, HTMLDialogElement);
  if (dialog.open) dialog.close();
}
