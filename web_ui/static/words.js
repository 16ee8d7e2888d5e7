// Every word the page's scripts say, as Babel's extractor finds them: literals in gettext("…") and ngettext("…", "…").
// What the table itself says (questions, refusals, box titles) comes with the view, told in the page's language.

import { gettext, ngettext } from "./gettext.js";

function listed(names) {
  if (names.length < 2) return names.join("");
  return gettext("{items} and {last}", { items: names.slice(0, -1).join(", "), last: names.at(-1) });
}

export const words = {
  noAnswer: gettext("The table does not answer. Is its program running, and is this device on the same network?"),
  turn: (turn, turns) => gettext("Turn {turn} of {turns}", { turn, turns }),
  // i18n: stands under a large figure, the count
  rollsLeft: (left) => ngettext("roll left", "rolls left", left),
  // i18n: of a die that stays on the table in the next throw
  held: gettext("Held"),
  // i18n: of a die whose reading the players have put right
  corrected: gettext("corrected"),
  throwAll: gettext("Throw the dice"),
  throwSome: (count) => ngettext("Throw {count} die", "Throw {count} dice", count),
  throwAgain: gettext("Throw again"),
  accept: gettext("Count it as it lies"),
  undo: gettext("Undo"),
  byHand: gettext("Tap the faces in"),
  newGame: gettext("New game"),
  end: gettext("End this game"),
  endSure: gettext("Really end it? Tap again"),
  die: (place, face) => gettext("Die {place} shows {face}", { place, face }),
  heldDie: gettext("held, tap to release"),
  freeDie: gettext("tap to hold"),
  correct: (place) => gettext("Correct die {place}", { place }),
  correctTitle: (place) => gettext("What does die {place} really show?", { place }),
  itIs: (face) => gettext("It is {face}", { face }),
  otherFace: gettext("Other…"),
  // i18n: which face does this die show?
  unsure: gettext("Which?"),
  // i18n: look at this die, something is wrong with it
  check: gettext("Look"),
  resting: (place, face) => gettext("Die {place} lies there and shows {face}, not thrown yet", { place, face }),
  empty: (place) => gettext("Place {place}: no die yet", { place }),
  tumbling: (place) => gettext("Die {place} is rolling", { place }),
  button: (number, lit) =>
    lit ? gettext("Hold button {number}, lamp lit", { number }) : gettext("Hold button {number}, lamp dark", { number }),
  player: (number) => gettext("Player {number}", { number }),
  nameOf: (number) => gettext("Name of player {number}", { number }),
  colourOf: (name, colour) => gettext("Colour of {name}: {colour}. Change it", { name, colour }),
  remove: (name) => gettext("Remove {name}", { name }),
  // i18n: the row of sums at the foot of the scorecard
  total: gettext("Total"),
  // i18n: of the player whose turn it is
  toMove: gettext("to play"),
  write: (points, title) => gettext("Write {points} in {title}", { points, title }),
  zero: (title) => gettext("Close {title} for 0", { title }),
  sure: gettext("0? Tap again"),
  sureLabel: (title) => gettext("Really close {title} for 0? Tap again to confirm", { title }),
  written: (points, title, name) => gettext("{title}: {name} has {points}", { points, title, name }),
  seePhoto: gettext("see the photo of this roll"),
  photoOf: (points, title, name) => gettext("{name} wrote {points} in {title} with this roll", { points, title, name }),
  photoGone: gettext("The photo of this roll is not kept any more."),
  wins: (names, total) =>
    names.length > 1
      ? gettext("{names} share the win with {total}", { names: listed(names), total })
      : gettext("{name} wins with {total}", { name: names[0], total }),
  overAbandoned: gettext("The game was ended before the last box"),
  place: (rank) => `${rank}.`,
  handPlace: (place, face) =>
    face ? gettext("Place {place}: {face}. Tap to clear", { place, face }) : gettext("Place {place}: empty", { place }),
  handAdd: (face) => gettext("A die shows {face}", { face }),
  handDone: gettext("Count these dice"),
  handCancel: gettext("Cancel"),
  handPrompt: gettext("Tap the face of each die, from left to right"),
  gameOver: gettext("The game is over"),
  noPicture: gettext("No picture from the camera yet. Wait a moment, or choose another one."),
  unsaved: gettext("Moved, not saved yet."),
  saved: gettext("Saved. Dice are read inside these corners now."),
  spokenTurn: (name, turn, turns) => gettext("{name}, it is your turn. Turn {turn} of {turns}.", { name, turn, turns }),
  spokenRoll: (faces, left) =>
    [
      gettext("Rolled {faces}.", { faces: faces.join(", ") }),
      ngettext("{count} roll left.", "{count} rolls left.", left),
    ].join(" "),
  spokenRolling: gettext("The dice are rolling."),
};
