from dataclasses import dataclass

import pytest

from firmware_host.app.program_notices import ProgramNotices
from firmware_host.app.supervision import (
    HANG_TICKS,
    MOST_MENDED,
    MOST_WAIT_TICKS,
    TIDY_TICKS,
    TOLD_TICKS,
    Part,
    Pulse,
    Supervisor,
)


@dataclass
class Ill:
    """A part that gets on, idles, hangs or dies as it is told."""

    state: str = "on"
    done: int = 0
    mended: int = 0

    def pulse(self) -> Pulse:
        if self.state == "on":
            self.done += 1
        return "idle" if self.state == "idle" else "dead" if self.state == "dead" else self.done

    def mend(self) -> None:
        self.mended += 1


class Ward:
    """Parts under supervision, and how often the whole program was started again."""

    def __init__(self, *, mendable: bool = True, vital: bool = True) -> None:
        self.ill, self.well = Ill(), Ill()
        self.notices = ProgramNotices()
        self.restarts = 0
        self.steady = 0
        self.tidied = 0
        self.fed = 0
        self.supervisor = Supervisor(
            (
                Part("ill", self.ill.pulse, self.ill.mend if mendable else None, "It was ill.", vital=vital),
                Part("well", self.well.pulse, self.well.mend, "Never told."),
            ),
            self.notices,
            self._restart,
            self._go_well,
            30.0,
            self._tidy,
            self._feed,
        )

    def look(self, times: int) -> None:
        for _ in range(times):
            self.supervisor.check()

    def _restart(self) -> None:
        self.restarts += 1

    def _go_well(self) -> None:
        self.steady += 1

    def _tidy(self) -> None:
        self.tidied += 1

    def _feed(self) -> None:
        self.fed += 1


def test_a_part_that_dies_is_mended_at_once_and_people_are_told_for_a_while() -> None:
    ward = Ward()
    ward.look(3)
    ward.ill.state = "dead"
    ward.look(1)
    assert ward.ill.mended == 1
    assert [notice.text for notice in ward.notices()] == ["It was ill."]
    ward.ill.state = "on"
    ward.look(TOLD_TICKS)
    assert (ward.ill.mended, ward.well.mended, ward.notices()) == (1, 0, ())


def test_a_part_that_hangs_is_mended_within_ten_looks_and_one_that_waits_never() -> None:
    ward = Ward()
    ward.look(3)
    ward.ill.state = "idle"
    ward.look(10 * HANG_TICKS)
    assert ward.ill.mended == 0
    ward.ill.state = "hangs"
    ward.look(10)
    assert ward.ill.mended == 1
    assert ward.restarts == 0


def test_a_part_that_fails_again_and_again_is_mended_ever_more_rarely() -> None:
    ward = Ward(vital=False)
    ward.ill.state = "dead"
    ward.look(100)
    assert 5 <= ward.ill.mended <= 8
    before = ward.ill.mended
    ward.look(2 * MOST_WAIT_TICKS)
    assert ward.ill.mended - before <= 2
    assert ward.restarts == 0


def test_a_part_that_is_not_vital_is_given_twice_as_long_after_each_mending() -> None:
    ward = Ward(vital=False)
    ward.look(1)
    ward.ill.state = "hangs"
    ward.look(HANG_TICKS)
    assert ward.ill.mended == 1
    ward.look(2 * HANG_TICKS - 1)
    assert ward.ill.mended == 1
    ward.look(1)
    assert ward.ill.mended == 2
    assert ward.notices() != ()


def test_the_program_starts_again_for_a_vital_part_that_mending_does_not_help() -> None:
    ward = Ward()
    ward.ill.state = "dead"
    ward.look(2 ** (MOST_MENDED + 1))
    assert ward.ill.mended == MOST_MENDED
    assert ward.restarts > 0


def test_the_program_starts_again_for_a_part_that_cannot_be_mended_by_itself() -> None:
    ward = Ward(mendable=False)
    ward.look(2)
    ward.ill.state = "hangs"
    ward.look(HANG_TICKS)
    assert ward.restarts == 1


def test_a_start_has_gone_well_once_after_its_time() -> None:
    ward = Ward()
    ward.look(29)
    assert ward.steady == 0
    ward.look(100)
    assert ward.steady == 1


def test_things_are_tidied_up_now_and_then() -> None:
    ward = Ward()
    ward.look(3 * TIDY_TICKS)
    assert ward.tidied == 3


@pytest.mark.parametrize("state", ["on", "idle"])
def test_while_all_get_on_or_wait_it_is_told_at_every_look(state: str) -> None:
    ward = Ward()
    ward.ill.state = state
    ward.look(20)
    assert ward.fed == 20


@pytest.mark.parametrize("state", ["hung", "dead"])
def test_while_a_vital_part_hangs_or_is_dead_it_is_not_told_that_all_is_well(state: str) -> None:
    ward = Ward(mendable=False)
    ward.look(3)
    ward.ill.state = state
    ward.look(20)
    assert ward.fed == 3
    assert ward.restarts >= 1


def test_the_coach_may_take_its_time() -> None:
    ward = Ward(vital=False)
    ward.look(3)
    ward.ill.state = "hung"
    ward.look(5)
    assert ward.fed == 8
