import re
import sys

import pytest

from vision.benchmarks import sources


def test_it_prints_shares_of_a_core(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sources, "SETTLE_SECONDS", 1.0)
    monkeypatch.setattr(sys, "argv", ["benchmark", "--seconds", "0.5"])

    sources.main()

    lines = capsys.readouterr().out.splitlines()
    told = [
        re.fullmatch(r"(.*): ([\d.]+|nan) % of a core \(watcher ([\d.]+) %, source ([\d.]+|nan) %\)", line)
        for line in lines
    ]
    assert [match and match[1] for match in told] == [
        "idle, every frame looked at",
        "idle, as it is played",
        "five dice thrown every 5 s",
    ]
