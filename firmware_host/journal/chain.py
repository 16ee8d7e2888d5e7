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


def link_of(previous: bytes, row: Row) -> bytes:
    """Return the link of an event behind the link `previous`; empty if it is no event at all."""
    number, game, seq, kind, body, time, _ = row
    try:
        fields = b"\x1f".join((previous, b"%d" % number, game, b"%d" % seq, kind, body, time))
    except TypeError:
        return b""
    return sha256(fields).digest()[:LINK_BYTES]


@dataclass(frozen=True, slots=True)
class ChainFindings:
    """What following the chain found: its length and last link, the games with doubtful events, what is not there.

    `gaps` are numbers of events that are missing before the last one. `bad_links` counts events that are proven, but
    whose own link is not theirs. `first_seen` has the first event of each game in their order.
    """

    events: int
    link: bytes
    doubtful: frozenset[bytes]
    gaps: tuple[int, ...]
    bad_links: int
    first_seen: tuple[Row, ...]

    @property
    def whole(self) -> bool:
        """Whether everything is there as it was written."""
        return not self.doubtful and not self.gaps and not self.bad_links


def follow(rows: Iterable[Row], last_link: bytes | None = None) -> ChainFindings:
    """Follow the chain through all events in the order of their numbers.

    An event whose own link alone is damaged is proven by the next one's, the last one by `last_link`, if it is known.
    """
    previous, otherwise = START, START  # the stored link before, and what it should have been
    unproven: Row | None = None
    expected = 1
    seqs: dict[bytes, int] = {}
    doubtful: set[bytes] = set()
    gaps: list[int] = []
    bad_links = 0
    first_seen: list[Row] = []
    for row in rows:
        number, game, seq, link = row.number, row.game, row.seq, row.link
        if number != expected:
            gaps.extend(range(expected, number) if number > expected else (number,))
            expected = number
            doubtful.add(game)
        expected += 1
        if seqs.get(game, 0) + 1 != seq:
            doubtful.add(game)
        elif seq == 1:
            first_seen.append(row)
        seqs[game] = seq
        follows = link_of(previous, row)
        if unproven is not None:
            if link == link_of(otherwise, row):
                follows = link
                bad_links += 1
            else:
                doubtful.add(unproven.game)
            unproven = None
        if link != follows:
            unproven = row
        previous, otherwise = link, follows
    if unproven is not None:
        if otherwise == last_link:
            bad_links += 1
        else:
            doubtful.add(unproven.game)
    return ChainFindings(expected - 1, previous, frozenset(doubtful), tuple(gaps), bad_links, tuple(first_seen))
