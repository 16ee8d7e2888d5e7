// The game page: follows the table, draws what it says, and turns taps into asks. All state but the newest view is
// what a finger has half done: a 0 tapped once, faces being tapped in, a dialog open.

import { act } from "./api.js";
import { card, room } from "./card.js";
import { actions, panel } from "./controls.js";
import { startClocks } from "./clock.js";
import { adviceDialog, analysisDialog, coach, showAnalysis } from "./coach.js";
import { closeAll, faceDialog, handDialog, photoDialog, rulesDialog } from "./dialogs.js";
import { drawInto } from "./dom.js";
import { match } from "./match.js";
import { forgive, line, refuse, showNotices, speak } from "./notice.js";
import { outcome } from "./outcome.js";
import { plate } from "./plate.js";
import { chosen, layOut, ready, startDeeds } from "./start.js";
import { follow } from "./stream.js";
import { tray } from "./tray.js";
import { words } from "./words.js";

const DOUBT_MS = 5000;
const LONG_PRESS_MS = 550;
const SLIP_PX = 12;

const part = (id) => document.getElementById(id);
let view = null;
let doubted = null;
let doubtTimer = 0;
let striking = false; // boxes are struck, not written
let hand = null;
let choosing = false; // the start form is open though a game has ended
let busy = false;
let pressTimer = 0;
let longPressed = false;

follow((fresh) => show(fresh), line);

function show(fresh) {
  const before = view;
  view = fresh;
  startClocks();
  if (before !== null && moved(before, fresh)) {
    doubt(null);
    striking = false;
    hand = null;
    forgive();
  }
  if (fresh.game !== null && fresh.phase !== "over") choosing = false;
  if (!fresh.can.enter) hand = null;
  else if (fresh.phase === "lost" && hand === null) hand = fresh.hand.slice();
  if (part("advice").open && fresh.coach.advice === null) part("advice").close();
  if (part("faces").open && !(fresh.can.correct || fresh.phase === "question")) part("faces").close();
  draw();
  announce(before, fresh);
  showAnalysis(fresh).catch((refused) => refuse(refused.message));
}

/** Whether something happened in the game itself, so that half-done taps no longer mean what they meant. */
function moved(before, fresh) {
  const mark = ({ phase, game }) => `${phase}/${game?.id}/${game?.steps}/${game?.current}/${game?.rollsUsed}`;
  return mark(before) !== mark(fresh);
}

function draw() {
  const starting = view.game === null || choosing;
  if (starting && part("start").hidden) {
    closeAll();
    layOut(view.game);
  }
  part("start").hidden = !starting;
  part("game").hidden = starting;
  document.body.dataset.phase = starting ? "start" : view.phase;
  showNotices(view);
  if (starting) return;
  drawInto(part("plate"), plate(view));
  drawInto(part("tray"), tray(view, hand));
  drawInto(part("coach"), coach(view));
  drawInto(part("panel"), panel(view));
  drawInto(part("actions"), actions(view, hand, striking));
  drawInto(part("sheet"), view.game.match ? match(view) : card(view, { doubted, striking }));
}

/** Say what a screen reader's user would otherwise miss; a new turn and its first roll may come in one snapshot. */
function announce(before, fresh) {
  if (before === null || fresh.game === null) return;
  const { game, phase } = fresh;
  if (phase === "over") {
    if (before.phase === "over") return;
    speak(outcome(game));
    return;
  }
  const was = before.game;
  const turned = was?.id !== game.id || was.turn !== game.turn || was.current !== game.current;
  const rolled = phase === "rolled" && (turned || before.phase !== "rolled" || was.rollsUsed !== game.rollsUsed);
  const said = [];
  if (turned) said.push(words.spokenTurn(game.players[game.current].name, game.turn, game.turns));
  if (rolled) said.push(words.spokenRoll(fresh.places.map((place) => place.face), game.rollsLeft));
  if (rolled && game.match) said.push(words.spokenHand(game.match.handTitle));
  if (fresh.coach.move !== null && before.coach.move === null) {
    said.push(words.opponentDoes(game.players[game.current].name, fresh.coach.move));
  }
  if (fresh.coach.advice !== null && before.coach.advice === null) {
    said.push(words.advises(words.does(fresh.coach.advice.best[0])));
  }
  if (phase === "question") said.push(fresh.question.text);
  if (phase === "rolling" && before.phase !== "rolling") said.push(words.spokenRolling);
  if (said.length === 0 && fresh.message !== before.message) said.push(fresh.message);
  speak(said.join(" "));
}

async function ask(action, body) {
  if (busy) return;
  busy = true;
  try {
    const fresh = await act(action, body);
    if (view === null || fresh.version > view.version) show(fresh);
  } catch (refused) {
    refuse(refused.message);
  } finally {
    busy = false;
  }
}

function doubt(box) {
  clearTimeout(doubtTimer);
  doubted = box;
  if (box !== null) {
    doubtTimer = setTimeout(() => {
      doubted = null;
      draw();
    }, DOUBT_MS);
  }
}

function openFaces(die, action) {
  faceDialog(words.correctTitle(die + 1), view.game.faces, (value) => ask(action, { die, value }));
}

const deeds = {
  ...startDeeds,
  hold: (button) => {
    if (view.can.hold) ask("hold", { die: Number(button.dataset.die), held: button.dataset.held !== "true" });
  },
  press: (button) => ask("press", { button: Number(button.dataset.button) }),
  write: (button) => ask("write", { box: button.dataset.box, strike: button.dataset.strike === "true" }),
  doubt: (button) => {
    doubt(button.dataset.box);
    draw();
  },
  strike: () => {
    striking = !striking;
    doubt(null);
    draw();
  },
  why: (button) => refuse(button.dataset.why),
  stand: () => ask("stand"),
  hint: () => ask("hint"),
  choices: () => adviceDialog(view.coach.advice),
  analysis: async () => {
    await analysisDialog(view).catch((refused) => refuse(refused.message));
    if (!view.coach.analysed) ask("analyse");
  },
  undo: () => ask("undo"),
  throw: () => ask("throw"),
  accept: () => ask("accept"),
  name: (button) => ask("name-face", { die: Number(button.dataset.die), value: Number(button.dataset.value) }),
  "name-other": (button) => openFaces(Number(button.dataset.die), "name-face"),
  correct: (button) => openFaces(Number(button.dataset.die), "correct"),
  photo: ({ dataset }) =>
    photoDialog(view, dataset.box, Number(dataset.seat), dataset.slot === undefined ? undefined : Number(dataset.slot)),
  "hand-photo": ({ dataset }) => handDialog(view, Number(dataset.seat), Number(dataset.hand)),
  rules: async () => {
    part("menu").close();
    await rulesDialog(view).catch((refused) => refuse(refused.message));
  },
  "hand-open": () => {
    hand = view.hand.slice();
    draw();
  },
  "hand-close": () => {
    hand = null;
    draw();
  },
  "hand-add": (button) => {
    hand[hand.indexOf(null)] = Number(button.dataset.value);
    draw();
  },
  "hand-clear": (button) => {
    hand[Number(button.dataset.die)] = null;
    draw();
  },
  "hand-done": () => ask("enter", { values: hand }),
  "new-game": () => {
    choosing = true;
    draw();
  },
  menu: () => {
    const abandon = part("abandon");
    abandon.textContent = words.end;
    abandon.hidden = view.phase === "over";
    part("menu").showModal();
  },
  abandon: (button) => {
    if (button.textContent !== words.endSure) {
      button.textContent = words.endSure;
      return;
    }
    part("menu").close();
    ask("abandon");
  },
  close: (button) => button.closest("dialog").close(),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (longPressed) {
    longPressed = false;
    event.preventDefault();
    return;
  }
  if (doubted !== null && button?.dataset.box !== doubted) {
    doubt(null);
    draw();
  }
  if (button !== null && deeds[button.dataset.do]) deeds[button.dataset.do](button);
});

part("start-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (ready()) ask("start", chosen());
});

// A long press on a die corrects it; the click that follows must not hold it as well.
document.addEventListener("pointerdown", (event) => {
  longPressed = false;
  const die = event.target.closest(".lying .die");
  if (die === null || !view?.can.correct) return;
  const { clientX, clientY } = event;
  const stop = (later) => {
    if (later?.type === "pointermove" && Math.hypot(later.clientX - clientX, later.clientY - clientY) < SLIP_PX) return;
    clearTimeout(pressTimer);
    for (const type of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(type, stop);
  };
  for (const type of ["pointermove", "pointerup", "pointercancel"]) document.addEventListener(type, stop);
  pressTimer = setTimeout(() => {
    stop();
    longPressed = true;
    openFaces(Number(die.dataset.die), "correct");
  }, LONG_PRESS_MS);
});
room.addEventListener("change", () => {
  if (view !== null) draw();
});
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest(".die")) event.preventDefault();
});
