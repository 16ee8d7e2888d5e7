// What the buttons of the page do, by their data-do.

import { sentenceOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { refuse } from "../lib/notice.js";
import { words } from "../lib/words.js";
import { formActions } from "../start/form.js";
import { openStart } from "../start/opened.js";
import { startAgain } from "../start/starting.js";
import { adviceDialog, analysisDialog } from "./coach.js";
import { confirm } from "./confirming.js";
import { faceDialog, handDialog, momentDialog, photoDialog, rulesDialog } from "./dialogs.js";
import { rematch } from "./outcome.js";
import { draw } from "./page.js";
import { wholeCardDialog } from "./standings.js";
import { gameView, state } from "./state.js";
import { ask } from "./table.js";

/**
 * Ask what a die shows, and tell the table.
 * @param {number} die
 * @param {"correct" | "name-face"} action
 */
export function openFaces(die, action) {
  faceDialog(words.correctTitle(die + 1), gameView().game.faces, (value) => ask(action, { die, value }));
}

/** @type {Record<string, (button: HTMLElement) => void>} */
export const actions = {
  ...formActions,
  again: startAgain,
  hold: ({ dataset }) => {
    if (gameView().can.hold) ask("hold", { die: Number(dataset.die), held: dataset.held !== "true" });
  },
  press: ({ dataset }) => {
    const button = Number(dataset.button);
    const { can, places } = gameView();
    const place = places[button];
    ask("press", can.hold && place?.state === "lying" ? { button, held: !place.held } : { button });
  },
  "hold-asked": ({ dataset }) => ask("hold", { die: Number(dataset.die), held: true }),
  write: ({ dataset }) => ask("write", { box: dataset.box, strike: dataset.strike === "true" }),
  confirm: ({ dataset }) => {
    confirm(dataset.box ?? null);
    draw();
  },
  strike: () => {
    state.striking = !state.striking;
    confirm(null);
    draw();
  },
  why: ({ dataset }) => refuse(dataset.why ?? ""),
  stand: () => ask("stand"),
  hint: () => ask("hint"),
  aim: ({ dataset }) => {
    byId("advice", HTMLDialogElement).close();
    ask("aim", { win: dataset.win === "true" });
  },
  choices: () => {
    const { advice } = gameView().coach;
    if (advice !== null) adviceDialog(advice);
  },
  analysis: async () => {
    await analysisDialog(gameView()).catch((error) => refuse(sentenceOf(error)));
    if (!gameView().coach.analysed) ask("analyse");
  },
  undo: () => ask("undo"),
  pause: ({ dataset }) => ask("pause", { paused: dataset.paused === "true" }),
  "go-on": () => ask("pause", { paused: false }),
  throw: ({ dataset: { keep } }) =>
    ask("throw", keep === undefined ? {} : { keep: keep.split(",").filter(Boolean).map(Number) }),
  accept: () => ask("accept"),
  name: ({ dataset }) => ask("name-face", { die: Number(dataset.die), value: Number(dataset.value) }),
  "name-other": ({ dataset }) => openFaces(Number(dataset.die), "name-face"),
  correct: ({ dataset }) => openFaces(Number(dataset.die), "correct"),
  photo: ({ dataset }) => {
    const slot = dataset.slot === undefined ? undefined : Number(dataset.slot);
    photoDialog(gameView().game, dataset.box ?? "", Number(dataset.seat), slot);
  },
  "whole-card": () => wholeCardDialog(gameView()),
  "hand-photo": ({ dataset }) => handDialog(gameView().game, Number(dataset.seat), Number(dataset.hand)),
  rules: async () => {
    byId("menu", HTMLDialogElement).close();
    await rulesDialog(gameView().game).catch((error) => refuse(sentenceOf(error)));
  },
  print: () => {
    byId("menu", HTMLDialogElement).close();
    window.print();
  },
  "hand-open": () => {
    state.hand = gameView().hand.slice();
    draw();
  },
  "hand-close": () => {
    state.hand = null;
    draw();
  },
  "hand-add": ({ dataset }) => {
    if (state.hand === null) return;
    state.hand[state.hand.indexOf(null)] = Number(dataset.value);
    draw();
  },
  "hand-clear": ({ dataset }) => {
    if (state.hand === null) return;
    state.hand[Number(dataset.die)] = null;
    draw();
  },
  "hand-done": () => ask("enter", { values: state.hand }),
  rematch: () => ask("start", rematch(gameView().game)),
  moment: ({ dataset }) => {
    const { coach, game } = gameView();
    const found = coach.highlights.find(({ kind }) => kind === dataset.kind);
    if (found) momentDialog(game.players[found.seat].name, found.photo);
  },
  "new-game": () => {
    state.choosing = true;
    openStart();
    draw();
  },
  menu: () => {
    const abandon = byId("abandon");
    abandon.textContent = words.end;
    abandon.hidden = gameView().phase === "over";
    byId("menu", HTMLDialogElement).showModal();
  },
  abandon: (button) => {
    if (button.textContent !== words.endSure) {
      button.textContent = words.endSure;
      return;
    }
    byId("menu", HTMLDialogElement).close();
    ask("abandon");
  },
  close: (button) => button.closest("dialog")?.close(),
};
