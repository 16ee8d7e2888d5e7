"""An action that comes twice is done once, also after the program was started again, and never in another moment."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import StartGame, Undo, WriteBox
from firmware_host.setup import Wizard
from firmware_host.table.answered import SHOWN
from tests.firmware_host.table.scripted import OTHER_SPOTS, ScriptedCamera, Sitting, held, lying, values
from tests.web_ui.fake_table import TWO, FakeTable, Skipped
from web_ui.app import create_app

MOVED_ON = {"error": "The game has moved on; look again."}
SEATS = [{"name": player.name, "colour": player.colour} for player in TWO]


def post(client: FlaskClient, action: str, **fields: object) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api/{action}", json=fields)
    assert answer.json is not None
    return answer.status_code, answer.json


@pytest.mark.usefixtures("playing")
class TestOnce:
    """Over a table in memory."""

    def test_a_repeat_has_the_same_outcome_and_is_not_done_again(self, client: FlaskClient, table: FakeTable) -> None:
        first = post(client, "undo", request="first-undo")
        again = post(client, "undo", request="first-undo")
        assert first[0] == again[0] == 200
        assert table.asked.count(Undo()) == 1
        assert first[1]["done"]["first-undo"] == again[1]["done"]["first-undo"] == first[1]["moment"]

    def test_a_refusal_is_repeated_though_it_would_be_done_by_now(self, client: FlaskClient, table: FakeTable) -> None:
        refused = post(client, "start", players=SEATS, request="second-game")
        post(client, "abandon")
        assert refused[0] == 409
        assert post(client, "start", players=SEATS, request="second-game") == refused
        assert post(client, "start", players=SEATS, request="third-game")[0] == 200
        assert sum(isinstance(one, StartGame) for one in table.asked) == 3

    def test_without_an_id_each_is_done(self, client: FlaskClient, table: FakeTable) -> None:
        post(client, "write", box="chance")
        assert [post(client, "undo")[0] for _ in range(2)] == [200, 200]
        assert table.asked.count(Undo()) == 2

    def test_the_moment_after_a_request_is_told_again_later(self, client: FlaskClient) -> None:
        moment = post(client, "undo", request="first-undo")[1]["moment"]
        for number in range(SHOWN):
            post(client, "throw" if number == 0 else "hold", die=0, held=True, request=f"later-{number:03}")
        view = client.get("/api/state").json
        assert view is not None
        assert "first-undo" not in view["done"]
        assert len(view["done"]) == SHOWN
        assert post(client, "undo", request="first-undo")[1]["done"]["first-undo"] == moment != view["moment"]

    def test_a_press_is_done_once_and_not_where_the_die_is_so_already(
        self, client: FlaskClient, table: FakeTable
    ) -> None:
        for request in ("press-001", "press-001", "press-002"):
            shown = post(client, "press", button=1, held=True, request=request)[1]
            assert shown["places"][1]["held"]
        assert table.pressed == [1]
        post(client, "press", button=1, held=False)
        assert table.pressed == [1, 1]

    @pytest.mark.parametrize(
        ("action", "fields"),
        [
            ("undo", {}),
            ("write", {"box": "chance"}),
            ("hold", {"die": 0, "held": True}),
            ("press", {"button": 0, "held": True}),
            ("throw", {}),
            ("correct", {"die": 0, "value": 6}),
            ("enter", {"values": [1, 2, 3, 4, 5]}),
        ],
    )
    def test_what_is_meant_for_another_moment_is_refused(
        self, client: FlaskClient, table: FakeTable, action: str, fields: dict[str, object]
    ) -> None:
        seen = table.snapshot().moment
        table.throw_now()
        before = table.snapshot().game
        assert post(client, action, expected=seen, **fields) == (409, MOVED_ON)
        assert table.snapshot().game == before
        assert post(client, action, expected=table.snapshot().moment, **fields)[0] == 200

    def test_holding_dice_is_no_other_moment(self, client: FlaskClient, table: FakeTable) -> None:
        seen = table.snapshot().moment
        for die in (0, 3):
            assert post(client, "hold", die=die, held=True, expected=seen)[0] == 200
        assert post(client, "write", box="threes", expected=seen)[0] == 200

    @pytest.mark.parametrize(("action", "fields"), [("undo", {}), ("enter", {"values": [6, 6, 6, 6, 6]})])
    def test_two_devices_mean_the_same_step_once(
        self, client: FlaskClient, table: FakeTable, action: str, fields: dict[str, object]
    ) -> None:
        seen = table.snapshot().moment
        answers = [post(client, action, request=f"{name}-device", expected=seen, **fields) for name in ("one", "other")]
        assert [answers[0][0], answers[1]] == [200, (409, MOVED_ON)]
        assert len(table.asked) == 2  # the start, and the one of them

    @pytest.mark.parametrize(
        "fields", [{"request": "short"}, {"request": 12345678}, {"request": "a b c d e f"}, {"expected": 3}]
    )
    def test_an_id_that_is_none(self, client: FlaskClient, table: FakeTable, fields: dict[str, object]) -> None:
        status, said = post(client, "undo", **fields)
        assert status == 400
        assert "Reload the page" in said["error"]
        assert Undo() not in table.asked


def test_a_start_is_meant_for_the_moment_before_any_game(client: FlaskClient, table: FakeTable) -> None:
    assert table.snapshot().moment == ""
    assert post(client, "start", players=SEATS, expected="", request="tablet-start")[0] == 200
    assert post(client, "start", players=SEATS, expected="", request="phone-start") == (409, MOVED_ON)
    assert post(client, "start", players=SEATS, expected="", request="tablet-start")[0] == 200


def test_a_step_of_the_setup_is_not_taken_twice(client: FlaskClient, table: FakeTable) -> None:
    for request in ("lock-001", "lock-001", "lock-002", "lock-001"):
        assert post(client, "setup/lock/again", request=request)[0] == 200
    assert table.camera_setup.locked_anew == 2
    refused = post(client, "setup/camera/choose", spec="folder:/", request="choose-1")
    assert refused[0] == 409
    assert post(client, "setup/camera/choose", spec="usb:0", request="choose-1") == refused
    assert post(client, "setup/lock/again", request="no id")[0] == 400


class House:
    """The real table with its pages; `pull_the_plug` opens them anew on the same journal."""

    def __init__(self, folder: Path, camera: Callable[[], ScriptedCamera]) -> None:
        self._folder = folder
        self._camera = camera
        self._open()

    def _open(self) -> None:
        self.sitting = Sitting(self._folder, self._camera())
        app = create_app(self.sitting.table, Wizard((), Skipped(self._folder), lambda: None))
        self.client = app.test_client()

    def pull_the_plug(self) -> None:
        self.close()
        self._open()

    def close(self) -> None:
        self.sitting.close()

    @property
    def moment(self) -> str:
        return self.sitting.table.snapshot().moment

    def events(self) -> int:
        return self.sitting.journal.games()[0].events


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with closing(House(tmp_path, ScriptedCamera)) as house:
        house.sitting.table.ask(StartGame(TWO))
        house.sitting.lay(lying("2 3 3 5 3"))
        yield house


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("write", {"box": "threes"}),
        ("undo", {}),
        ("correct", {"die": 0, "value": 3}),
        ("hold", {"die": 1, "held": True}),
        ("enter", {"values": [6, 6, 6, 6, 1]}),
        ("abandon", {}),
    ],
)
def test_what_is_in_the_journal_is_not_done_again_after_a_restart(
    house: House, action: str, fields: dict[str, object]
) -> None:
    house.sitting.table.ask(WriteBox("chance"))
    house.sitting.lay(lying("1 2 3 4 4", OTHER_SPOTS))
    body = {"request": f"{action}-before-the-plug", "expected": house.moment, **fields}
    first = post(house.client, action, **body)
    assert first[0] == 200
    events = house.events()

    house.pull_the_plug()

    again = post(house.client, action, **body)
    assert again[0] == 200
    assert again[1]["done"][body["request"]] == first[1]["moment"]
    assert house.events() == events
    if action != "hold":  # nor is what another device means for what it saw before
        assert post(house.client, action, **{**body, "request": "of-a-phone"}) == (409, MOVED_ON)


@pytest.mark.parametrize(("action", "fields"), [("enter", {"values": [6, 6, 6, 6, 1]}), ("undo", {})])
def test_what_two_devices_ask_at_once_is_done_once(house: House, action: str, fields: dict[str, object]) -> None:
    house.sitting.table.ask(WriteBox("chance"))
    moment, events, together = house.moment, house.events(), Barrier(2)

    def ask(device: str) -> tuple[int, dict[str, Any]]:
        together.wait(60)
        return post(house.client, action, request=f"{device}-request", expected=moment, **fields)

    with ThreadPoolExecutor() as devices:
        answers = sorted(devices.map(ask, ("tablet", "phone")), key=lambda answer: answer[0])
    assert answers[0][0] == 200
    assert answers[1] == (409, MOVED_ON)
    assert house.events() == events + 1


def test_an_undo_whose_answer_was_lost_is_done_once(house: House) -> None:
    house.sitting.table.ask(WriteBox("chance"))
    body = {"request": "undo-of-tablet", "expected": house.moment}
    post(house.client, "undo", **body)  # nobody hears the answer
    events = house.events()
    status, view = post(house.client, "undo", **body)
    assert (status, view["phase"]) == (200, "rolled")
    assert view["done"]["undo-of-tablet"] == view["moment"] == house.moment
    assert house.events() == events


def test_the_moment_is_the_same_after_a_restart(house: House) -> None:
    table = house.sitting.table
    table.ask(WriteBox("chance"))
    table.ask(Undo())
    before = house.moment
    post(house.client, "hold", die=2, held=True)
    assert house.moment == before
    house.pull_the_plug()
    assert house.moment == before


def test_a_press_before_the_plug_was_pulled_is_not_done_again_after_it(house: House) -> None:
    body = {"button": 2, "held": True, "request": "press-of-tablet", "expected": house.moment}
    assert post(house.client, "press", **body)[1]["places"][2]["held"]
    house.pull_the_plug()
    assert post(house.client, "press", **body)[1]["places"][2]["held"]
    assert held(house.sitting.table.snapshot()) == (False, False, True, False, False)


def test_a_throw_comes_twice_and_is_made_once(tmp_path: Path) -> None:
    script = ["2 3 3 5 3", "1 1 1 1 1", "6 6 6 6 6"]
    with closing(House(tmp_path, lambda: ScriptedCamera(can_throw=True, script=script))) as house:
        post(house.client, "start", players=SEATS)
        post(house.client, "throw")
        house.sitting.until(lambda shown: bool(values(shown)))
        body = {"request": "throw-of-tablet", "expected": house.moment}
        assert [post(house.client, "throw", **body)[0] for _ in range(2)] == [200, 200]
        house.sitting.until(lambda shown: values(shown) == (1, 1, 1, 1, 1))
        house.pull_the_plug()
        assert post(house.client, "throw", **body) == (409, MOVED_ON)
        assert len(script) == 1


def test_a_closed_table_has_not_refused(house: House) -> None:
    house.sitting.table.close()
    assert post(house.client, "undo", request="late-undo")[0] == 503
