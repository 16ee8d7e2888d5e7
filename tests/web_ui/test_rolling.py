"""The live tray while dice roll: one picture an answer, the newest; none once they lie still."""

from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable


def test_while_dice_roll_each_answer_is_the_newest_frame(client: FlaskClient, playing: FakeTable) -> None:
    playing.tumble()
    one = client.get("/rolling.jpg?after=0")
    other = client.get(f"/rolling.jpg?after={one.headers['X-Frame']}")

    for answer in (one, other):
        assert answer.status_code == 200
        assert answer.mimetype == "image/jpeg"
        assert answer.data.startswith(b"\xff\xd8\xff")
        assert answer.headers["Cache-Control"] == "no-store"
    assert one.headers["X-Frame"] != other.headers["X-Frame"]
    assert one.data != other.data


def test_once_they_lie_still_there_is_nothing_to_follow(client: FlaskClient, playing: FakeTable) -> None:
    playing.tumble()
    assert client.get("/rolling.jpg").status_code == 200
    playing.lie_still("Score a box.")
    answer = client.get("/rolling.jpg")
    assert (answer.status_code, answer.data) == (204, b"")


def test_a_frame_that_is_no_number_is_any(client: FlaskClient, playing: FakeTable) -> None:
    playing.tumble()
    assert client.get("/rolling.jpg?after=none").status_code == 200
