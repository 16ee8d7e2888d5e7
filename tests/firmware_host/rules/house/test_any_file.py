"""Files as people break them: whatever stands in one, it makes a game that can be played, or its faults are told."""

from collections.abc import Mapping
from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.rules.dice import Roll
from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from tests.firmware_host.rules.house.examples import EXAMPLES, TOLD_IN_PARTS

LINES = sorted({line for text in (*EXAMPLES, *TOLD_IN_PARTS.values()) for line in text.splitlines() if line.strip()})
VALUES = (
    "0", "1", "-1", "7", "99999", "1.5",
    "true", '""', '"any"', '"upper"', '"school"', '"ones"', "[]", "[1]", '["ones"]',
    '["all"]', "{}", "{ run = 2 }", "{ of-a-kind = 2 }", "[[1, 2]]", "1979-05-27", "nan", "'''a\nb'''",
)  # fmt: skip


@st.composite
def broken_files(draw: st.DrawFn) -> str:
    """Return an example of which some lines are gone, doubled, moved, given another value, or of another example."""
    lines = draw(st.sampled_from((*EXAMPLES, *TOLD_IN_PARTS.values()))).splitlines()
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "move", "value", "other"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "move":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case "value" if "=" in lines[at]:
                lines[at] = f"{lines[at].partition('=')[0]}= {draw(st.sampled_from(VALUES))}"
            case "other":
                lines.insert(at, draw(st.sampled_from(LINES)))
    return "\n".join(lines)


def play(rules: Ruleset, chance: st.DataObject) -> Scorecard:
    card = Scorecard.empty(rules)
    rolls = [Roll(values) for values in combinations_with_replacement(range(1, 7), rules.dice)]
    while not card.complete:
        roll, used = chance.draw(st.sampled_from(rolls)), chance.draw(st.integers(1, rules.rolls))
        legal = [choice for choice in card.choices(roll, used) if choice.writable]
        assert legal, "a turn must be able to end"
        card = card.fill(chance.draw(st.sampled_from(legal)).box, roll, used)
    return card


def faults_of(text: str) -> Mapping[str, str]:
    try:
        house_ruleset(text)
    except HouseRulesError as error:
        return error.faults
    return {}


@given(text=broken_files(), chance=st.data())
@settings(max_examples=150)
def test_a_file_makes_a_game_or_tells_its_faults(text: str, chance: st.DataObject) -> None:
    if found := faults_of(text):
        assert all(found.values())
        return
    rules = house_ruleset(text)
    options = {option.id: chance.draw(st.sampled_from(option.choices)) for option in rules.options}
    chosen = rules.with_options(options)
    assert (chosen.id, chosen.title, chosen.options, chosen.house) == (rules.id, rules.title, rules.options, text)
    assert rules.with_options({}) == rules
    card = play(chosen, chance)
    assert card.total == sum(card.subtotal(section) for section in ("upper", "lower")) + sum(card.bonuses.values())
