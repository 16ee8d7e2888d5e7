import tracemalloc
from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from tests.vision.read.conftest import tray
from vision.locate.crop import crop
from vision.locate.locator import Located
from vision.network import ModelError
from vision.read import KINDS, DiceReader
from vision.read.faces import CLEAR, FaceOutputs, FaceReader


def test_dice_are_read_from_left_to_right_with_likely_faces(reader: DiceReader) -> None:
    seen = reader.read(tray((3, 1, 6, 5), 1))

    assert [die.face for die in seen] == ["3", "1", "6", "5"]
    for die in seen:
        assert die.likely[0] == die.face
        assert 0 < die.confidence <= 1


def test_only_dice_inside_the_outline_count(reader: DiceReader) -> None:
    left = np.array([[0, 0], [320, 0], [320, 480], [0, 480]], float)

    assert [die.face for die in reader.read(tray((3, 1, 6, 5), 1), left)] == ["3", "1"]


def test_a_die_that_the_pictures_edge_cuts_off_is_read_but_never_sure(reader: DiceReader) -> None:
    whole = tray((3, 1, 6, 5), 1)
    (x0, _, x1, _), *_ = (die.box for die in reader.read(whole))
    cut = np.ascontiguousarray(whole[:, round(x0 + 0.2 * (x1 - x0)) :])

    first, *others = reader.read(cut)

    assert first.box[0] < 0
    assert not first.sure
    assert [die.face for die in others] == ["1", "6", "5"]
    assert all(die.sure for die in others)


class Blank:
    """A face reader that finds, with a chance, nothing readable in the second die from the left, and a 3 in all."""

    def __init__(self, faces: FaceReader, chance: float) -> None:
        self.network, self.labels, self.temperature = faces.network, faces.labels, 1.0
        self.chance = chance

    def predict(self, _image: object, dice: Sequence[Located]) -> FaceOutputs:
        three, blank = self.labels.index("3"), self.labels.index("unreadable")
        logits = np.full((len(dice), len(self.labels)), -30, np.float32)
        logits[:, three] = 0
        logits[1, three], logits[1, blank] = np.log([1 - self.chance, self.chance])
        return FaceOutputs(logits, None)


@pytest.mark.parametrize(("chance", "trouble"), [(0.8, "cocked"), (0.2, "")])
def test_a_die_of_which_nothing_readable_is_seen_is_cocked(reader: DiceReader, chance: float, trouble: str) -> None:
    blind = DiceReader(reader.locator, cast("FaceReader", Blank(reader.faces, chance)), reader.cocked_classifier)

    seen = blind.read(tray((3, 1, 6, 5), 1))

    assert [die.trouble for die in seen] == ["", trouble, "", ""]
    assert [die.clear for die in seen] == [False, bool(trouble), False, False]
    assert seen[1].sure is False
    assert seen[1].confidence == pytest.approx(1 - chance, abs=1e-3)


def test_from_when_on_a_die_is_cocked_stands_on_the_model_card(reader: DiceReader) -> None:
    assert reader.unreadable_from == reader.faces.network.card["cocked"]


def test_a_kind_of_faces_is_all_that_is_read(reader: DiceReader) -> None:
    pips = reader.for_kind("pips").read(tray((2, 4, 6), 2))

    assert [die.face for die in pips] == ["2", "4", "6"]
    assert all(set(die.likely) <= set(KINDS["pips"]) for die in pips)


def test_what_two_views_leave_open_is_seen_in_four(reader: DiceReader) -> None:
    picture, side = tray((3, 1, 6, 5), 1), reader.faces.side
    places = [
        (x0 + shift, y0, x1 + shift, y1)
        for x0, y0, x1, y1 in (die.box for die in reader.read(picture))
        for shift in (0, 6, 12, 18, 24, 30)  # from the whole die to its edge, which could be much
    ]
    crops = np.stack([crop(picture, place, side) for place in places])
    every = np.concatenate([np.rot90(crops, turn, (1, 2)) for turn in range(4)])
    batch = np.ascontiguousarray(every.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
    single = reader.faces.network(batch).reshape(4, len(crops), -1)
    two, four = single[:2].mean(0), single.mean(0)
    ranked = np.sort(two, axis=1)
    open_ = ranked[:, -1] - ranked[:, -2] < CLEAR

    looks = reader.faces.predict_crops(crops)

    assert 0 < open_.sum() < len(crops)
    assert np.allclose(looks.logits, np.where(open_[:, None], four, two), atol=1e-3)


def test_chances_of_all_labels_and_of_nothing_readable_add_to_one(reader: DiceReader) -> None:
    crops = np.random.default_rng(6).integers(0, 255, (4, reader.faces.side, reader.faces.side, 3)).astype(np.uint8)

    blank, known = reader.probabilities(reader.faces.predict_crops(crops))

    assert known.shape == (4, len(reader.labels))
    assert blank + known.sum(1) == pytest.approx(1, abs=1e-5)


def test_a_kind_that_the_network_does_not_know_is_refused(reader: DiceReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader.faces, "labels", ("1", "2", "unreadable"))

    with pytest.raises(ModelError, match="poker"):
        reader.for_kind("poker")


def test_a_frame_after_the_first_takes_little_new_memory(reader: DiceReader) -> None:
    """The locator's input alone has 4 MB; it is the same memory for every frame."""
    picture = np.ascontiguousarray(np.kron(tray((3, 1, 6, 5), 1), np.ones((2, 2, 1), np.uint8)))
    reader.warm_up()
    reader.read(picture)
    tracemalloc.start()
    reader.read(picture)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 6_000_000
