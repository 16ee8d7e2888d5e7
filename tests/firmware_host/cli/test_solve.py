"""`dice-table solve`, as people call it."""

import re
from pathlib import Path
from types import MappingProxyType

import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import main, solver_table
from firmware_host.rules.rulesets import ruleset

TINY = """
id = "tiny"
title = "Tiny"
dice = 2
rolls = 2

[[boxes]]
id = "pair"
title = "Pair"
figure = { of-a-kind = 2 }
points = 9

[[boxes]]
id = "catch"
title = "Catch"
sum = "all"
"""
LUCKY = """
[[awards]]
id = "lucky"
title = "The pair"
kind = "all-scored"
boxes = ["pair"]
points = 3
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "tiny.toml").write_text(TINY, encoding="utf-8")
    (tmp_path / "rules" / "lucky.toml").write_text(TINY.replace("tiny", "lucky") + LUCKY, encoding="utf-8")
    return tmp_path


def solve(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", *arguments, "--processes", "1", "--data", str(data)])


def test_a_game_is_solved_checked_and_kept(data: Path) -> None:
    first = solve(data, "generala", "--check", "400")
    assert first.exit_code == 0
    states, value, check = first.stdout.splitlines()
    assert re.fullmatch(
        r"3,072 states in .*coach.*\.npy, solved in [\d.]+ s, [\d.]+ s of processor time in 1 process, "
        r"at most \d+ MB of memory in one\.",
        states,
    )
    assert value == "Generala: best play averages a total of 159.6829."
    assert re.match(r"400 games played this way averaged 1[56]\d\.\d{4}, standard error \d", check)
    again = solve(data, "generala", "--check", "400").stdout.splitlines()
    assert again[0].endswith(", stored earlier.")
    assert again[1:] == [value, check]


def test_house_rules_are_solved_as_any_game(data: Path) -> None:
    assert "Tiny: best play averages a total of" in solve(data, "tiny").stdout


def test_a_game_that_points_decide_is_played_for_them_too(data: Path) -> None:
    lines = solve(data, "lucky", "--check", "50").stdout.splitlines()
    assert "Points decide this game, so it is also solved for points, approximately." in lines
    assert [line.split(":")[0] for line in lines[-2:]] == [
        "50 games played for the total",
        "50 games played for the points",
    ]


def test_a_game_of_hands_tells_its_chances(data: Path) -> None:
    told = solve(data, "poker-hands", "--check", "500").stdout
    assert "chances of winning a round of 2, in playing order: 46.24 %, 53.76 %." in told
    assert "Who begins a match of 5 rounds between two wins 48.58 %" in told
    assert re.search(r"The first player won 4\d\.\d\d % of 500 rounds of two played this way", told)


def test_what_is_too_large_is_refused(data: Path) -> None:
    refused = solve(data, "maxi-yatzy")
    assert refused.exit_code == 1
    assert "Maxi yatzy is too large for the coach" in refused.stderr
    assert "--allow-large" in refused.stderr
    assert not re.search(r"\d", refused.stderr)


def test_unknown_games_and_options_are_refused(data: Path) -> None:
    assert solve(data, "chess").exit_code == 2
    assert "has no option" in solve(data, "crag", "--option", "joker=free").stderr


def test_without_a_game_all_are_told_as_a_table(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: ruleset(name) for name in ("poker-hands", "crag", "maxi-yatzy")}
    monkeypatch.setattr(solver_table, "RULESETS", MappingProxyType(few))
    header, _, crag, maxi, *in_order = solve(data, "--check", "100").stdout.splitlines()
    assert header.startswith("| game | best play | states |")
    assert re.match(r"\| crag \| 149\.8476 \| 8,192 \| [\d.]+ \| [\d.]+ \| \d+ \| 1\d\d\.\d{4} ± \d", crag)
    assert maxi.startswith(f"| maxi-yatzy | {solver_table.UNKNOWN} | 29,")
    # A fixed order makes it small; saved rolls are not solved.
    assert [line.split("|")[1] for line in in_order] == [
        f" maxi-yatzy order={way} " for way in ("top-down", "bottom-up")
    ]
    assert crag.count("|") == maxi.count("|") == header.count("|")
