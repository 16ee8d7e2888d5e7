import pytest

from tests.system.long_evening.__main__ import evening


@pytest.mark.long
def test_two_hours_and_a_day_idle_make_nothing_grow(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert evening(tmp_path_factory.mktemp("evening"), 2, 1, 1) == []
