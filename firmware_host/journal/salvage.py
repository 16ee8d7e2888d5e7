"""Reads events from the bytes of a damaged journal, without the database: wherever one lies whole, it is found.

A row is recognized by how SQLite stores it, on any page of the file and of its write-ahead log, also on pages that the
database itself cannot reach or no longer counts. The chain then tells which of them are the events that were played.
https://www.sqlite.org/fileformat2.html explains cells, records and the log.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware_host.journal.chain import LINK_BYTES, START, Row, link_of
from firmware_host.journal.mark import Mark

PAGE = 4096
"""Bytes of a page; the program never makes journals with others."""

_LOG_HEADER, _FRAME_HEADER = 32, 24
_VARINT = rb"[\x80-\xff]{0,2}[\x00-\x7f]"
_WHOLE_NUMBER = rb"[\x01-\x06\x08\x09]"
_LINK_TYPE = bytes([2 * LINK_BYTES + 12])
_OF_VERSION = {
    # The record's header: its length and the types of its columns; a row's own number is stored outside of it.
    2: re.compile(rb"(?=([\x08-\x11]\x00" + _VARINT + _WHOLE_NUMBER + _VARINT * 3 + _LINK_TYPE + rb"))", re.DOTALL),
    1: re.compile(rb"(?=([\x06-\x0e]" + _VARINT + _WHOLE_NUMBER + _VARINT * 3 + rb"))", re.DOTALL),
}
_SMALLEST_TEXT = 13
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
_LOCAL, _KEPT = PAGE - 35, (PAGE - 12) * 32 // 255 - 23


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Events read from damaged files.

    `rows` follow one another from the first event without a gap, each proven by the chain; `after` were found behind
    the first gap, each proven by the event before it, unless nothing of that is left.
    """

    rows: tuple[Row, ...]
    after: tuple[Row, ...]

    def all_there(self, mark: Mark, events: int) -> bool:
        """Whether this is everything up to the mark, and all of the `events` that the database counts."""
        found = len(self.rows)
        if self.after or found < max(mark.number, events):
            return False
        return mark.number == 0 or self.rows[mark.number - 1].link == mark.link


def salvage(path: Path) -> Salvaged:
    """Read the events of the journal at `path`, which has a chain; OSError if its files are not read."""
    by_number: dict[int, list[Row]] = {}
    for row in _rows(path, 2):
        known = by_number.setdefault(row.number, [])
        if row not in known:
            known.append(row)
    rows: list[Row] = []
    previous = START
    while (following := _next(by_number, len(rows) + 1, previous)) is not None:
        rows.append(following)
        previous = following.link
    after = [row for number in sorted(by_number) if number > len(rows) for row in _likely(by_number, number)]
    return Salvaged(tuple(rows), tuple(after))


def salvage_without_links(path: Path) -> tuple[Row, ...]:
    """Read the events of a journal of version 1, which has no chain, in the order they were written.

    Of an event that is found in several versions, none is taken: only one of them can be what was played.
    """
    found: dict[tuple[bytes, int], set[Row]] = {}
    for row in _rows(path, 1):
        found.setdefault((row.game, row.seq), set()).add(row)
    return tuple(sorted(row for rows in found.values() if len(rows) == 1 for row in rows))


def _next(by_number: Mapping[int, list[Row]], number: int, previous: bytes) -> Row | None:
    """Return the event that follows a link: one with the right link, or one that the next event proves."""
    candidates = by_number.get(number, ())
    for row in candidates:
        if row.link == link_of(previous, row):
            return row
    for row in candidates:
        link = link_of(previous, row)
        if any(after.link == link_of(link, after) for after in by_number.get(number + 1, ())):
            return row._replace(link=link)
    return None


def _likely(by_number: Mapping[int, list[Row]], number: int) -> Iterator[Row]:
    """Yield the event of a number behind a gap: the one that follows what was before, or the only one after nothing."""
    candidates = by_number[number]
    before = [START] if number == 1 else [row.link for row in by_number.get(number - 1, ())]
    for row in candidates:
        if any(row.link == link_of(link, row) for link in before):
            yield row
            return
    if not before and len(candidates) == 1:
        yield from candidates


def _rows(path: Path, version: int) -> Iterator[Row]:
    pages = _Pages.of(path)
    for page in pages.all():
        for match in _OF_VERSION[version].finditer(page):
            if match.group(1)[0] != len(match.group(1)):
                continue
            row = _row(page, match.start(1), match.group(1), pages, version)
            if row is not None:
                yield row


def _row(page: bytes, at: int, header: bytes, pages: "_Pages", version: int) -> Row | None:
    types = list(_varints(header[1:]))
    sizes = [0 if type_ == 0 else _INTEGERS.get(type_, (type_ - 12) // 2) for type_ in types]
    text = types[1:2] + types[3:6] if version == 2 else types[:1] + types[2:5]
    if any(type_ < _SMALLEST_TEXT or type_ % 2 == 0 for type_ in text):
        return None
    payload = pages.payload(page, at, len(header) + sum(sizes))
    if payload is None:
        return None
    fields: list[bytes] = []
    start = len(header)
    for size in sizes:
        fields.append(payload[start : start + size])
        start += size
    if version == 1:
        game, seq, kind, body, time = fields
        return Row(_varint_before(page, at), game, _integer(types[1], seq), kind, body, time, b"")
    _, game, seq, kind, body, time, link = fields
    return Row(_varint_before(page, at), game, _integer(types[2], seq), kind, body, time, link)


def _integer(type_: int, stored: bytes) -> int:
    return type_ - 8 if type_ in (8, 9) else int.from_bytes(stored, "big", signed=True)


def _varints(stored: bytes) -> Iterator[int]:
    value = 0
    for byte in stored:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            yield value
            value = 0


def _varint_before(page: bytes, end: int) -> int:
    """Return the row's number, which stands right before its record."""
    start = end - 1
    while start > 0 and end - start < 9 and page[start - 1] >= 0x80:
        start -= 1
    return next(_varints(page[start:end]), 0)


@dataclass(frozen=True, slots=True)
class _Pages:
    """Every page there is: `stored` those of the file, by number from 1, `logged` those of the log in their order."""

    stored: Mapping[int, bytes]
    logged: tuple[tuple[int, bytes], ...]

    @classmethod
    def of(cls, path: Path) -> "_Pages":
        content = path.read_bytes() if path.exists() else b""
        stored = {at // PAGE + 1: content[at : at + PAGE] for at in range(0, len(content), PAGE)}
        log = path.with_name(f"{path.name}-wal")
        return cls(stored, tuple(_committed(log.read_bytes() if log.exists() else b"")))

    def all(self) -> Iterable[bytes]:
        """Yield all pages."""
        yield from self.stored.values()
        for _, page in self.logged:
            yield page

    def payload(self, page: bytes, at: int, size: int) -> bytes | None:
        """Return `size` bytes of a record that begins at `at`, overflow pages included; None if they are not there."""
        if size <= _LOCAL:
            local = page[at : at + size]
            return local if len(local) == size else None
        kept = _KEPT + (size - _KEPT) % (PAGE - 4)
        here = kept if kept <= _LOCAL else _KEPT
        payload, following = page[at : at + here], page[at + here : at + here + 4]
        latest = dict(self.logged)
        while len(payload) < size and len(following) == 4:
            (number,) = struct.unpack(">I", following)
            more = latest.get(number) or self.stored.get(number, b"")
            if not more:
                return None
            following, payload = more[:4], payload + more[4 : 4 + min(PAGE - 4, size - len(payload))]
        return payload if len(payload) == size else None


def _committed(log: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of the log's pages, up to the last commit of each generation of the log.

    Checksums are not asked: they would leave out all that follows one damaged byte, and the chain decides anyway.
    """
    pending: list[tuple[int, bytes]] = []
    generation = b""
    step = _FRAME_HEADER + PAGE
    for at in range(_LOG_HEADER, len(log) - step + 1, step):
        number, size = struct.unpack_from(">II", log, at)
        if log[at + 8 : at + 16] != generation:
            pending = []
        generation = log[at + 8 : at + 16]
        pending.append((number, log[at + _FRAME_HEADER : at + step]))
        if size:
            yield from pending
            pending = []
