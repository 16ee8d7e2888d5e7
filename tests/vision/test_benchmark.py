import re

import pytest

from vision.benchmarks import pipeline
from vision.read import DiceReader


@pytest.mark.parametrize("size", [(640, 480), (1280, 960)])
def test_the_frames_measured_show_five_dice_that_are_read(size: tuple[int, int]) -> None:
    picture = pipeline.throw(size)

    assert picture.shape == (size[1], size[0], 3)
    assert (
        tuple(int(die.face) for die in DiceReader.load().read(picture, None, pipeline.CAMERA.camera_pose()))
        == pipeline.VALUES
    )


def test_it_prints_every_stage_and_the_ratio_to_blobs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pipeline, "REPEATS", 1)
    monkeypatch.setattr(pipeline, "SIZES", ((640, 480),))

    pipeline.main()

    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:9] == ["frame", "threads", "watch", "locate", "read", "cocked", "vote", "roll", "blobs"]
    assert [re.sub(r"\d+\.\d", "N", line).split() for line in lines] == [
        ["640", "x", "480", str(threads), *["N"] * 8] for threads in pipeline.THREADS
    ]
