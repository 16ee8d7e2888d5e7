import re

import pytest

from vision.simulate import benchmark


def test_it_prints_frames_a_second(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(benchmark, "FRAMES", 3)

    benchmark.main()

    assert re.fullmatch(r"five dice in flight: \d+ frames/s\nlying still: \d+ frames/s\n", capsys.readouterr().out)
