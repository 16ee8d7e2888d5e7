// The texts of a game that is over: its buttons, and its moments to remember.

/** @import { ChoiceData } from "./views.js" */
/** @import { Unit } from "./advising.js" */

import { counts, points } from "./advising.js";
import { gettext } from "./gettext.js";
import { decimal, signed } from "./words.js";

/**
 * What was done with a roll, in a few words.
 * @param {ChoiceData} choice
 */
function did({ do: action, dice, title, points: scored }) {
  if (action === "stand") return gettext("let the hand stand");
  if (action === "strike") return gettext("strike {title}", { title });
  if (action === "write") return gettext("{title} for {points}", { title, points: signed(scored) });
  if (dice.length === 0) return gettext("throw all the dice again");
  return gettext("hold {dice}", { dice: dice.join(" ") });
}

export const endings = {
  // i18n: a button after the game: opens the start page with these players, to change them or the game
  newPlayers: gettext("New players"),
  // i18n: a button after the game: the same people play the same game again, the loser begins
  rematch: gettext("Rematch"),
  playAgain: gettext("Play again"),
  goOn: gettext("Back to the game"),
  analysing: gettext("Working out luck and skill…"),
  /** @param {string} name */
  bestThrow: (name) => gettext("Throw of the night: {name}", { name }),
  /** @param {string} name */
  worstChoice: (name) => gettext("Costliest mistake: {name}", { name }),
  /** @param {string} name */
  throwOf: (name) => gettext("{name} threw these dice", { name }),
  /** @param {number} turn @param {number} gain @param {Unit} unit */
  throwWorth: (turn, gain, unit) =>
    counts(unit)
      ? gettext("Turn {turn}: {points} points above average", { turn, points: points(gain, unit) })
      : gettext("Turn {turn}: {percent} % of a win", { turn, percent: decimal(100 * gain, 0, 0) }),
  /** @param {number} turn @param {string} made @param {string} best @param {number} cost @param {Unit} unit */
  choiceCost: (turn, made, best, cost, unit) =>
    counts(unit)
      ? gettext("Turn {turn}: {made}. Better: {best}. Cost: {points} points", {
          turn,
          made,
          best,
          points: points(cost, unit),
        })
      : gettext("Turn {turn}: {made}. Better: {best}. Cost: {percent} % of a win", {
          turn,
          made,
          best,
          percent: unit === "win" ? decimal(100 * cost, 1, 1) : decimal(100 * cost, 0, 0),
        }),
  did,
};
