// Every word the page's scripts say, as Babel's extractor finds them: literals in gettext("…") and ngettext("…", "…").
// What the table itself says (questions, refusals, box titles) comes with the view, told in the page's language.

import { gettext, ngettext } from "./gettext.js";

function listed(names) {
  if (names.length < 2) return names.join("");
  return gettext("{items} and {last}", { items: names.slice(0, -1).join(", "), last: names.at(-1) });
}

/** What a player has in the end: rounds won, points with the total, or the total. */
function result({ rounds, points, total }) {
  if (rounds !== null) return ngettext("{count} round", "{count} rounds", rounds);
  if (points === null) return signed(total);
  const values = { count: signed(points), total: signed(total) };
  return ngettext("{count} point ({total} in all)", "{count} points ({total} in all)", Math.abs(points), values);
}

/** A whole number with a true minus sign. */
export const signed = (number) => String(number).replace("-", "−");

/** A number as the page's language writes it, with at least and at most so many decimals. */
export function decimal(number, least, most) {
  const style = { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: false };
  return new Intl.NumberFormat(document.documentElement.lang, style).format(number);
}

/** Whether the coach counts points, and no chance; those that decide balut are few, so that hundredths of them matter. */
const counts = (unit) => unit === "points" || unit === "awards";
const points = (value, unit) => (unit === "points" ? decimal(value, 1, 1) : decimal(value, 2, 2));

/** What is done with a roll, as an order. */
function does({ do: deed, dice, title, points, aim }) {
  if (deed === "stand") return gettext("Let it stand");
  if (deed === "strike") return gettext("Strike {title}", { title });
  if (deed === "write") return gettext("Write {points} in {title}", { points: signed(points), title });
  if (dice.length === 0) return gettext("Throw all the dice again");
  const kept = dice.join(" ");
  return aim ? gettext("Keep {dice}, going for {aim}", { dice: kept, aim }) : gettext("Keep {dice}", { dice: kept });
}

/** What an opponent does with its roll. */
function opponentDoes(name, { do: deed, dice, title, points }) {
  if (deed === "stand") return gettext("{name} lets the hand stand", { name });
  if (deed === "strike") return gettext("{name} strikes {title}", { name, title });
  if (deed === "write") return gettext("{name} writes {points} in {title}", { name, points: signed(points), title });
  if (dice.length === 0) return gettext("{name} throws all the dice again", { name });
  return gettext("{name} keeps {dice}", { name, dice: dice.join(" ") });
}

export const words = {
  noAnswer: gettext("The table does not answer. Is its program running, and is this device on the same network?"),
  turn: (turn, turns) => gettext("Turn {turn} of {turns}", { turn, turns }),
  // i18n: stands under a large figure, the count
  rollsLeft: (left) => ngettext("roll left", "rolls left", left),
  // i18n: of a die that stays on the table in the next throw; short, at most nine letters fit on a phone
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
  hintedDie: gettext("the coach would hold it, tap to hold"),
  // i18n: on a die that the coach would hold, but that is not held; short, at most nine letters
  hold: gettext("Hold"),
  correct: (place) => gettext("Correct die {place}", { place }),
  correctTitle: (place) => gettext("What does die {place} really show?", { place }),
  itIs: (face) => gettext("It is {face}", { face }),
  otherFace: gettext("Other…"),
  anyFace: gettext("Face…"),
  // i18n: which face does this die show? Short, at most nine letters
  unsure: gettext("Which?"),
  // i18n: look at this die, something is wrong with it; short, at most nine letters
  check: gettext("Look"),
  resting: (place, face) => gettext("Die {place} lies there and shows {face}, not thrown yet", { place, face }),
  empty: (place) => gettext("Place {place}: no die yet", { place }),
  tumbling: (place) => gettext("Die {place} is rolling", { place }),
  button: (number, lit, hinted = false) => {
    if (hinted) return gettext("Hold button {number}, lamp blinking: the coach would hold this die", { number });
    return lit ? gettext("Hold button {number}, lamp lit", { number }) : gettext("Hold button {number}, lamp dark", { number });
  },
  player: (number) => gettext("Player {number}", { number }),
  nameOf: (number) => gettext("Name of player {number}", { number }),
  colourOf: (name, colour) => gettext("Colour of {name}: {colour}. Change it", { name, colour }),
  remove: (name) => gettext("Remove {name}", { name }),
  // i18n: the row of sums at the foot of the scorecard
  total: gettext("Total"),
  // i18n: of the player whose turn it is
  toMove: gettext("to play"),
  write: (points, title, extra = 0) =>
    extra > 0
      ? gettext("Write {points} in {title}, and {extra} beside", { points, title, extra })
      : gettext("Write {points} in {title}", { points, title }),
  strike: (title) => gettext("Strike {title}", { title }),
  // i18n: on a box that was tapped once to be struck
  sureStrike: gettext("Strike? Tap again"),
  sureStrikeLabel: (title) => gettext("Really strike {title}? Tap again to confirm", { title }),
  // i18n: a button: the boxes then offer to be struck, that is closed for 0, though the dice would score
  strikeInstead: gettext("Strike a box"),
  writeInstead: gettext("Do not strike"),
  whyNot: (title) => gettext("Why may {title} not be closed so?", { title }),
  // i18n: the row that sums the upper boxes
  sum: gettext("Sum"),
  // i18n: the row of what decides a game that counts points beside totals
  points: gettext("Points"),
  plus: (points) => (points > 0 ? `+${points}` : signed(points)),
  par: (points) => (points === 0 ? "±0" : words.plus(points)),
  clock: (name) => gettext("Thinking time of {name}", { name }),
  // i18n: under a clock: how long a player may still think
  thinking: gettext("to think"),
  stand: gettext("Let it stand"),
  spokenHand: (title) => gettext("Your hand: {title}.", { title }),
  round: (round, rounds) => gettext("Round {round} of {rounds}", { round, rounds }),
  roundsWon: (count) => ngettext("{count} round won", "{count} rounds won", count),
  rollOff: gettext("Roll-off: equal best hands, so these players make another"),
  roundWon: (names) =>
    names.length > 1
      ? gettext("{names} shared the last round", { names: listed(names) })
      : gettext("{name} won the last round", { name: names[0] }),
  roundShared: gettext("All shared the last round"),
  // i18n: of a player whose dice are being thrown
  makesHand: gettext("makes a hand now"),
  // i18n: of a player whose turn is still to come in this round
  awaitsHand: gettext("no hand yet"),
  hand: (name, title, faces) => gettext("{name} has {title}: {faces}", { name, title, faces: faces.join(" ") }),
  handPhotoOf: (name, title) => gettext("{name} made {title} with this roll", { name, title }),
  // i18n: head of the column that names poker hands
  bestFirst: gettext("Hand, the best first"),
  // i18n: head of a column of percentages: how likely a hand is
  inOneRoll: gettext("In one roll"),
  // i18n: head of a column: one in so many rolls makes this hand
  oneIn: gettext("One in"),
  // i18n: stands for a button that a panel of five lacks for its sixth die
  noButton: gettext("tap the die"),
  zero: (title) => gettext("Close {title} for 0", { title }),
  sure: gettext("0? Tap again"),
  sureLabel: (title) => gettext("Really close {title} for 0? Tap again to confirm", { title }),
  written: (points, title, name) => gettext("{title}: {name} has {points}", { points, title, name }),
  seePhoto: gettext("see the photo of this roll"),
  photoOf: (points, title, name) => gettext("{name} wrote {points} in {title} with this roll", { points, title, name }),
  photoGone: gettext("The photo of this roll is not kept any more."),
  wins: (names, best) =>
    names.length > 1
      ? gettext("{names} share the win with {total}", { names: listed(names), total: result(best) })
      : gettext("{name} wins with {total}", { name: names[0], total: result(best) }),
  alone: (best) => gettext("You finished with {total}", { total: result(best) }),
  outOfTime: (name) => gettext("The thinking time of {name} has run out", { name }),
  result,
  overAbandonedMatch: gettext("The match was ended before the last round"),
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
  // i18n: a link to the page where camera, light and dice are set up
  toSetup: gettext("Set up"),
  unsaved: gettext("Moved, not saved yet."),
  lessonDie: (place, chosen) =>
    chosen
      ? gettext("Die {place}, shows the face to be tapped; tap to leave it out", { place })
      : gettext("Die {place}, left out; tap to take it in", { place }),
  lessonFace: (face, looks, needed) => gettext("They show {face} ({looks} of {needed} looks)", { face, looks, needed }),
  trialThrow: (number) => gettext("Throw {number}", { number }),
  trialDie: (place, face, percent, truth) =>
    truth === face
      ? gettext("Die {place} was read as {face}, {percent} % sure. Tap if that is wrong", { place, face, percent })
      : gettext("Die {place} was read as {face}, which is wrong. Tap to change", { place, face }),
  trialMissed: (count) =>
    count === 0 ? gettext("A die was not seen") : ngettext("{count} die not seen, one more", "{count} dice not seen, one more", count),
  trialNoDie: gettext("It is no die"),
  trialFound: gettext("One less"),
  // i18n: of a throw that was none: a hand moved the dice
  trialLeaveOut: gettext("That was no throw"),
  trialPressed: (number) => gettext("Button {number} was pressed last.", { number }),
  trialLamp: (number, lit) => (lit ? gettext("Lamp {number}, lit", { number }) : gettext("Light lamp {number}", { number })),
  // i18n: stands where a lamp would be; short
  trialNoLamp: gettext("no lamp"),
  trialButton: (number, pressed) =>
    pressed ? gettext("Button {number}, was pressed", { number }) : gettext("Button {number}, not pressed yet", { number }),
  notSaved: gettext("Not saved yet."),
  saved: gettext("Saved. Dice are read inside these corners now."),
  spokenTurn: (name, turn, turns) => gettext("{name}, it is your turn. Turn {turn} of {turns}.", { name, turn, turns }),
  spokenRoll: (faces, left) =>
    [
      gettext("Rolled {faces}.", { faces: faces.join(", ") }),
      ngettext("{count} roll left.", "{count} rolls left.", left),
    ].join(" "),
  spokenRolling: gettext("The dice are rolling."),
  // what the coach says
  does,
  opponentDoes,
  advises: (what) => gettext("The coach says: {what}.", { what }),
  askHint: gettext("Ask for a hint"),
  // i18n: a button: opens a list of what may be done with the roll
  choices: gettext("Choices"),
  chances: gettext("Chances to win"),
  percent: (share) => gettext("{percent} %", { percent: decimal(100 * share, 0, 0) }),
  give: (error) => `± ${decimal(100 * error, 0, 0)}`,
  coachPrepares: (percent) => gettext("The coach is working this game out: {percent} %", { percent }),
  analyses: (percent) => gettext("Working out what was luck and what was skill: {percent} %", { percent }),
  // i18n: opens what was luck and what was skill in the game that is over
  analysis: gettext("Luck and skill"),
  /** What a choice comes to: the total at the end, or a chance. */
  worth: (value, unit) => (counts(unit) ? points(value, unit) : gettext("{percent} %", { percent: decimal(100 * value, 1, 1) })),
  leadsTo: (value, unit) => {
    if (counts(unit)) return gettext("{points} in the end", { points: points(value, unit) });
    const percent = decimal(100 * value, 1, 1);
    return unit === "match" ? gettext("{percent} % to win the match", { percent }) : gettext("{percent} % to win the round", { percent });
  },
  costs: (cost, unit) =>
    counts(unit)
      ? gettext("costs {points}", { points: points(cost, unit) })
      : gettext("costs {percent} %", { percent: decimal(100 * cost, 1, 1) }),
};
