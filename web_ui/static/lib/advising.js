// The texts of the coach: what it advises, what that is worth, and what an opponent does.

/** @import { ChoiceData } from "./views.js" */
/** @typedef {import("./views.js").AdviceData["unit"]} Unit */

import { gettext } from "./gettext.js";
import { decimal, signed } from "./words.js";

/**
 * Whether the coach counts points rather than a chance; balut's deciding points are few, so hundredths matter.
 * @param {Unit} unit
 */
export const counts = (unit) => unit === "points" || unit === "awards" || unit === "certain";
/** @param {number} value @param {Unit} unit */
export const points = (value, unit) => (unit === "awards" ? decimal(value, 2, 2) : decimal(value, 1, 1));

/**
 * What to do with a roll, as an instruction.
 * @param {ChoiceData} choice
 */
function does({ do: action, dice, title, points, aim }) {
  if (action === "stand") return gettext("Let it stand");
  if (action === "strike") return gettext("Strike {title}", { title });
  if (action === "write") return gettext("Score {points} in {title}", { points: signed(points), title });
  if (dice.length === 0) return gettext("Throw all the dice again");
  const kept = dice.join(" ");
  return aim ? gettext("Hold {dice}, going for {aim}", { dice: kept, aim }) : gettext("Hold {dice}", { dice: kept });
}

/**
 * What an opponent does with its roll.
 * @param {string} name
 * @param {ChoiceData} choice
 */
function opponentDoes(name, { do: action, dice, title, points }) {
  if (action === "stand") return gettext("{name} lets the hand stand", { name });
  if (action === "strike") return gettext("{name} strikes {title}", { name, title });
  if (action === "write") return gettext("{name} scores {points} in {title}", { name, points: signed(points), title });
  if (dice.length === 0) return gettext("{name} throws all the dice again", { name });
  return gettext("{name} holds {dice}", { name, dice: dice.join(" ") });
}

export const advising = {
  does,
  opponentDoes,
  /** @param {string} what */
  advises: (what) => gettext("The coach says: {what}.", { what }),
  askHint: gettext("Ask for a hint"),
  // i18n: a button: opens a list of the choices for this roll
  choices: gettext("Choices"),
  /**
   * On a box that the coach advises.
   * @param {string} label
   */
  advised: (label) => gettext("{label}, as the coach advises", { label }),
  chances: gettext("Chances of winning"),
  chancesWorking: gettext("Chances of winning: working out…"),
  working: gettext("working out…"),
  adviceWorking: gettext("Working out the best choice…"),
  adviceWaits: gettext("The coach speaks once the dice lie."),
  /** @param {number} error */
  give: (error) => `± ${decimal(100 * error, 0, 0)}`,
  /** @param {number} percent */
  coachPrepares: (percent) => gettext("The coach is working out this game: {percent} %", { percent }),
  /** @param {number} percent */
  analyses: (percent) => gettext("Working out luck and skill: {percent} %", { percent }),
  // i18n: opens the account of luck and skill in the finished game
  analysis: gettext("Luck and skill"),
  /**
   * What a choice is worth: the expected total, or a chance.
   * @param {number} value
   * @param {Unit} unit
   */
  worth: (value, unit) =>
    counts(unit) ? points(value, unit) : gettext("{percent} %", { percent: decimal(100 * value, 1, 1) }),
  /** @param {number} value @param {Unit} unit @param {number} error its standard error, 0 where it is exact */
  leadsTo: (value, unit, error) => {
    if (counts(unit)) {
      const expected = points(value, unit);
      // i18n: what an uncertain total is worth to somebody who is careful, or daring
      if (unit === "certain") return gettext("as good as {points} for certain", { points: expected });
      return error > 0
        ? gettext("about {points} expected (± {error})", { points: expected, error: decimal(error, 1, 1) })
        : gettext("{points} expected", { points: expected });
    }
    const percent = decimal(100 * value, 1, 1);
    if (unit === "win") {
      return error > 0 ? gettext("about {percent} % to win", { percent }) : gettext("{percent} % to win", { percent });
    }
    return unit === "match"
      ? gettext("{percent} % to win the match", { percent })
      : gettext("{percent} % to win the round", { percent });
  },
  /** @param {boolean} forWin what the coach advises for where it could advise for both */
  adviceAim: (forWin) => (forWin ? gettext("Advice for the win.") : gettext("Advice for points, not for the win.")),
  /** @param {boolean} forWin what to advise for instead */
  aimAt: (forWin) => (forWin ? gettext("Advise for the win") : gettext("Advise for points")),
  // i18n: whether the coach advises to play safe, or to take risks
  caution: gettext("Safe or bold"),
  // i18n: one end of a slider: fewer points on average, but more certain ones
  safe: gettext("Safe"),
  // i18n: the other end of the slider: fewer points on average, but more chance of very many
  bold: gettext("Bold"),
  cautionNote: gettext(
    "Safe gives up points for less spread, bold for more: values are then what is as good for certain. Luck and skill go by the average.",
  ),
  /** @param {number} caution from bold (-2) to safe (2) */
  cautionNamed: (caution) =>
    [
      gettext("Bold"),
      gettext("Rather bold"),
      gettext("Most points on average"),
      gettext("Rather safe"),
      gettext("Safe"),
    ][caution + 2],
  /** @param {number} cost @param {Unit} unit */
  costs: (cost, unit) =>
    counts(unit)
      ? gettext("costs {points}", { points: points(cost, unit) })
      : gettext("costs {percent} %", { percent: decimal(100 * cost, 1, 1) }),
};
