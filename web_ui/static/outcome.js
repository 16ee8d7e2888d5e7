// Who won, in a sentence, and everybody's place: by rounds won, by points, or by the total.

import { words } from "./words.js";

/** How the game ended, in a sentence. */
export function outcome({ players, winners, finished, outOfTime, match }) {
  if (!finished) return match ? words.overAbandonedMatch : words.overAbandoned;
  const best = players.find((player) => winners.includes(player.name));
  if (players.length === 1) return outOfTime === null ? words.alone(best) : words.outOfTime(outOfTime);
  return words.wins(winners, best);
}

/** The players from the first place to the last, each with its place, equal results with the same one. */
export function ranking({ players }) {
  const sorted = players.slice().sort((one, other) => compare(other, one));
  return sorted.map((player) => ({ ...player, place: 1 + sorted.filter((other) => compare(other, player) > 0).length }));
}

const worth = (player) => [player.rounds ?? player.points ?? player.total, player.total];

function compare(one, other) {
  const [first, second] = [worth(one), worth(other)];
  return first[0] - second[0] || first[1] - second[1];
}
