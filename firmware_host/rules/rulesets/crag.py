"""Crag: three dice, two rolls, thirteen boxes."""

from dataclasses import replace

from firmware_host.rules.boxes import fixed_box, upper_boxes
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import AllOf, Groups, Total, of_a_kind, shows

_THIRTEEN = Total(13)
_CRAG = AllOf((_THIRTEEN, Groups((2,), exactly=True)))

CRAG = Ruleset(
    id="crag",
    title="Crag",
    dice=3,
    rolls=2,
    boxes=(
        *upper_boxes("any"),
        fixed_box("low-straight", "Low straight 1-2-3", 20, shows(1, 2, 3), "any"),
        fixed_box("high-straight", "High straight 4-5-6", 20, shows(4, 5, 6), "any"),
        fixed_box("even-straight", "Even straight 2-4-6", 20, shows(2, 4, 6), "any"),
        fixed_box("odd-straight", "Odd straight 1-3-5", 20, shows(1, 3, 5), "any"),
        replace(fixed_box("three-of-a-kind", "3 of a kind", 25, of_a_kind(3), "any"), hint="25 for three equal dice"),
        replace(fixed_box("thirteen", "Thirteen", 26, _THIRTEEN, "any"), hint="26 for a sum of 13, a second crag too"),
        replace(fixed_box("crag", "Crag", 50, _CRAG, "any"), hint="50 for a sum of 13 with a pair"),
    ),
    source="A Ukrainian text, Правила гри в покер на кубиках.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Any three dice that add up to 13 may be scored as thirteen, even a crag, whether the crag box is open or "
        "closed.",
        "Any box may be struck.",
    ),
)
