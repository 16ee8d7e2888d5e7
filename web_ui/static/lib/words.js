// Every text the page's scripts show, as Babel's extractor finds them: literals in gettext("…") and ngettext("…", "…").
// What the table says (questions, refusals, box titles) comes with the view, in the page's language.

/** @import { Seat } from "./views.js" */

import { gettext, ngettext } from "./gettext.js";

/** @param {string[]} names */
function listed(names) {
  if (names.length < 2) return names.join("");
  return gettext("{items} and {last}", { items: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/**
 * A player's result: rounds won, points with the total, or the total.
 * @param {Seat} player
 */
function result({ rounds, points, total }) {
  if (rounds !== null) return ngettext("{count} round", "{count} rounds", rounds);
  if (points === null) return signed(total);
  const values = { count: signed(points), total: signed(total) };
  return ngettext("{count} point ({total} in all)", "{count} points ({total} in all)", Math.abs(points), values);
}

/**
 * A whole number with a true minus sign.
 * @param {number} number
 */
export const signed = (number) => String(number).replace("-", "−");

/**
 * A number in the page's language, with at least `least` and at most `most` decimals.
 * @param {number} number
 * @param {number} least
 * @param {number} most
 */
export function decimal(number, least, most) {
  const style = { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: false };
  return new Intl.NumberFormat(document.documentElement.lang, style).format(number);
}

export const words = {
  noAnswer: gettext("The table doesn't answer. Is its program running, and is this device on the same network?"),
  // i18n: follows a sentence that says why a tap was refused
  tapsDropped: gettext("What you tapped after that was not done."),
  /** @param {number} turn @param {number} turns */
  turn: (turn, turns) => gettext("Turn {turn} of {turns}", { turn, turns }),
  /** @param {number} left */
  // i18n: stands under a large figure, the count
  rollsLeft: (left) => ngettext("roll left", "rolls left", left),
  // i18n: of a die that stays on the table in the next throw; short, at most nine letters fit on a phone
  held: gettext("Held"),
  // i18n: of a die whose reading the players have corrected
  corrected: gettext("corrected"),
  throwAll: gettext("Throw the dice"),
  /** @param {number} count */
  throwSome: (count) => ngettext("Throw {count} die", "Throw {count} dice", count),
  throwAgain: gettext("Throw again"),
  /**
   * Throw some dice and keep these.
   * @param {number} count
   * @param {string[]} dice
   */
  throwKeeping: (count, dice) =>
    dice.length === 0
      ? words.throwSome(count)
      : ngettext("Keep {dice}, throw {count} die", "Keep {dice}, throw {count} dice", count, { dice: dice.join(" ") }),
  accept: gettext("Count these dice"),
  undo: gettext("Undo"),
  byHand: gettext("Enter by hand"),
  end: gettext("End this game"),
  endSure: gettext("End it? Tap again"),
  /** @param {number} place @param {string} face */
  die: (place, face) => gettext("Die {place} shows {face}", { place, face }),
  // i18n: of a die that is held
  heldDie: gettext("tap to release"),
  freeDie: gettext("tap to hold"),
  hintedDie: gettext("the coach would hold it, tap to hold"),
  // i18n: on a die that the coach would hold, but that is not held; short, at most nine letters
  hold: gettext("Hold"),
  /** @param {number} place */
  correct: (place) => gettext("Correct die {place}", { place }),
  /** @param {number} place */
  correctTitle: (place) => gettext("What does die {place} really show?", { place }),
  /** @param {string} face */
  itIs: (face) => gettext("It is {face}", { face }),
  trayPhoto: gettext("The tray as the camera sees it"),
  /** @param {number} place */
  closeUp: (place) => gettext("Die {place}, enlarged", { place }),
  /** @param {number} place */
  // i18n: a button: hold this die, which did not move when the others were thrown
  holdDie: (place) => gettext("Hold die {place}", { place }),
  otherFace: gettext("Other…"),
  anyFace: gettext("Face…"),
  // i18n: which face does this die show? Short, at most nine letters
  unsure: gettext("Which?"),
  // i18n: check this die, something is wrong with it; short, at most nine letters
  check: gettext("Check"),
  /** @param {number} place @param {string} face */
  resting: (place, face) => gettext("Die {place} shows {face}, not thrown yet", { place, face }),
  /** @param {number} place */
  empty: (place) => gettext("Place {place}: no die yet", { place }),
  /** @param {number} place */
  tumbling: (place) => gettext("Die {place} is rolling", { place }),
  /** @param {number} number @param {boolean} lit @param {boolean} [hinted] */
  button: (number, lit, hinted = false) => {
    if (hinted) return gettext("Hold button {number}, lamp blinking: the coach would hold this die", { number });
    return lit
      ? gettext("Hold button {number}, lamp lit", { number })
      : gettext("Hold button {number}, lamp off", { number });
  },
  /** @param {number} number */
  player: (number) => gettext("Player {number}", { number }),
  /** @param {number} number */
  nameOf: (number) => gettext("Name of player {number}", { number }),
  /** @param {string} name @param {string} colour */
  colourOf: (name, colour) => gettext("Colour of {name}: {colour}. Tap to change", { name, colour }),
  /** @param {string} name */
  remove: (name) => gettext("Remove {name}", { name }),
  // i18n: heads the row of names on a printed scorecard
  players: gettext("Player"),
  // i18n: on a printed scorecard, before a line to write on
  playedOn: gettext("Played on"),
  /** @param {number} number */
  oneRound: (number) => gettext("Round {number}", { number }),
  // i18n: on a printed scorecard: the row of how many rounds each player has won
  rounds: gettext("Rounds won"),
  /** @param {string} name */
  moveUp: (name) => gettext("Move {name} up", { name }),
  /** @param {string} name */
  moveDown: (name) => gettext("Move {name} down", { name }),
  /** @param {string} name @param {number} place @param {number} count */
  // i18n: the order of play has been changed
  moved: (name, place, count) => gettext("{name} is now player {place} of {count}", { name, place, count }),
  /** @param {string} game @param {string[]} names */
  again: (game, names) => gettext("Play again: {game} with {names}", { game, names: listed(names) }),
  // i18n: the row of sums at the foot of the scorecard
  total: gettext("Total"),
  // i18n: a list of the players, each with the total so far
  totals: gettext("Totals"),
  // i18n: a button where only one player's boxes are in sight: opens the scorecard of all players
  wholeCard: gettext("Whole card"),
  // i18n: of the player whose turn it is
  toMove: gettext("to play"),
  /** @param {number | string} points @param {string} title @param {number} [extra] */
  write: (points, title, extra = 0) =>
    extra > 0
      ? gettext("Score {points} in {title}, plus {extra}", { points, title, extra })
      : gettext("Score {points} in {title}", { points, title }),
  /** @param {string} title */
  strike: (title) => gettext("Strike {title}", { title }),
  // i18n: on a box that was tapped once to be struck
  sureStrike: gettext("Strike? Tap again"),
  /** @param {string} title */
  sureStrikeLabel: (title) => gettext("Really strike {title}? Tap again to confirm", { title }),
  // i18n: a button: a tap on a box then strikes it for 0, even though the dice would score
  strikeInstead: gettext("Strike a box"),
  writeInstead: gettext("Score a box"),
  /** @param {string} title */
  whyNot: (title) => gettext("Why can't I score {title}?", { title }),
  // i18n: the row that sums the upper boxes
  sum: gettext("Sum"),
  // i18n: the row of the points that decide a game, besides totals
  points: gettext("Points"),
  /** @param {number} points */
  plus: (points) => (points > 0 ? `+${points}` : signed(points)),
  /** @param {number} points */
  par: (points) => (points === 0 ? "±0" : words.plus(points)),
  /** @param {string} name */
  clock: (name) => gettext("Thinking time left for {name}", { name }),
  // i18n: a button: stops everybody's clock
  pause: gettext("Pause"),
  // i18n: a button: ends a pause of the game
  goOn: gettext("Go on"),
  stand: gettext("Let it stand"),
  /** @param {string} title */
  spokenHand: (title) => gettext("Your hand: {title}.", { title }),
  /** @param {number} round @param {number} rounds */
  round: (round, rounds) => gettext("Round {round} of {rounds}", { round, rounds }),
  /** @param {number} count */
  roundsWon: (count) => ngettext("{count} round won", "{count} rounds won", count),
  rollOff: gettext("Roll-off: the best hands are tied, so these players play another"),
  /** @param {string[]} names */
  roundWon: (names) =>
    names.length > 1
      ? gettext("{names} shared the last round", { names: listed(names) })
      : gettext("{name} won the last round", { name: names[0] }),
  roundShared: gettext("Everyone shared the last round"),
  // i18n: of a player whose dice are being thrown
  makesHand: gettext("throwing now"),
  // i18n: of a player whose turn is still to come in this round
  awaitsHand: gettext("no hand yet"),
  /** @param {string} name @param {string} title @param {string[]} faces */
  hand: (name, title, faces) => gettext("{name} has {title}: {faces}", { name, title, faces: faces.join(" ") }),
  /** @param {string} name @param {string} title */
  handPhotoOf: (name, title) => gettext("{name} made {title} with this roll", { name, title }),
  // i18n: head of the column that names poker hands
  bestFirst: gettext("Hand, best first"),
  // i18n: head of a column of percentages: how likely a hand is
  inOneRoll: gettext("In one roll"),
  // i18n: head of a column: one in so many rolls makes this hand
  oneIn: gettext("One in"),
  // i18n: stands for a button that a panel of five lacks for its sixth die
  noButton: gettext("tap the die"),
  /** @param {string} title */
  zero: (title) => gettext("Score 0 in {title}", { title }),
  sure: gettext("0? Tap again"),
  /** @param {string} title */
  sureLabel: (title) => gettext("Really score 0 in {title}? Tap again to confirm", { title }),
  /** @param {number | string} points @param {string} title @param {string} name */
  written: (points, title, name) => gettext("{title}: {name} has {points}", { points, title, name }),
  seePhoto: gettext("see the photo of this roll"),
  /** @param {number | string} points @param {string} title @param {string} name */
  photoOf: (points, title, name) =>
    gettext("{name} scored {points} in {title} with this roll", { points, title, name }),
  photoGone: gettext("The photo of this roll is no longer kept."),
  /** @param {string[]} names @param {Seat} best */
  wins: (names, best) =>
    names.length > 1
      ? gettext("{names} share the win with {total}", { names: listed(names), total: result(best) })
      : gettext("{name} wins with {total}", { name: names[0], total: result(best) }),
  /** @param {Seat} best */
  alone: (best) => gettext("You finished with {total}", { total: result(best) }),
  /** @param {string} name */
  outOfTime: (name) => gettext("{name} has run out of thinking time", { name }),
  /** @param {string} name */
  wonAtOnce: (name) => gettext("{name} won on the first roll of a turn, which ends the game at once", { name }),
  result,
  overAbandonedMatch: gettext("The match was ended early"),
  overAbandoned: gettext("The game was ended early"),
  /** @param {number} rank */
  place: (rank) => `${rank}.`,
  /** @param {number} place @param {string} face */
  handPlace: (place, face) =>
    face ? gettext("Place {place}: {face}. Tap to clear", { place, face }) : gettext("Place {place}: empty", { place }),
  /** @param {string} face */
  handAdd: (face) => gettext("Add {face}", { face }),
  handDone: gettext("Count these dice"),
  handCancel: gettext("Cancel"),
  handPrompt: gettext("Tap each die's face, left to right"),
  gameOver: gettext("The game is over"),
  noPicture: gettext("No picture from the camera yet. Wait a moment, or choose another camera."),
  /**
   * A link to the step of the setup where something is put right; to the setup page where it is no step's.
   * @param {string} step
   */
  putRight: (step) => {
    if (step === "camera") return gettext("Set up the camera");
    if (step === "tray") return gettext("Mark the tray");
    if (step === "light") return gettext("Check the light");
    if (step === "dice") return gettext("Set up the dice");
    if (step === "backup") return gettext("Keep the games safe");
    // i18n: a link to the page where camera, light and dice are set up
    return gettext("Set up");
  },
  unsaved: gettext("Moved but not saved yet."),
  /** @param {number} place @param {boolean} chosen */
  lessonDie: (place, chosen) =>
    chosen
      ? gettext("Die {place}, included; tap to leave it out", { place })
      : gettext("Die {place}, left out; tap to include it", { place }),
  /** @param {string} face @param {number} looks @param {number} needed */
  lessonFace: (face, looks, needed) =>
    gettext("They show {face} ({looks} of {needed} examples)", { face, looks, needed }),
  /** @param {number} number */
  trialThrow: (number) => gettext("Throw {number}", { number }),
  /** @param {number} place @param {string} face @param {number} percent @param {string} truth */
  trialDie: (place, face, percent, truth) =>
    truth === face
      ? gettext("Die {place} was read as {face}, {percent} % sure. Tap if that's wrong", { place, face, percent })
      : gettext("Die {place} was read as {face}, which is wrong. Tap to change", { place, face }),
  /** @param {number} count */
  trialMissed: (count) =>
    count === 0
      ? gettext("A die was missed")
      : ngettext("{count} die missed, add one", "{count} dice missed, add one", count),
  trialNoDie: gettext("Not a die"),
  trialFound: gettext("One fewer"),
  // i18n: of what was not a throw: a hand moved the dice
  trialLeaveOut: gettext("Not a throw"),
  /** @param {number} number */
  trialPressed: (number) => gettext("Button {number} was pressed last.", { number }),
  /** @param {number} number @param {boolean} lit */
  trialLamp: (number, lit) =>
    lit ? gettext("Lamp {number}, lit", { number }) : gettext("Light lamp {number}", { number }),
  // i18n: stands where a lamp would be; short
  trialNoLamp: gettext("no lamp"),
  /** @param {number} number @param {boolean} pressed */
  trialButton: (number, pressed) =>
    pressed ? gettext("Button {number}, pressed", { number }) : gettext("Button {number}, not pressed yet", { number }),
  notSaved: gettext("Not saved yet."),
  saved: gettext("Saved. Dice are now read inside these corners."),
  /** @param {string} name @param {number} turn @param {number} turns */
  spokenTurn: (name, turn, turns) => gettext("{name}, it's your turn. Turn {turn} of {turns}.", { name, turn, turns }),
  /** @param {string[]} faces */
  spokenRoll: (faces) => gettext("Rolled {faces}.", { faces: faces.join(", ") }),
  /** @param {number} total */
  // i18n: the sum of the dice that were thrown, read aloud after them
  spokenSum: (total) => gettext("{total} in all.", { total }),
  /** @param {number} left */
  spokenRollsLeft: (left) => ngettext("{count} roll left.", "{count} rolls left.", left),
  /** @param {number} place @param {string} face */
  spokenDie: (place, face) => gettext("Die {place} shows {face}.", { place, face }),
  /** @param {number} place @param {string} face */
  spokenHeld: (place, face) => gettext("Die {place} held: {face}.", { place, face }),
  /** @param {number} place @param {string} face */
  spokenReleased: (place, face) => gettext("Die {place} released: {face}.", { place, face }),
  /** @param {string} name @param {string} points @param {string} title @param {string} total */
  spokenScore: (name, points, title, total) =>
    gettext("{name} scores {points} in {title} and has {total}.", { name, points, title, total }),
  /** @param {string} name @param {string} total */
  // i18n: a player's total, after it was changed without a new score
  spokenTotal: (name, total) => gettext("{name} now has {total}.", { name, total }),
  spokenRolling: gettext("The dice are rolling."),
  // what this device does by itself
  sound: gettext("Sound"),
  soundNote: gettext("Short sounds for rolls, holds and scores."),
  // i18n: a switch: the device reads the game aloud
  speech: gettext("Speech"),
  speechNote: gettext("Reads dice and totals aloud."),
  noVoice: gettext("This device has no voice for this language."),
  shortcuts: gettext("Keyboard shortcuts"),
  // i18n: keys of a keyboard; 1 to 6 are the dice
  shortcutsNote: gettext("1 to 6 hold, Space throws, U undoes; ? shows all keys."),
  /** @param {number} share */
  percent: (share) => gettext("{percent} %", { percent: decimal(100 * share, 0, 0) }),
};
