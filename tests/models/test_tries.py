import numpy as np

from models.training.tries import SeenOtherwise, tries
from vision.locate.crop import crop
from vision.locate.locator import Located
from vision.read import FaceReader

PICTURE = np.random.default_rng(4).integers(0, 255, (200, 300, 3)).astype(np.uint8)
DICE = (Located((40.0, 50.0, 90.0, 100.0), 0.9), Located((150.0, 60.0, 190.0, 100.0), 0.9))


def test_a_try_averages_what_the_network_says_of_every_view() -> None:
    faces = FaceReader.load()

    looks = SeenOtherwise((1.2, 1.4)).predict(PICTURE, DICE)

    single = []
    for margin in (1.2, 1.4):
        crops = np.stack([crop(PICTURE, die.box, faces.side, margin) for die in DICE])
        for turn in range(4):
            batch = np.ascontiguousarray(np.rot90(crops, turn, (1, 2)).transpose(0, 3, 1, 2), np.float32)
            single.append(faces.network(batch / np.float32(255)))
    assert np.allclose(looks.logits, np.mean(single, axis=0), atol=1e-3)
    assert looks.embeddings is not None
    assert np.allclose(np.linalg.norm(looks.embeddings, axis=1), 1, atol=1e-4)


def test_a_try_without_dice_says_nothing() -> None:
    assert SeenOtherwise().predict(PICTURE, ()).logits.shape == (0, len(FaceReader.load().labels))


def test_each_try_differs_from_the_reader_that_plays() -> None:
    (_, playing), *others = tries()

    for told, other in others:
        changed = (
            type(other.faces) is not type(playing.faces)
            or other.locator.score != playing.locator.score
            or other.locator.settings != playing.locator.settings
        )
        assert changed, told
