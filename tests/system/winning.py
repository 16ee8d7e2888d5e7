"""What playing for the win near the end is worth, and whether it is exact: `python -m tests.system.winning`.

For each game, solved before where it is not in --data yet, the late cards of players who play for points are taken, the
same number of slots open, from one to three:

- `--states`: every action of the coach is compared with a search on real scorecards (`late_search`), here and in the
  turns that follow by chance; for balut also its points. What the chance to win by the other's results alone is off by
  is told beside it.
- `--surrogate`: what playing for the surrogate total, as before these turns, gives away in balut's points.
- `--games`: one plays the last three slots for the win, the other for points, then the other way round. The share that
  is won so, a tie counting as half, is told with its 95 % interval. The luck of the dice is taken out: a game counts
  its chance before these turns, and what each decision for points gives away. That is worth as many games as are told.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import click
import numpy as np

from firmware_host.coach.advice import advise_on
from firmware_host.coach.coaches import FORECASTS
from firmware_host.coach.distribution import Distribution
from firmware_host.coach.endgames import Endgames, Results, ValuedTurn
from firmware_host.coach.result_forecast import ResultForecaster
from firmware_host.coach.total_forecast import TotalForecaster
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.rules.scorecard import Entry, Scorecard
from firmware_host.solver.errors import SolverError
from firmware_host.solver.game_simulator import GameSimulator
from firmware_host.solver.model import model_of
from firmware_host.solver.policy import Policy, PolicyExtractor
from firmware_host.solver.results import counting_rules
from firmware_host.solver.solution import Keep, Solution
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.solver.surrogate import surrogate_card, surrogate_rules
from tests.firmware_host.solver.late_search import Array, LateSearch, Turn, all_actions

LATE = 3
"""Slots open at most."""
MANY = 200_000
"""Turns valued for one where nobody waits."""


class ByResults(Endgames):
    """Values the chance to win by the others' results, where it could be exact too."""

    def _duel(self, mine: Scorecard, theirs: Scorecard) -> None:
        """Know nothing of what the other answers."""


class Figures:
    """Works out the figures of one game."""

    def __init__(self, rules: Ruleset, solution: Solution, seed: int) -> None:
        self.rules = rules
        self._solution = solution
        self._dice = np.random.default_rng(seed)
        self._chance = Random(seed)  # noqa: S311 - dice for a test
        model = model_of(counting_rules(rules)) if rules.awards else solution.model
        self._endgames = Endgames(rules, model)
        self._patient = Endgames(rules, model, MANY, rules.turns)
        self._by_results = ByResults(rules, model)
        self._search = LateSearch(rules)
        self._policies = PolicyExtractor(solution.model, solution.values)
        self._totals = TotalForecaster(solution, self._dice)
        self.off: list[float] = []
        """What the chances to win by the other's results are off by, at the beginning of each turn."""
        self.about: list[float] = []
        """What chances are off by at most in each state where too many turns can follow and the coach says "about"."""

    def late_cards(self, number: int, slots: int) -> Iterator[tuple[Scorecard, Scorecard]]:
        """Yield the cards of pairs of players for points, so many slots open on each."""
        simulator = GameSimulator(self._solution.model, self._solution.values, self._dice)
        rows = self._solution.model.multisets.rows[self._solution.model.multisets.keeps :]
        states, cards = np.zeros(2 * number, dtype=np.int64), [Scorecard.empty(self.rules)] * (2 * number)
        for _ in range(self.rules.turns - slots):
            played = simulator.play_turns(states)
            states = played.successors
            cards = [
                _closed(card, self.rules.boxes[box].id, bool(struck), Roll(rows[roll]), int(used))
                for card, box, struck, roll, used in zip(
                    cards, played.boxes, played.struck, played.rolls, played.used, strict=True
                )
            ]
        yield from zip(cards[::2], cards[1::2], strict=True)

    def states(self, number: int) -> tuple[int, float, float, float]:
        """Compare states; return how many, what exact chances and balut's points are off by at most, and seconds."""
        began, done, worst, worst_points = time.process_time(), 0, 0.0, 0.0
        while done < number:
            slots = self._chance.randint(1, LATE)
            ((mine, theirs),) = self.late_cards(1, slots)
            while not mine.complete:
                win = self._win_turn(self._endgames, mine, theirs)
                self.off.append(self._win_turn(self._by_results, mine, theirs).evaluation.expected)
                turn, worth = self._search.turn(mine), self._search.duel(mine, theirs)
                self.off[-1] -= float(turn.start(worth)[0])
                difference = self._difference(win, mine, turn, worth)
                if win.exact:
                    worst = max(worst, difference)
                else:
                    self.about.append(difference)
                if self.rules.awards:
                    points = self._endgames.for_points(mine)
                    assert points is not None
                    worth = self._search.alone(mine, lambda card: float(card.points or 0))
                    worst_points = max(worst_points, self._difference(points, mine, turn, worth))
                done += 1
                mine, theirs = theirs, self._chance.choice(turn.cards)
        return done, worst, worst_points, time.process_time() - began

    def share(self, number: int) -> Array:
        """Return the share that is won for the win, from so many pairs of late cards."""
        return np.array(
            [
                np.mean([self._won(list(cards), seat) for seat in range(2)])
                for cards in self.late_cards(number, min(LATE, self.rules.turns))
            ]
        )

    def given_away(self, number: int, slots: int) -> Array:
        """Return what playing for the surrogate total gives away in points, (games, slots open: 1, 2, …)."""
        found = np.zeros((number, slots))
        simulated = [card for pair in self.late_cards((number + 1) // 2, slots) for card in pair][:number]
        for game, late in enumerate(simulated):
            card = late
            for still_open in range(slots, 0, -1):
                exact = self._patient.for_points(card)
                if exact is None:
                    raise click.ClickException(f"Too many turns can follow from {still_open} slots to value them.")
                solved = surrogate_card(card, self._solution.rules)
                (policy,) = self._policies.extract(np.array([self._solution.state_of(solved)]))
                ends = self._ends(card, policy)
                mean = sum(chance * exact.evaluation.after_close(after) for after, chance in ends)
                found[game, still_open - 1] = exact.evaluation.expected - mean
                (card, _) = self._chance.choices(ends, [chance for _, chance in ends])[0]
        return found

    def _difference(self, valued: ValuedTurn, card: Scorecard, turn: Turn, worth: Array) -> float:
        """Return how far any action on a roll is off at most, and the best of all."""
        used = self._chance.randint(1, self.rules.rolls)
        roll = Roll(tuple(self._chance.randint(1, 6) for _ in range(self.rules.dice)))
        if not any(choice.writable or choice.strikable for choice in card.choices(roll, used)):
            return 0.0
        advice = advise_on(valued.evaluation, valued.policy, card, roll, used)
        ends, keeps = all_actions(turn, worth, roll.values, used)
        told = {rated.action.dice: rated.action.expected for rated in advice.keeps if isinstance(rated.action, Keep)}
        stops = [rated.action.expected for rated in advice.stops]
        off = [abs(advice.expected - max([*ends, *keeps.values()]))]
        off += (abs(told[keep] - value) for keep, value in keeps.items())
        off += (min(abs(stop - end) for end in ends) for stop in stops)
        return max(off)

    def _won(self, cards: list[Scorecard], seat: int) -> float:
        """Return what a seat wins that plays for the win against one that plays for points; the first moves."""
        mover, won = 0, 0.0
        begun = self._exact(self._win_turn(self._endgames, *cards), *cards).evaluation.expected
        won = begun if seat == 0 else 1 - begun
        while not cards[mover].complete:
            own = self._win_turn(self._endgames, cards[mover], cards[1 - mover])
            duel = self._exact(own, cards[mover], cards[1 - mover])
            ends = self._ends(cards[mover], own.policy if mover == seat else self._for_points(cards[mover]))
            mean = sum(chance * duel.evaluation.after_close(card) for card, chance in ends)
            given = duel.evaluation.expected - mean
            assert given > -1e-6, "nothing is worth more than the best"
            assert mover != seat or not own.exact or given < 1e-6, "the policy for the win must be worth what it says"
            won += -given if mover == seat else given
            (cards[mover], _) = self._chance.choices(ends, [chance for _, chance in ends])[0]
            mover = 1 - mover
        return won

    def _ends(self, card: Scorecard, policy: Policy) -> list[tuple[Scorecard, float]]:
        """Return the cards that a turn by a policy may lead to, with their chances."""
        found: dict[object, tuple[Scorecard, float]] = {}
        rows = policy.multisets.rows[policy.multisets.keeps :]
        for used, (chances, closes) in enumerate(zip(policy.stop_chances(), policy.closes, strict=True), start=1):
            for roll in np.flatnonzero(chances[:, 0]):
                box = self.rules.boxes[int(closes.boxes[roll, 0])].id
                after = _closed(card, box, bool(closes.struck[roll, 0]), Roll(rows[roll]), used)
                _, known = found.get(after.rows, (after, 0.0))
                found[after.rows] = after, known + float(chances[roll, 0])
        return list(found.values())

    def _exact(self, win: ValuedTurn, mine: Scorecard, theirs: Scorecard) -> ValuedTurn:
        """Return a turn as it is worth exactly, however many turns can follow."""
        return win if win.exact else self._win_turn(self._patient, mine, theirs)

    def _for_points(self, card: Scorecard) -> Policy:
        """Return the policy for points."""
        if self.rules.awards:
            valued = self._endgames.for_points(card)
            assert valued is not None
            return valued.policy
        (policy,) = self._policies.extract(np.array([self._solution.state_of(card)]))
        return policy

    def _win_turn(self, endgames: Endgames, mine: Scorecard, theirs: Scorecard) -> ValuedTurn:
        def forecast(_: int) -> Results:
            if self.rules.awards:
                results = ResultForecaster(self.rules, self._solution, self._dice).from_card(theirs, FORECASTS)
                found, times = np.unique(results, return_counts=True)
                return found, times / times.sum()
            totals: Distribution = self._totals.from_card(theirs, FORECASTS)
            return totals.low + np.arange(len(totals.chances)), totals.chances

        valued = endgames.for_win((mine, theirs), 0, forecast)
        assert valued is not None, "so late it is never too early"
        return valued


def _closed(card: Scorecard, box: str, struck: bool, roll: Roll, used: int) -> Scorecard:
    choice = card.choice(box, roll, used)
    return card.put(box, Entry(0 if struck else choice.points or 0, struck=struck, extra=choice.extra))


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = [rules.id for rules in RULESETS.values() if not rules.contest]
    parser.add_argument("rules", nargs="*", default=games, metavar="ID", help="which games; default all")
    parser.add_argument("--states", type=int, default=300, help="states compared; default 300")
    parser.add_argument("--games", type=int, default=100, help="pairs of cards played out twice; default 100")
    parser.add_argument("--surrogate", type=int, default=0, help="games of balut to be judged; default 0")
    parser.add_argument("--slots", type=int, default=6, help="how many late turns; default 6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="folder of solved games; default a new one")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for game in asked.rules:
            try:
                figures = Figures(RULESETS[game], _solution(game, asked.data or Path(folder)), asked.seed)
            except SolverError as error:
                click.echo(f"{game:<13} {error}")
                continue
            if asked.surrogate and RULESETS[game].awards:
                click.echo(f"{game:<13} {_told_of_surrogate(figures, asked.surrogate, asked.slots)}")
            if asked.states:
                click.echo(f"{game:<13} {_told_of_states(figures, asked.states)}")
            if asked.games:
                click.echo(f"{game:<13} {_told_of_games(figures, asked.games)}")


def _told_of_surrogate(figures: Figures, games: int, slots: int) -> str:
    given = figures.given_away(games, slots)
    error = given.sum(axis=1).std(ddof=1) / games**0.5
    each = ", ".join(f"{mean:.3f}" for mean in given.mean(axis=0))
    return (
        f"{games} games: the surrogate total gives away {each} points in the turns with 1, 2, … slots open, together "
        f"{given.sum(axis=1).mean():.3f} ± {1.96 * error:.3f}"
    )


def _told_of_states(figures: Figures, states: int) -> str:
    done, worst, worst_points, seconds = figures.states(states)
    points = f", points by at most {worst_points:.0e}" if figures.rules.awards else ""
    off = np.array(figures.off)
    about = (
        f"; {len(figures.about)} of them said to be about, off by up to {max(figures.about):.3f}"
        if figures.about
        else ""
    )
    return (
        f"{done} states: exact chances off by at most {worst:.0e}{points}{about}; by the other's results "
        f"{float((off**2).mean() ** 0.5):.4f} (root mean square), {abs(off).max():.3f} ({seconds:.0f} s)"
    )


def _told_of_games(figures: Figures, games: int) -> str:
    began = time.process_time()
    shares = figures.share(games)
    error = float(shares.std(ddof=1) / len(shares) ** 0.5)
    return (
        f"{len(shares)} pairs of cards: {100 * shares.mean():.2f} ± {196 * error:.2f} % won for the win, as sure as by "
        f"{round((0.5 / error) ** 2):,} games ({time.process_time() - began:.0f} s)"
    )


def _solution(game: str, data: Path) -> Solution:
    rules = RULESETS[game]
    solved = surrogate_rules(rules) if rules.awards else rules
    model, store = model_of(solved), SolutionStore(data)
    return store.find(solved, model) or store.solve(solved, model)[0]


if __name__ == "__main__":
    main()
