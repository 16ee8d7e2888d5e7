import re

import pytest

from vision.benchmarks import simulate


def test_it_prints_frames_a_second(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(simulate, "FRAMES", 3)

    simulate.main()

    assert re.fullmatch(r"five dice in flight: \d+ frames/s\nlying still: \d+ frames/s\n", capsys.readouterr().out)
