"""The chain: each event's link is a hash of the link before it and of the event itself.

An event that was altered, lost or put elsewhere breaks it, wherever in the file that happened and however well the
file itself still reads. Everything is hashed as the bytes that are stored, so that text that is no text breaks it too.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

LINK_BYTES = 16
START = bytes(LINK_BYTES)
"""What the first event's link follows."""


class Row(NamedTuple):
    """An event as it is stored; in a damaged journal any of these may be of another type."""

    number: int
    game: bytes
    seq: int
    kind: bytes
    body: bytes
    time: bytes
    link: bytes


Stored = tuple[int, bytes, int, bytes, bytes, bytes, bytes]
"""A Row as the database returns it."""

_HASHED = b"\x1f".join((b"%b", b"%d", b"%b", b"%d", b"%b", b"%b", b"%b"))


def link_of(previous: bytes, row: Stored) -> bytes:
    """Return the link of an event behind the link `previous`; empty if it is no event at all."""
    number, game, seq, kind, body, time, _ = row
    try:
        return sha256(_HASHED % (previous, number, game, seq, kind, body, time)).digest()[:LINK_BYTES]
    except TypeError:
        return b""


@dataclass(frozen=True, slots=True)
class ChainFindings:
    """What following the chain found: how many events, the last link, the games with doubtful events.

    `gap` is the number of the first event that is missing before the last one, 0 for none. `bad_links` counts events
    that are proven, but whose own link is not theirs. `first_seen` has the first event of each game in their order.
    """

    events: int
    link: bytes
    doubtful: frozenset[bytes]
    gap: int
    bad_links: int
    first_seen: tuple[Row, ...]


def follow(rows: Iterable[Stored], last_link: bytes | None = None) -> ChainFindings:
    """Follow the chain through all events in the order of their numbers.

    An event whose own link alone is damaged is proven by the next one's, the last one by `last_link`, if it is known.
    """
    previous, otherwise = START, START  # the stored link before, and what it should have been
    unproven: Stored | None = None
    events, expected, gap, bad_links = 0, 1, 0, 0
    seqs: dict[bytes, int] = {}
    doubtful: set[bytes] = set()
    first_seen: list[Row] = []
    for row in rows:
        number, game, seq, _, _, _, link = row
        events += 1
        if number != expected:
            gap = gap or expected
            expected = number
            doubtful.add(game)
        expected += 1
        if seqs.get(game, 0) + 1 != seq:
            doubtful.add(game)
        elif seq == 1:
            first_seen.append(Row(*row))
        seqs[game] = seq if isinstance(seq, int) else 0
        follows = link_of(previous, row)
        if unproven is not None:
            if link == link_of(otherwise, row):
                follows = link
                bad_links += 1
            else:
                doubtful.add(unproven[1])
            unproven = None
        if link != follows:
            unproven = row
        previous, otherwise = link, follows
    if unproven is not None:
        if otherwise == last_link:
            bad_links += 1
        else:
            doubtful.add(unproven[1])
    return ChainFindings(events, previous, frozenset(doubtful), gap, bad_links, tuple(first_seen))
