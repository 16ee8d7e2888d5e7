"""Points of the second count that decides some games: for the boxes, and for the total."""

from dataclasses import dataclass

from firmware_host.rules.parts.bonuses import WrittenPart
from firmware_host.rules.ruleset import Ruleset, Written
from firmware_host.words import Words, say


@dataclass(frozen=True, slots=True)
class ForWritten:
    """The points of a part that looks at the boxes (`Award.points`)."""

    part: WrittenPart

    def __call__(self, written: Written, total: int) -> int:  # noqa: ARG002 - the signature of `points`
        """Return the points."""
        return self.part(written)

    @property
    def title(self) -> str:
        """Say what the part is for."""
        return self.part.title

    def on(self, rules: Ruleset) -> "ForWritten | None":
        """Return the same rule for the card of these rules."""
        part = self.part.on(rules)
        return None if part is None else ForWritten(part)


@dataclass(frozen=True, slots=True)
class TotalBands:
    """Points by the total: `bands` are (lowest total, points) in order; below the first band its points count too."""

    bands: tuple[tuple[int, int], ...]

    def __call__(self, written: Written, total: int) -> int:  # noqa: ARG002 - the signature of `points`
        """Return the points of the band that the total is in."""
        reached = [points for least, points in self.bands if total >= least]
        return reached[-1] if reached else self.bands[0][1]

    @property
    def title(self) -> Words:
        """Say what they are for."""
        return say("For the total")

    def on(self, rules: Ruleset) -> "TotalBands":  # noqa: ARG002 - the total counts whatever boxes there are
        """Return the same bands."""
        return self
