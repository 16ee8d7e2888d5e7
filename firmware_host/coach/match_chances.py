"""Who wins a match of whole hands: chances for this round and the rounds after it."""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from firmware_host.coach.distribution import Chance
from firmware_host.rules.dice import Roll
from firmware_host.rules.match import Match
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.hand_solver import HandSolver

Winners = Mapping[tuple[int, ...], float]
"""The chance of each set of seats to win a round; single seats where ties roll off."""

MATCHES = 20_000
"""Matches simulated for a chance to win, for a standard error of at most 0.4 in a hundred."""


def round_winners(hands: HandSolver, match: Match, roll: Roll | None = None, rolls_used: int = 0) -> Winners:
    """Return who may win the round being played; `roll` is the one on the table where a hand is being made.

    Everybody plays for their own chance to win this round.
    """
    best = max((made.hand.strength for made in match.stage), default=0)
    holders = tuple(made.seat for made in match.stage if made.hand.strength == best)
    # By those who hold the best hand: the chance of each rank to be that hand (ranks and none).
    held: dict[tuple[int, ...], Values] = {holders: np.zeros(hands.ranks + 1)}
    held[holders][hands.rank(best) if holders else 0] = 1.0
    for number, seat in enumerate(match.due):
        to_come = len(match.due) - number - 1
        first = None
        if number == 0 and roll is not None:
            turn = hands.evaluate([made.hand.strength for made in match.stage], to_come)
            first = hands.chances_by_rank(turn.final_roll_chances(roll, rolls_used))
        held = _after(hands, held, seat, to_come, first)
    return _with_roll_offs(hands, {seats: float(chances.sum()) for seats, chances in held.items()})


def match_chances(hands: HandSolver, match: Match, current: Winners, dice: Generator) -> tuple[Chance, ...]:
    """Return the chance of each seat to win a match, from matches simulated round by round.

    `current` are the chances of the round being played; a shared match counts as a share of one.
    """
    won = np.tile(np.array(match.won), (MATCHES, 1))
    left = match.contest.rounds - len(match.rounds)
    for number in range(left):
        winners = current
        if number:
            begins = (len(match.rounds) + number) % match.seats
            order = (*range(begins, match.seats), *range(begins))
            winners = round_winners(hands, Match(match.contest, match.seats, order))
        won += _simulate_round(winners, match.seats, dice)
    best = won == won.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    errors = shares.std(axis=0) / MATCHES**0.5
    return tuple(Chance(float(win), float(error)) for win, error in zip(shares.mean(axis=0), errors, strict=True))


def _after(
    hands: HandSolver, held: Mapping[tuple[int, ...], Values], seat: int, to_come: int, first: Values | None
) -> dict[tuple[int, ...], Values]:
    """Return who holds the best hand after one more hand was made; `first` are the chances of its ranks if known."""
    found: dict[tuple[int, ...], Values] = {}
    for holders, chances in held.items():
        standing = np.arange(1, hands.ranks + 1) if holders else np.zeros(1, dtype=np.int64)
        made = hands.rank_chances(to_come, len(holders)) if first is None else first[:, None]
        both = made * chances[standing]  # (ranks made, ranks that stand)
        ranks = np.arange(1, hands.ranks + 1)[:, None]
        better = np.zeros(hands.ranks + 1)
        better[1:] = np.where(ranks > standing, both, 0).sum(axis=1)
        _add(found, (seat,), better)
        for seats, which in (((*holders, seat), ranks == standing), (holders, ranks < standing)):
            if holders:
                kept = np.zeros(hands.ranks + 1)
                kept[standing] = np.where(which, both, 0).sum(axis=0)
                _add(found, seats, kept)
    return found


def _add(found: dict[tuple[int, ...], Values], seats: tuple[int, ...], chances: Values) -> None:
    if chances.any():
        found[seats] = found[seats] + chances if seats in found else chances


def _with_roll_offs(hands: HandSolver, best: Winners) -> Winners:
    """Return who wins where these hold the best hand: all of them, or one after rolling off."""
    if hands.shared:
        return best
    found: dict[tuple[int, ...], float] = {}
    for seats, chance in best.items():
        for seat, share in zip(seats, hands.round_chances(len(seats)), strict=True):
            found[(seat,)] = found.get((seat,), 0.0) + chance * float(share)
    return found


def _simulate_round(winners: Winners, seats: int, dice: Generator) -> Ints:
    groups = list(winners)
    wins = np.array([[seat in group for seat in range(seats)] for group in groups], dtype=np.int64)
    chances = np.array([winners[group] for group in groups])
    return wins[dice.choice(len(groups), size=MATCHES, p=chances / chances.sum())]


def chances_to_win(winners: Winners, seats: int) -> tuple[float, ...]:
    """Return each seat's chance to be among the winners of a round."""
    return tuple(sum(chance for group, chance in winners.items() if seat in group) for seat in range(seats))
