"""Where the tray lies in the picture."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from firmware_host.table.devices import words_of
from firmware_host.table.requests import LookAnew, Request
from firmware_host.table.setup.ports import Outline, SetupDesk, TrayMarked
from firmware_host.table.setup.step import Finding, Standing, Step
from firmware_host.words import Words, joined, say, say_count

WHOLE: Outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class MarkTray:
    """The tray lies inside this outline: three or more (x, y), as fractions 0-1 of the picture."""

    outline: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class FindTray:
    """Find the tray by the printed cards that lie in it."""

    is_round: bool


@dataclass(frozen=True, slots=True)
class PhotographBoard:
    """Take a photo of the sheet's second page, by which the lens is measured when the cards are found."""


@dataclass(frozen=True, slots=True)
class ForgetPhotos:
    """Forget the photos of the sheet's second page."""


class TrayStep(Step):
    """Mark the tray: by printed cards, by four corners, by an outline, or as the whole picture."""

    id: ClassVar[str] = "tray"
    title: ClassVar[Words] = say("Mark the tray")

    def __init__(self, desk: SetupDesk, ask: Callable[[Request], object]) -> None:
        self._desk = desk
        self._ask = ask

    def look(self, *, afresh: bool) -> Standing:
        """Satisfied once somebody has said where the tray is, and the camera has not been moved since."""
        tray = self._desk.tray()
        found = tuple(_found(tray))
        if afresh and tray.marked and self._desk.sees_cards():
            todo = say("The printed cards still lie there. Take them out before you play.")
            found = (*found, Finding(todo, "warn", id="cards"))
        facts = {
            "outline": tray.outline,
            "marked": tray.marked,
            "measured": tray.size is not None,
            "photos": tray.photos,
        }
        return Standing(tray.marked and not any(one.grade == "bad" for one in found), found, facts)

    def do(self, deed: object) -> None:
        """Mark the tray."""
        match deed:
            case MarkTray(outline):
                self._ask(LookAnew(lambda: self._desk.mark(outline)))
            case FindTray(is_round):
                self._ask(LookAnew(lambda: self._desk.find(is_round=is_round)))
            case PhotographBoard():
                self._desk.photograph_board()
            case ForgetPhotos():
                self._desk.forget_photos()
            case _:
                super().do(deed)

    def file(self, name: str) -> bytes | None:
        """Return the sheet of cards to print: "sheet-a4.pdf" or "sheet-letter.pdf"."""
        paper = name.removeprefix("sheet-").removesuffix(".pdf")
        return self._desk.sheet(paper) if name == f"sheet-{paper}.pdf" and paper in PAPERS else None


def _found(tray: TrayMarked) -> Iterator[Finding]:
    if tray.fault:
        mend = say("The broken file is kept beside the new one.")
        yield Finding(joined(words_of(tray.fault), mend), "bad", id="file")
    elif not tray.marked:
        why = say("Nobody has marked the tray yet, so the whole picture is read, and what lies beside the tray too.")
        yield Finding(why, "bad", id="marked")
    else:
        yield _marked(tray)
    if tray.lens is not None:
        told = say("What the lens bends is known, to {pixels} pixels.", pixels=f"{tray.lens:.1f}")
        yield Finding(told, "ok", tray.lens, "px", "lens")
    for notice in tray.notices:
        yield Finding(words_of(notice), "bad", id="notice")


def _marked(tray: TrayMarked) -> Finding:
    if tray.size is not None:
        wide, deep = (f"{side:.0f}" for side in tray.size)
        text = say("The tray is marked: {width} x {depth} mm.", width=wide, depth=deep)
        return Finding(text, "ok", tray.size[0], "mm", "marked")
    if tray.outline == WHOLE:
        return Finding(say("The whole picture is the tray."), id="marked")
    count = len(tray.outline)
    text = say_count("The tray is marked by {count} corner.", "The tray is marked by {count} corners.", count)
    return Finding(text, "ok", float(count), "", "marked")
