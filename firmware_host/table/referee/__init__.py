"""Judges dice that lie still: a roll, no roll, or a question for the players. Pure: no clock, no device, no memory.

A die has *moved* when it no longer lies where it lay, with the face it had, since the last roll was counted. The
caller remembers which dice still do (`resting`), hands them in, and lets `resting_after` and `follow_held` carry
them over to the next reading. The rooms: `records` (what is told and answered), `matching` (dice found again),
`judging` (the order in which things stand in the way of a roll), `sentences` (how that is said).
"""

from firmware_host.table.referee.judging import count_by_hand, judge
from firmware_host.table.referee.laying import found_again
from firmware_host.table.referee.matching import (
    THRESHOLDS,
    adopt,
    exchanged,
    follow_held,
    match_held,
    placed,
    resting_after,
    still_resting,
)
from firmware_host.table.referee.records import (
    CountedRoll,
    LyingDie,
    NoRoll,
    Reading,
    Trouble,
    Turn,
    TurnDie,
    Verdict,
)
from firmware_host.table.referee.sentences import ALL_HELD, BEFORE_THE_BOX

__all__ = [
    "ALL_HELD",
    "BEFORE_THE_BOX",
    "THRESHOLDS",
    "CountedRoll",
    "LyingDie",
    "NoRoll",
    "Reading",
    "Trouble",
    "Turn",
    "TurnDie",
    "Verdict",
    "adopt",
    "count_by_hand",
    "exchanged",
    "follow_held",
    "found_again",
    "judge",
    "match_held",
    "placed",
    "resting_after",
    "still_resting",
]
