"""Where the tray lies in the picture."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from firmware_host.setup.ports import CameraSetupPort, MarkedTray, Outline
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.table.requests import ApplyCameraChange, Request
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
    """Take a photo of the sheet's second page, to calibrate the lens when the cards are found."""


@dataclass(frozen=True, slots=True)
class ForgetPhotos:
    """Forget the photos of the sheet's second page."""


class TrayStep(Step):
    """Mark the tray: by printed cards, by four corners, by an outline, or as the whole picture."""

    id: ClassVar[str] = "tray"
    title: ClassVar[Words] = say("Mark the tray")

    def __init__(self, camera_setup: CameraSetupPort, ask: Callable[[Request], object]) -> None:
        self._camera_setup = camera_setup
        self._ask = ask
        self._cards = False

    def poll(self) -> StepStatus:
        """Satisfied once somebody has said where the tray is, and the camera has not been moved since."""
        tray = self._camera_setup.tray()
        found = tuple(_found(tray))
        if tray.marked and self._cards:
            todo = say("The printed cards are still in the tray. Take them out before you play.")
            found = (*found, Finding(todo, "warn", id="cards"))
        facts = {
            "outline": tray.outline,
            "marked": tray.marked,
            "measured": tray.size is not None,
            "photos": tray.photos,
        }
        return StepStatus(tray.marked and not any(one.grade == "bad" for one in found), found, facts)

    def refresh(self) -> None:
        """Look for the printed cards in the picture."""
        self._cards = self._camera_setup.sees_cards()

    def do(self, action: object) -> None:
        """Mark the tray."""
        match action:
            case MarkTray(outline):
                self._ask(ApplyCameraChange(lambda: self._camera_setup.mark(outline)))
            case FindTray(is_round):
                self._ask(ApplyCameraChange(lambda: self._camera_setup.find(is_round=is_round)))
            case PhotographBoard():
                self._camera_setup.photograph_board()
            case ForgetPhotos():
                self._camera_setup.forget_photos()
            case _:
                super().do(action)

    def file(self, name: str) -> bytes | None:
        """Return the sheet of cards to print: "sheet-a4.pdf" or "sheet-letter.pdf"."""
        paper = name.removeprefix("sheet-").removesuffix(".pdf")
        return self._camera_setup.sheet(paper) if name == f"sheet-{paper}.pdf" and paper in PAPERS else None


def _found(tray: MarkedTray) -> Iterator[Finding]:
    if tray.fault:
        mend = say("The broken file is kept beside the new one.")
        yield Finding(joined(tray.fault, mend), "bad", id="file")
    elif not tray.marked:
        why = say("The tray is not marked yet, so dice beside it are read as well.")
        yield Finding(why, "bad", id="marked")
    else:
        yield _marked(tray)
    if tray.lens is not None:
        sentence = say("Lens distortion is calibrated (±{pixels} px).", pixels=f"{tray.lens:.1f}")
        yield Finding(sentence, "ok", tray.lens, "px", "lens")
    for notice in tray.notices:
        yield Finding(notice, "bad", id="notice")


def _marked(tray: MarkedTray) -> Finding:
    if tray.size is not None:
        wide, deep = (f"{side:.0f}" for side in tray.size)
        text = say("The tray is marked: {width} x {depth} mm.", width=wide, depth=deep)
        return Finding(text, "ok", tray.size[0], "mm", "marked")
    if tray.outline == WHOLE:
        return Finding(say("The whole picture is the tray."), id="marked")
    count = len(tray.outline)
    text = say_count("The tray is marked by {count} corner.", "The tray is marked by {count} corners.", count)
    return Finding(text, "ok", float(count), "", "marked")
