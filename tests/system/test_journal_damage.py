"""A small share of what `python -m tests.system.journal_damage` tries."""

from pathlib import Path

import pytest

from tests.system.journal_damage import GOOD, MENDED, NAME, PREFIX, WHOLE, Played, cuts, flips, outcome, outcomes, play


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(tmp_path_factory.mktemp("evening"), games=2)


def test_a_crashed_and_a_closed_journal_are_whole(played: Played, tmp_path: Path) -> None:
    for name, files in (("crashed", played.crashed), ("closed", played.closed)):
        (tmp_path / name).mkdir()
        assert outcome(played, files, tmp_path / name) == WHOLE


def test_a_log_cut_anywhere_is_a_prefix_and_says_so(played: Played) -> None:
    assert set(outcomes(played, cuts(played, 25_000))) == {PREFIX}


@pytest.mark.parametrize("where", ["table", "index", "log"])
def test_a_byte_changed_anywhere_is_never_passed_over(played: Played, where: str) -> None:
    found = outcomes(played, flips(played, where, 25, seed=2))
    assert set(found) <= set(GOOD)
    assert found[MENDED] > 0


def test_without_the_mark_the_trial_would_see_a_silent_loss(played: Played) -> None:
    unmarked = (
        {name: content for name, content in case.items() if name != f"{NAME}.mark"} for case in cuts(played, 40_000)
    )
    found = outcomes(played, unmarked)
    assert set(found) == {"SILENTLY SHORTER"}
