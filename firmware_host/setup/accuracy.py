"""How well dice were read in a few throws, and what to do if that is not good enough. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from firmware_host.rules.dice import FACES
from firmware_host.setup.step import Finding
from firmware_host.words import listed, say, say_count

FEW_DOUBTS = 0.04
"""Share of the dice about which the table may ask: one die in five throws of five."""

EVERY_FACE = tuple(face for faces in FACES.values() for face in faces)

NO_DIE = ""
"""The truth about something that was taken for a die but is not one."""

Outcome = Literal["right", "doubtful", "wrong", "none"]


@dataclass(frozen=True, slots=True)
class DieRead:
    """A die of a throw: the face that was read, how confidently (0-1), whether for sure, and what it truly shows.

    `truth` is what was read until somebody says otherwise; NO_DIE for what is no die.
    """

    face: str
    confidence: float
    sure: bool
    truth: str

    @property
    def outcome(self) -> Outcome:
        """No die at all; asked about; read right and for sure; or wrong without a doubt."""
        if self.truth == NO_DIE:
            return "none"
        if not self.sure:
            return "doubtful"
        return "right" if self.truth == self.face else "wrong"


@dataclass(frozen=True, slots=True)
class ThrowRead:
    """A throw: its dice from left to right, and how many lay there that were not seen."""

    dice: tuple[DieRead, ...]
    missed: int = 0


@dataclass(frozen=True, slots=True)
class FaceRead:
    """How often a face lay in the tray, and what became of it."""

    face: str
    right: int
    doubtful: int
    wrong: int

    @property
    def shown(self) -> int:
        """How often it lay there."""
        return self.right + self.doubtful + self.wrong


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What became of all dice of some throws.

    `mistaken` pairs, the commonest first, are what a die showed and what it was taken for without a doubt.
    """

    right: int
    doubtful: int
    wrong: int
    missed: int
    no_dice: int
    faces: tuple[FaceRead, ...]
    mistaken: tuple[tuple[str, str], ...]

    @property
    def dice(self) -> int:
        """How many dice lay in the tray in all throws together."""
        return self.right + self.doubtful + self.wrong + self.missed

    @property
    def silent(self) -> int:
        """How many faults the table would not have asked about."""
        return self.wrong + self.missed + self.no_dice

    @property
    def good(self) -> bool:
        """Whether one can play: nothing is silently wrong, and few dice are asked about."""
        return self.dice > 0 and not self.silent and self.doubtful <= self.dice * FEW_DOUBTS


def as_result(found: Accuracy) -> dict[str, object]:
    """Return the figures as JSON values, to be saved."""
    return {
        "right": found.right,
        "doubtful": found.doubtful,
        "wrong": found.wrong,
        "missed": found.missed,
        "no_dice": found.no_dice,
        "faces": [[face.face, face.right, face.doubtful, face.wrong] for face in found.faces],
        "mistaken": [list(pair) for pair in found.mistaken],
    }


def from_result(kept: Mapping[str, Any]) -> Accuracy | None:
    """Return saved figures; None if they cannot be understood."""
    try:
        return Accuracy(
            right=int(kept["right"]),
            doubtful=int(kept["doubtful"]),
            wrong=int(kept["wrong"]),
            missed=int(kept["missed"]),
            no_dice=int(kept["no_dice"]),
            faces=tuple(FaceRead(str(face), int(r), int(d), int(w)) for face, r, d, w in kept["faces"]),
            mistaken=tuple((str(truth), str(face)) for truth, face in kept["mistaken"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def accuracy(throws: Sequence[ThrowRead]) -> Accuracy:
    """Count what became of the dice of all throws."""
    dice = [die for throw in throws for die in throw.dice]
    became = Counter((die.truth, die.outcome) for die in dice)
    mistaken = Counter((die.truth, die.face) for die in dice if die.outcome == "wrong")
    by_face = tuple(
        FaceRead(face, became[face, "right"], became[face, "doubtful"], became[face, "wrong"])
        for face in EVERY_FACE
        if any(die.truth == face for die in dice)
    )
    return Accuracy(
        right=sum(face.right for face in by_face),
        doubtful=sum(face.doubtful for face in by_face),
        wrong=sum(face.wrong for face in by_face),
        missed=sum(throw.missed for throw in throws),
        no_dice=sum(die.truth == NO_DIE for die in dice),
        faces=by_face,
        mistaken=tuple(pair for pair, _ in mistaken.most_common()),
    )


def judged(found: Accuracy, checks: Sequence[Finding] = ()) -> tuple[Finding, ...]:
    """Say how well the dice were read and, where not well enough, what to do.

    `checks` are what is known of light and lens: where they are not right they come before anything else that helps.
    """
    findings = [_verdict(found)]
    findings += [Finding(line, "bad") for line in _faults(found)]
    if found.doubtful:
        findings.append(
            Finding(
                say_count(
                    "{count} die was doubtful: the table asks about such a die.",
                    "{count} dice were doubtful: the table asks about such dice.",
                    found.doubtful,
                ),
                "ok" if found.good else "warn",
            )
        )
    if not found.good:
        findings += _advice(found, checks)
    return tuple(findings)


def _verdict(found: Accuracy) -> Finding:
    share = found.right / found.dice if found.dice else 0.0
    sentence = say("{right} of {dice} dice were read correctly and with certainty.", right=found.right, dice=found.dice)
    grade: Literal["ok", "warn", "bad"] = "ok" if found.good else "bad" if found.silent else "warn"
    return Finding(sentence, grade, round(100 * share, 1), "%", "accuracy")


def _faults(found: Accuracy) -> list[str]:
    sentences: list[str] = []
    if found.wrong:
        pairs = listed([say("{truth} as {face}", truth=truth, face=face) for truth, face in found.mistaken])
        sentences.append(
            say_count(
                "{count} die was read wrong without a doubt: {pairs}.",
                "{count} dice were read wrong without a doubt: {pairs}.",
                found.wrong,
                pairs=pairs,
            )
        )
    if found.missed:
        sentences.append(say_count("{count} die was not seen.", "{count} dice were not seen.", found.missed))
    if found.no_dice:
        sentences.append(
            say_count(
                "{count} thing in the tray was taken for a die.",
                "{count} things in the tray were taken for dice.",
                found.no_dice,
            )
        )
    return sentences


def _advice(found: Accuracy, checks: Sequence[Finding]) -> list[Finding]:
    amiss = [check for check in checks if check.grade != "ok"]
    advice = [Finding(check.sentence, check.grade, check.number, check.unit, check.id) for check in amiss]
    weak = [face.face for face in found.faces if face.right < face.shown]
    if weak:
        advice.append(
            Finding(
                say("Teach the dice: show these faces ten times each: {faces}.", faces=listed(weak)),
                "warn",
                id="teach",
            )
        )
    if found.missed or found.no_dice:
        advice.append(
            Finding(
                say("Mark the tray again so that all of it is inside, and clear away what is not a die."),
                "warn",
                id="tray",
            )
        )
    return advice
