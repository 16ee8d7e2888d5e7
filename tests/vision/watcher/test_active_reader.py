from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.vision.knowing import knowing
from tests.vision.read.conftest import CODE, tray
from tests.vision.square_tray import SquareReader, tray_with
from vision.detection import UNKNOWN
from vision.read import KINDS, DiceReader, DiceSet, DiceSetError, DiceSets, example
from vision.watcher.active_reader import ActiveReader

VALUES = (3, 1, 6, 5)
FACES = [CODE[value] for value in VALUES]


@pytest.fixture(scope="module")
def pips() -> DiceReader:
    """Give a reader whose network knows pips and nothing else."""
    return knowing("pips")


@pytest.fixture(scope="module")
def odd(pips: DiceReader) -> DiceSet:
    """Give a set, taught by five looks a face, whose pips stand for poker faces."""
    dice_set = DiceSet("odd")
    for value, face in CODE.items():
        picture = tray((value,) * 5, 100 + value)
        for die in pips.read(picture):
            dice_set = dice_set.with_example(face, example(picture, die.box))
    return dice_set


@pytest.fixture
def sets(tmp_path: Path, odd: DiceSet) -> DiceSets:
    sets = DiceSets(tmp_path)
    sets.save(odd)
    return sets


@pytest.fixture
def dice(pips: DiceReader, sets: DiceSets) -> Iterator[ActiveReader]:
    dice = ActiveReader(pips, sets)
    yield dice
    dice.close()


def faces(dice: ActiveReader, values: tuple[int, ...] = VALUES, seed: int = 9) -> list[str]:
    return [die.face for die in dice.read(tray(values, seed))]


def look(pips: DiceReader, value: int, seed: int) -> bytes:
    """An example, as a picture file, of a die that shows so many pips."""
    picture = tray((value,), seed)
    (die,) = pips.read(picture)
    return cv2.imencode(".png", example(picture, die.box))[1].tobytes()


def test_dice_of_any_kind_are_read_until_one_is_named(dice: ActiveReader) -> None:
    assert faces(dice) == [str(value) for value in VALUES]
    assert dice.notices == ()


def test_of_a_kind_that_the_network_does_not_know_every_die_is_asked_about(dice: ActiveReader) -> None:
    told: list[list[str]] = []
    dice.changed = lambda: told.append(list(dice.notices))

    dice.use_kind("poker")
    seen = dice.read(tray(VALUES, 9))

    assert [(die.face, die.sure, die.likely) for die in seen] == [(UNKNOWN, False, ())] * 4
    assert told == [["The reader cannot read poker dice. Teach it your dice; until then it asks about every die."]]
    dice.use_kind("pips")
    assert faces(dice) == [str(value) for value in VALUES]
    assert told[1:] == [[]]


def test_a_kind_that_it_knows_is_read_and_no_other(sets: DiceSets) -> None:
    dice = ActiveReader(knowing("poker"), sets)

    dice.use_kind("poker")

    assert faces(dice) == [KINDS["poker"][value - 1] for value in VALUES]
    assert dice.notices == ()
    with pytest.raises(ValueError, match=r"no dice of the kind 'cards'.*poker"):
        dice.use_kind("cards")
    dice.close()


def test_a_set_that_was_taught_is_read_where_the_network_knows_nothing(dice: ActiveReader, sets: DiceSets) -> None:
    dice.use_kind("poker")
    dice.use_set("odd")
    dice.catch_up()

    assert faces(dice) == FACES
    assert dice.notices == ()
    assert (dice.in_use, sets.in_use()) == ("odd", "odd")
    dice.use_set("")
    assert faces(dice) == [UNKNOWN] * 4
    assert (dice.in_use, sets.in_use()) == ("", None)


def test_a_set_is_used_in_games_of_its_faces_alone(dice: ActiveReader) -> None:
    dice.use_set("odd")
    dice.use_kind("pips")
    dice.catch_up()

    assert faces(dice) == [str(value) for value in VALUES]
    assert list(dice.notices) == [
        "The dice set odd is not used in this game: it needs more examples of 1, 2, 3, 4, 5, 6."
    ]
    dice.use_kind("poker")
    dice.catch_up()
    assert faces(dice) == FACES
    assert dice.notices == ()


def test_a_set_that_lacks_a_face_is_not_used_and_every_die_asked_about(
    dice: ActiveReader, sets: DiceSets, odd: DiceSet
) -> None:
    sets.save(odd.of_faces(("9", "10", "J", "Q", "K")))

    dice.use_kind("poker")
    dice.use_set("odd")
    dice.catch_up()

    assert faces(dice) == [UNKNOWN] * 4
    assert [notice.partition(".")[0] for notice in dice.notices] == [
        "The dice set odd is not used in this game: it needs more examples of A",
        "The reader cannot read poker dice",
    ]


def test_what_was_chosen_meanwhile_is_not_undone_by_what_was_learnt(dice: ActiveReader) -> None:
    dice.use_kind("poker")
    dice.use_set("odd")
    dice.use_kind("pips")
    dice.use_set("")
    dice.catch_up()

    assert faces(dice) == [str(value) for value in VALUES]
    assert dice.notices == ()


def test_a_correction_joins_the_set_and_is_read_by_at_once(
    dice: ActiveReader, sets: DiceSets, pips: DiceReader, odd: DiceSet
) -> None:
    dice.use_kind("poker")
    dice.use_set("odd")
    dice.catch_up()
    before = dice.now

    dice.learn([(CODE[4], look(pips, 4, 40)), (CODE[2], look(pips, 2, 41))])
    dice.catch_up()

    grown = sets.load("odd")
    assert grown.labels[len(odd.labels) :] == (CODE[4], CODE[2])
    assert grown.corrected.count(True) == 2
    assert dice.now is not before
    assert faces(dice) == FACES


def test_a_wrong_tap_changes_nothing(dice: ActiveReader, sets: DiceSets, pips: DiceReader, odd: DiceSet) -> None:
    dice.use_kind("poker")
    dice.use_set("odd")
    dice.catch_up()
    before = dice.now

    dice.learn([(CODE[1], look(pips, 6, 42))])
    dice.catch_up()

    assert sets.load("odd").labels == odd.labels
    assert dice.now is before


def test_without_a_set_in_use_nothing_is_learnt(dice: ActiveReader, sets: DiceSets, pips: DiceReader) -> None:
    dice.use_kind("poker")

    dice.learn([("K", look(pips, 4, 40))])
    dice.catch_up()

    assert sets.names() == ("odd",)
    assert sets.load("odd").corrected.count(True) == 0


def test_a_set_that_does_not_fit_the_game_learns_nothing(dice: ActiveReader, sets: DiceSets, pips: DiceReader) -> None:
    dice.use_set("odd")
    dice.use_kind("pips")

    dice.learn([("4", look(pips, 4, 40))])
    dice.catch_up()

    assert sets.load("odd").corrected.count(True) == 0


def test_the_set_that_was_kept_is_used_again(dice: ActiveReader, sets: DiceSets) -> None:
    sets.use("odd")

    dice.begin(None)
    dice.catch_up()

    assert faces(dice) == FACES


def test_a_kept_set_that_is_gone_is_told_and_does_no_harm(dice: ActiveReader, sets: DiceSets) -> None:
    sets.use("odd")
    (sets.folder / "odd.npz").unlink()

    dice.begin(None)

    assert faces(dice) == [str(value) for value in VALUES]
    assert len(dice.notices) == 1
    assert "odd" in dice.notices[0]


def test_that_the_kept_set_cannot_be_used_is_told_until_other_dice_are_chosen(
    dice: ActiveReader, sets: DiceSets
) -> None:
    (sets.folder / "in_use.json").write_text("{")
    dice.begin(None)

    dice.use_kind("pips")  # as each game does when it begins
    assert ["in_use.json" in notice for notice in dice.notices] == [True]
    dice.use_kind("poker")
    assert ["in_use.json" in notice for notice in dice.notices] == [True, False]

    dice.use_kind("pips")
    dice.use_set("")
    assert dice.notices == ()


def test_a_set_asked_for_is_used_this_time_only_and_must_be_there(dice: ActiveReader, sets: DiceSets) -> None:
    with pytest.raises(DiceSetError, match="no dice set bone"):
        dice.begin("bone")
    assert dice.in_use == ""

    dice.begin("odd")

    assert dice.in_use == "odd"
    assert sets.in_use() is None


def test_a_set_that_breaks_while_it_is_in_use_is_told(dice: ActiveReader, sets: DiceSets) -> None:
    dice.use_set("odd")
    dice.catch_up()
    (sets.folder / "odd.npz").write_bytes(b"no set at all")

    dice.use_kind("poker")
    dice.catch_up()

    assert faces(dice) == [UNKNOWN] * 4
    assert ["odd.npz" in notice for notice in dice.notices] == [True, False]


def test_once_closed_it_learns_nothing_more(dice: ActiveReader, sets: DiceSets, pips: DiceReader) -> None:
    dice.use_set("odd")
    dice.use_kind("poker")
    dice.close()

    dice.learn([(CODE[4], look(pips, 4, 40))])

    assert sets.load("odd").corrected.count(True) == 0


def test_another_reader_reads_what_it_reads(sets: DiceSets) -> None:
    reader: Any = SquareReader()
    dice = ActiveReader(reader, sets)

    dice.use_kind("poker")
    dice.use_set("odd")
    dice.catch_up()

    assert dice.now is reader
    assert [die.face for die in dice.read(tray_with([(50, 60, 3), (120, 150, 5)]))] == ["3", "5"]
    dice.close()
