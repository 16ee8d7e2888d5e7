"""The coach beside the table: a thread that solves and simulates, so that the writer never waits for it."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from threading import Condition, Thread, current_thread
from typing import Literal, TypeVar

from firmware_host.coach.advice import Advice, RatedAction, Unit
from firmware_host.coach.caution import CautiousAdvisers, may_lean
from firmware_host.coach.coaches import Coach, find_coach, make_coach
from firmware_host.coach.distribution import Chance
from firmware_host.coach.opponents import STYLES, pick
from firmware_host.errors import DiceTableError
from firmware_host.game.state import Game
from firmware_host.solver.errors import SolverError
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.coach.analysis import Analyser, Analysis
from firmware_host.words import joined, say

_Found = TypeVar("_Found")

Spot = tuple[object, ...]
"""What distinguishes one moment of a game from another for the coach: holding dice changes nothing."""

FEW, MANY = 4, 64
"""Games played at a time for the chances to win; the number depends on how long they take."""
STEP_S = 0.03
"""How long they may take: a new roll waits for its advice meanwhile."""
FIRST_S = 0.1
"""How long games are played for the first chances of a spot; they go on, and the chances get better, while it lasts."""
PUBLISHED_AT = (128, 512, 1024)
"""Numbers of games at which better chances are published; the last is enough."""
MOST_COACHES = 3
"""Coaches kept at hand, those used last: each takes up to some ten megabytes, and is found again in the store."""
JOIN_S = 0.5
"""How long `close` waits for the thread: what it works out is given up after a step, and a step may take seconds."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CoachResult:
    """What the coach has found out about a spot; None or 0 for what it has not.

    `why` says why there is no coach for this game, and `percent` how far it is prepared. `decision` is what the
    opponent whose turn it is does. `for_points` is other advice for the same dice, where `advice` is for the win. What
    is for points is given with `caution`, None where there is none to set.
    """

    spot: Spot
    why: str = ""
    percent: int | None = None
    unit: Unit = "points"
    advice: Advice | None = None
    for_points: Advice | None = None
    caution: int | None = None
    decision: RatedAction | None = None
    chances: tuple[Chance, ...] = ()
    analysis: Analysis | None = None


class CannotSaveError(SolverError):
    """The disk refuses what was solved."""


class _GivenUp(Exception):  # noqa: N818 - no error: nobody waits for it any more
    """What is being solved is no longer needed."""


def spot_of(game: Game) -> Spot:
    """Return the spot of a game."""
    return game.id, len(game.past), game.now.seat, tuple(die.value for die in game.turn.dice), game.over


def is_coached(game: Game) -> bool:
    """Whether the coach has anything to do in a game: to speak, or to play a seat."""
    return game.coach != "off" or any(player.opponent for player in game.players)


def is_in_earnest(game: Game) -> bool:
    """Whether everybody has ended a turn, so that people will want to know of luck and skill in the end."""
    if game.finished:
        return True
    if game.now.match is not None:
        return bool(game.now.match.rounds)
    return all(card.slots_closed for card in game.now.cards)


class CoachWorker:
    """Works out what to say about the game at the table; every call returns at once, from any thread.

    Coaches are saved in `store` and found there again. `on_result` is called from a thread of its own with each result
    about the latest spot; each result replaces the one before. `analyser` is asked about finished games, and while a
    game is played it prepares the answer, also where the coach says nothing; after a restart it does so anew.
    """

    def __init__(self, store: SolutionStore, analyser: Analyser) -> None:
        self._store = store
        self._cautious = CautiousAdvisers(store)
        self._caution = 0
        self._analyser = analyser
        self._on_result: Callable[[CoachResult], object] = id
        self._changed = Condition()
        self._game: Game | None = None
        self._wanted = False  # an analysis was asked for
        self._asked = self._doing = 0  # grows with everything that there is to do; what is being done
        self._closed = False
        self._coaches: OrderedDict[object, Coach | DiceTableError] = OrderedDict()
        self._steps = 0  # grows with everything that is done
        self._idle = True
        self._thread = self._new_thread()

    def start(self, on_result: Callable[[CoachResult], object]) -> None:
        """Start the thread."""
        self._on_result = on_result
        self._thread.start()

    def pulse(self) -> int | Literal["idle", "dead"]:
        """Return how far it has got: another number with every step, "idle" while there is nothing to do, or "dead"."""
        if self._closed or self._thread.ident is None:
            return "idle"
        return "dead" if not self._thread.is_alive() else "idle" if self._idle else self._steps

    def mend(self) -> None:
        """Go on in another thread, which begins anew: the one before has died, or hangs and is left behind."""
        with self._changed:
            if self._closed:
                return
            self._coaches, self._cautious = OrderedDict(), CautiousAdvisers(self._store)  # they stand no second thread
            self._thread = self._new_thread()
            self._ask()
        self._thread.start()

    def look(self, game: Game | None) -> None:
        """Turn to another spot; work on the one before is dropped as soon as possible."""
        with self._changed:
            same = self._game is not None and game is not None and spot_of(game) == spot_of(self._game)
            if not same:
                self._game, self._wanted = game, False
                self._ask()

    def lean(self, caution: int) -> None:
        """Advise for points with another of the `CAUTIONS` from now on."""
        with self._changed:
            if caution != self._caution:
                self._caution = caution
                self._ask()

    def analyse(self) -> None:
        """Ask for the analysis of the game, which is over."""
        with self._changed:
            self._wanted = True
            self._ask()

    def close(self) -> None:
        """Stop, and give up solving in progress."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join(JOIN_S)

    def _new_thread(self) -> Thread:
        return Thread(target=self._run, name="coach", daemon=True)

    @property
    def _left_behind(self) -> bool:
        """Whether the present thread hung, and another one has taken over."""
        return current_thread() is not self._thread

    def _ask(self) -> None:
        self._asked += 1
        self._changed.notify()

    def _run(self) -> None:
        done = 0
        while True:
            with self._changed:
                while not self._closed and not self._left_behind and self._asked == done:
                    self._idle = True
                    self._changed.wait()
                if self._closed or self._left_behind:
                    return
                self._idle = False
                self._steps += 1
                done, game, wanted = self._asked, self._game, self._wanted
                self._doing = done
            if game is None or not (is_coached(game) or wanted or is_in_earnest(game)):
                continue
            try:
                self._work(game)
            except _GivenUp:
                continue
            except DiceTableError as error:
                self._publish(game, CoachResult(spot_of(game), error.sentence))
            except Exception:  # the table must outlive a fault in one of its parts
                log.exception("The coach failed")
                self._publish(
                    game, CoachResult(spot_of(game), say("The coach has stopped because of a fault in the program."))
                )

    def _work(self, game: Game) -> None:
        spot = spot_of(game)
        coach = self._coach(game)
        if self._game is not game:
            return  # the game went on while it was being prepared
        if game.over:
            if not game.abandoned:
                analysis = self._analyser.analyse(game, coach, self._kept_coach)
                self._publish(game, CoachResult(spot, unit=coach.unit, analysis=analysis))
        elif is_coached(game):
            self._publish(game, self._advised(game, coach) if game.turn.dice else CoachResult(spot, unit=coach.unit))
            self._chances(game, coach)
        else:
            self._prepare(game, coach)

    def _prepare(self, game: Game, coach: Coach) -> None:
        """Work out ahead what the analysis will need, until the game goes on."""
        self._analyser.prepare(game, coach, self._kept_coach, lambda: self._require_spot(game))

    def _require_spot(self, game: Game) -> None:
        """Raise _GivenUp where the game has gone on."""
        self._steps += 1
        if self._closed or self._left_behind or self._game is not game or self._asked != self._doing:
            raise _GivenUp

    def _advised(self, game: Game, coach: Coach) -> CoachResult:
        """Return what the coach advises, with the caution that is set, and what the opponent whose turn it is does."""
        found = advised(game, coach)
        if game.player.opponent or not may_lean(coach):
            return found
        caution = self._caution
        if not caution:
            return replace(found, caution=0)
        cautious = self._solving(game, lambda count: self._cautious.advise(coach, game, caution, count))
        if found.for_points is None:
            return replace(found, advice=cautious, caution=caution)
        return replace(found, for_points=cautious, caution=caution)

    def _chances(self, game: Game, coach: Coach) -> None:
        """Publish the chances to win: the first ones soon, better ones as long as the spot lasts."""

        def go_on() -> None:
            self._require_spot(game)

        began, step, published = time.monotonic(), FEW, -1
        games = step
        while True:
            asked = time.monotonic()
            chances = coach.chances(game, games, go_on)
            now = time.monotonic()
            reached = sum(games >= enough for enough in PUBLISHED_AT)
            final = reached == len(PUBLISHED_AT) or not any(chance.error for chance in chances)
            if final or (reached > published and now - began >= FIRST_S):
                self._publish(game, CoachResult(spot_of(game), unit=coach.unit, chances=chances))
                if published < 0:
                    self._prepare(game, coach)
                published = reached
            if final:
                return
            go_on()
            while published > 0 and coach.precompute():
                go_on()
            step = (
                min(2 * step, MANY)
                if now - asked < STEP_S / 2
                else max(step // 2, FEW)
                if now - asked > STEP_S
                else step
            )
            games += step

    def _coach(self, game: Game) -> Coach:
        """Return the coach of a game, solving the game first if needed; DiceTableError if there is none."""
        key = _key(game)
        if key not in self._coaches:
            try:
                self._keep(key, self._find(game))
            except CannotSaveError:
                raise
            except SolverError as error:
                self._keep(key, error)
        self._coaches.move_to_end(key)
        found = self._coaches[key]
        if isinstance(found, DiceTableError):
            raise found
        return found

    def _keep(self, key: object, coach: Coach | DiceTableError) -> None:
        self._coaches[key] = coach
        while len(self._coaches) > MOST_COACHES:
            self._coaches.popitem(last=False)

    def _find(self, game: Game) -> Coach:
        self._publish(game, CoachResult(spot_of(game), percent=0))
        coach = find_coach(game.ruleset, self._store)
        return coach or self._solving(game, lambda count: make_coach(game.ruleset, self._store, count))

    def _solving(self, game: Game, work: Callable[[Callable[[float], object]], _Found]) -> _Found:
        """Return what some work finds that may have to solve the game, and tell how far it is meanwhile.

        It is given up once another game is played, or with other caution; SolverError when the disk refuses.
        """
        spot, caution, published = spot_of(game), self._caution, 0

        def count(share: float) -> None:
            nonlocal published
            self._steps += 1
            with self._changed:
                if self._closed or self._left_behind or self._game is None or _key(self._game) != _key(game):
                    raise _GivenUp
                if self._caution != caution:
                    raise _GivenUp
            percent = min(int(100 * share), 99)
            if percent > published:
                published = percent
                self._publish(game, CoachResult(spot, percent=percent))

        try:
            return work(count)
        except OSError as error:
            reason = str(error.strerror or error)
            raise CannotSaveError(
                joined(
                    say("The coach's work cannot be saved: {reason}.", reason=reason),
                    say("Free some space on the disk, then start the program again."),
                )
            ) from error

    def _kept_coach(self, game: Game) -> Coach | None:
        """Return the coach of a game of this evening, if the game need not be solved for that."""
        known = self._coaches.get(_key(game))
        if known is None:
            try:
                known = find_coach(game.ruleset, self._store)
            except SolverError:
                return None
        return None if isinstance(known, DiceTableError) else known

    def _publish(self, game: Game, result: CoachResult) -> None:
        with self._changed:
            current = not self._closed and not self._left_behind and self._game is not None and self._game.id == game.id
        if current:
            self._on_result(result)


def _key(game: Game) -> object:
    """Return what games with the same coach have in common: box titles named after faces make no difference."""
    return game.ruleset.id, frozenset(game.options.items()), game.ruleset.house


def advised(game: Game, coach: Coach) -> CoachResult:
    """Return what the coach advises, and what the opponent whose turn it is does."""
    advice = coach.advise(game)
    for_points = coach.advise(game, "points") if advice.unit == "win" else None
    decision = _decision(game, advice, for_points or advice, coach)
    return CoachResult(spot_of(game), unit=coach.unit, advice=advice, for_points=for_points, decision=decision)


def _decision(game: Game, advice: Advice, for_points: Advice, coach: Coach) -> RatedAction | None:
    """Return what the opponent whose turn it is does; the same spot gives the same answer.

    Only the exact style plays for the win: how much the others overlook is known in points alone.
    """
    style = STYLES.get(game.player.opponent)
    if style is None:
        return None
    if not style.temperature:
        return advice.best
    chance = Random(repr(spot_of(game))).random()  # noqa: S311 - an opponent's slip, no secret
    return pick(for_points.actions, style.temperature * coach.turn_value, chance)
