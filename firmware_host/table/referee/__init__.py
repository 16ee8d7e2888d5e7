"""Judges dice at rest: a roll, no roll, or a question for the players. Pure: no clock, no device, no memory.

A die has *moved* if its place or face has changed since the last roll was counted. The caller remembers which dice have
not (`at_rest`), passes them in, and lets `at_rest_after` and `with_held_found` carry them over to the next reading. The
modules: `records` (questions and answers), `matching` (finds dice again), `judging` (what stands in the way of a roll,
in order), `sentences` (how to say it).
"""

from firmware_host.table.referee.judging import count_by_hand, judge
from firmware_host.table.referee.matching import (
    THRESHOLDS,
    adopt,
    at_rest_after,
    exchanged,
    match_held,
    placed,
    still_at_rest,
    with_held_found,
)
from firmware_host.table.referee.records import (
    CountedRoll,
    LyingDie,
    NoRoll,
    Reading,
    TrayTurn,
    Trouble,
    TurnDie,
    Verdict,
)
from firmware_host.table.referee.relocation import found_again
from firmware_host.table.referee.sentences import ALL_HELD, BEFORE_THE_BOX

__all__ = [
    "ALL_HELD",
    "BEFORE_THE_BOX",
    "THRESHOLDS",
    "CountedRoll",
    "LyingDie",
    "NoRoll",
    "Reading",
    "TrayTurn",
    "Trouble",
    "TurnDie",
    "Verdict",
    "adopt",
    "at_rest_after",
    "count_by_hand",
    "exchanged",
    "found_again",
    "judge",
    "match_held",
    "placed",
    "still_at_rest",
    "with_held_found",
]
