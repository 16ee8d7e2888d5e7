import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from vision.errors import ScriptError
from vision.simulate.script import WORDS, Black, DiceThrown, Landing, Push, Script
from vision.simulate.script_file import parse_script, read_script
from vision.simulate.scripted import ScriptedTray

README = Path(__file__).parents[3] / "vision/simulate/README.md"
EXAMPLES = sorted((Path(__file__).parents[2] / "data/trays").glob("*.toml"))


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(ScriptError) as refused:
        parse_script(tomllib.loads(text))
    return refused.value.faults


def test_events_come_in_the_order_of_their_time() -> None:
    script = parse_script(
        tomllib.loads(
            """
            seed = 5
            rate = 10
            event = [
              { at = 4, do = "black", seconds = 1.5 },
              { at = 2, do = "push", die = 3, x = -4 },
              { at = 1, do = "throw", keep = [2], dice = [{ face = 6, x = 1, y = 2 }, { on = 1, lean = 12 }] },
            ]
            """
        )
    )

    assert script == Script(
        5,
        10,
        1.0,
        (
            DiceThrown(1, (Landing(6, 1, 2), Landing(on=1, lean=12)), (2,)),
            Push(2, 3, x=-4),
            Black(4, 1.5),
        ),
    )


def test_five_dice_are_thrown_unless_the_script_says_how_many() -> None:
    events = parse_script(
        tomllib.loads('event = [{at = 1, do = "throw"}, {at = 2, do = "throw", dice = 3, keep = [1]}]')
    ).events

    assert [len(event.dice) for event in events if isinstance(event, DiceThrown)] == [5, 3]
    kept_two = parse_script({"event": [{"at": 1, "do": "throw", "keep": [1, 2]}]}).events[0]
    assert kept_two == DiceThrown(1, (Landing(),) * 3, (1, 2))


def test_all_faults_are_told_at_once_with_event_and_field() -> None:
    assert faults(
        """
        sede = 7
        rate = "fast"
        event = [
          { at = -1, do = "push", x = 3 },
          { at = 2, do = "explode" },
          { do = "black", seconds = true, colour = 3 },
          { at = 3 },
          { at = 4, do = "throw", keep = [1, 1], dice = [{ face = 7, x = 3 }, { on = 1, off = 1 }, { colour = 2 }] },
          { at = 5, do = "throw", dice = 9 },
          { at = 6, do = "throw", keep = [1, 2, 3, 4], dice = [{}, {}, {}, {}, {}] },
        ]
        """
    ) == (
        "sede: unknown; did you mean seed?",
        "rate: 'fast' is no number; give one from 1 to 60",
        "event 1 (push): at: -1 is out of range; give a number from 0 to 86400",
        "event 1 (push): die: missing",
        f"event 2: do: unknown; known are {', '.join(sorted(WORDS))}",
        "event 3 (black): colour: unknown; known are at, do, seconds",
        "event 3 (black): at: missing",
        "event 3 (black): seconds: True is no number; give one from 0.01 to 86400",
        "event 4: do: missing; say what happens",
        "event 5 (throw): keep: [1, 1] is no list of different dice; they are numbered 1 to 8",
        "event 5 (throw), die 1: face: 7 is out of range; give a whole number from 1 to 6",
        "event 5 (throw), die 1: x: x and y come together or not at all",
        "event 5 (throw), die 2: off: 1 is neither true nor false",
        "event 5 (throw), die 2: off: a die that has on has no off",
        "event 5 (throw), die 3: colour: unknown; known are beside, face, lean, off, on, turn, x, y",
        "event 6 (throw): dice: 9 is out of range; give a whole number from 1 to 8, or a list of tables",
        "event 7 (throw): dice: 5 thrown, 4 kept: more than the 8 of the set",
    )


@pytest.mark.parametrize("event", ["3", '"throw"', "[1, 2]"])
def test_events_that_are_no_tables_are_told(event: str) -> None:
    assert faults(f"event = {event}") == ("event: not a list of tables",)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"seed = \xff", "not UTF-8"),
        (b"seed = = 7", r"no TOML: .*line 1"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_understood_is_told(tmp_path: Path, content: bytes | None, why: str) -> None:
    path = tmp_path / "script.toml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(ScriptError, match=why):
        read_script(path)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_can_be_played(path: Path) -> None:
    assert read_script(path).events


def test_the_examples_use_every_word() -> None:
    used = {type(event) for path in EXAMPLES for event in read_script(path).events}

    assert used == set(WORDS.values())


def test_the_readme_explains_every_word_and_its_fields() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", README.read_text(encoding="utf-8"), re.MULTILINE))
    del rows["do"]

    assert rows.keys() == WORDS.keys()
    for word, kind in WORDS.items():
        told = set(re.findall(r"`(\w+)`", rows[word]))
        assert told == {field.name for field in fields(kind)} - {"at"}, word


def test_a_script_may_be_for_poker_dice_of_a_family() -> None:
    script = parse_script({"dice": "poker", "family": 12, "event": [{"at": 1, "do": "throw", "dice": [{"face": 6}]}]})

    assert (script.dice, script.family) == ("poker", 12)
    tray = ScriptedTray(script)
    tray.picture(10.0)
    assert [face for _, _, face in tray.tray.truth()] == ["A"]
    assert faults('dice = "pokr"\nfamily = -1') == (
        "family: -1 is out of range; give a whole number from 0 to 9999",
        "dice: unknown; did you mean poker?",
    )
