"""A few cases of held dice that are touched; all hundred of them are for the command."""

from pathlib import Path

import pytest

from tests.system.held_dice import KINDS, trial
from vision.read import DiceReader


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader.load()


@pytest.mark.parametrize("kind", KINDS)
def test_held_dice_that_are_touched_are_decided_as_the_rules_say(kind: str, tmp_path: Path, reader: DiceReader) -> None:
    assert trial(kind, [0, 1], tmp_path, reader) == ["", ""]
