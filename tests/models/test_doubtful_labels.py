from pathlib import Path

import numpy as np
import pytest

from models.training.photos import doubtful_labels, labelled

SOURCES = ("rune55/tray", "nell-byler", "matteop65")


def test_every_doubtful_label_names_a_photograph_and_a_reason(photos: Path) -> None:
    for photo, places in doubtful_labels().items():
        assert (photos / photo).is_file(), photo
        assert all(reason.startswith(("labelled", "not labelled")) for _, _, reason in places)


@pytest.mark.parametrize("held_back", [False, True])
def test_each_doubtful_label_takes_trust_from_one_die_or_names_one_without_a_label(
    photos: Path, held_back: bool
) -> None:
    listed = doubtful_labels()
    found = 0
    for photo in (photo for source in SOURCES for photo in labelled(source, held_back)):
        places = listed[photo.path.relative_to(photos).as_posix()]
        wrong = [place for place in places if place[2].startswith("labelled")]
        assert (~photo.trusted).sum() == len(wrong)
        assert len(photo.unlabelled) == len(places) - len(wrong)
        for x, y, _ in wrong:
            sides = photo.boxes[~photo.trusted]
            inside = (sides[:, :2] <= (x, y)).all(1) & (sides[:, 2:] >= (x, y)).all(1)
            assert np.count_nonzero(inside) >= 1
        found += len(places)
    assert found
