"""Worked examples: what the page draws for a given table."""

from dataclasses import replace

import pytest

from firmware_host.game.commands import AbandonGame, CorrectDie, PauseGame, SetHold, StartGame, Undo, WriteBox
from firmware_host.rules.rulesets.poker_dice import POKER_DICE
from firmware_host.table.snapshot import DieView, QuestionView
from tests.web_ui.fake_table import TWO, FakeTable
from tests.web_ui.shapes import Json, as_json
from web_ui.asking import ACTIONS, Body
from web_ui.present import phase_of, present


def view(table: FakeTable) -> Json:
    return as_json(present(table.snapshot()))


def states(table: FakeTable) -> list[str]:
    return [place["state"] for place in view(table)["places"]]


def cell(shown: Json, box: str, seat: int) -> Json:
    (row,) = (row for row in shown["game"]["rows"] if row.get("box") == box)
    answer: Json = row["cells"][seat]
    return answer


def test_before_the_first_game(table: FakeTable) -> None:
    shown = view(table)
    assert shown["phase"] == "start"
    assert shown["game"] is None
    assert shown["places"] == []
    assert not any(shown["can"].values())


def test_first_throw_awaited() -> None:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(TWO))
    shown = view(table)
    assert shown["phase"] == "throw"
    assert states(table) == ["empty"] * 5
    assert shown["can"] == {
        "throw": True,
        "hold": False,
        "correct": False,
        "stand": False,
        "accept": False,
        "enter": False,
        "undo": False,
        "pause": False,
    }
    assert shown["game"]["rollsLeft"] == 3
    assert cell(shown, "chance", 0)["tap"] is None


def test_rolled(playing: FakeTable) -> None:
    playing.ask(SetHold(1, True))
    shown = view(playing)
    assert shown["phase"] == "rolled"
    assert shown["message"] == "Hold the dice to keep and throw the others, or score a box."
    assert shown["places"][1] == {
        "state": "lying",
        "value": 3,
        "face": "3",
        "held": True,
        "corrected": False,
        "picture": "/pictures/die-31.jpg",
    }
    assert [place["held"] for place in shown["places"]] == [False, True, False, False, False]
    assert shown["panel"] == {"name": "On-screen panel", "lamps": [False, True, False, False, False], "hinted": []}
    assert shown["can"] | {"undo": True} == {
        "throw": True,
        "hold": True,
        "correct": True,
        "stand": False,
        "accept": False,
        "enter": False,
        "undo": True,
        "pause": False,
    }


@pytest.mark.parametrize(
    ("box", "offer", "tap"), [("threes", "9", "write"), ("three-of-a-kind", "16", "write"), ("sixes", "0", "confirm")]
)
def test_offers_of_the_player_to_move(playing: FakeTable, box: str, offer: str, tap: str) -> None:
    shown = view(playing)
    offered = cell(shown, box, 0)
    assert (offered["points"], offered["slots"]) == (None, [])
    assert (offered["offer"], offered["tap"], offered["why"]) == (offer, tap, "")
    assert cell(shown, box, 1)["tap"] is None


def test_written_score_keeps_its_photo(playing: FakeTable) -> None:
    playing.ask(WriteBox("threes"))
    shown = view(playing)
    assert cell(shown, "threes", 0)["points"] == 9
    (slot,) = cell(shown, "threes", 0)["slots"]
    assert slot == {"mark": "9", "points": 9, "struck": False, "extra": 0, "photo": "/pictures/roll-23353.jpg"}
    assert shown["game"]["players"][0]["total"] == 9
    assert shown["game"]["current"] == 1


def test_a_box_that_may_only_be_struck(playing: FakeTable) -> None:
    snapshot = playing.snapshot()
    assert snapshot.game is not None
    ann = snapshot.game.players[0]
    boxes = (replace(ann.boxes[0], writable=False, strikable=True, offer=None), *ann.boxes[1:])
    players = (replace(ann, boxes=boxes), snapshot.game.players[1])
    shown = as_json(present(replace(snapshot, game=replace(snapshot.game, players=players))))
    assert cell(shown, "ones", 0)["tap"] == "strike"
    assert cell(shown, "ones", 0)["offer"] == "0"


def test_rolling_keeps_the_held_dice_in_sight(playing: FakeTable) -> None:
    playing.ask(SetHold(2, True))
    playing.tumble()
    assert view(playing)["phase"] == "rolling"
    assert states(playing) == ["tumbling", "tumbling", "lying", "tumbling", "tumbling"]
    assert cell(view(playing), "threes", 0)["tap"] is None


def test_first_roll_in_the_air() -> None:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(TWO))
    table.tumble()
    assert states(table) == ["tumbling"] * 5


def test_picking_the_dice_up_after_the_last_roll_takes_nothing_away(playing: FakeTable) -> None:
    for _ in range(2):
        playing.ask(SetHold(0, True))
        playing.throw_now()
    playing.tumble()
    shown = view(playing)
    assert shown["phase"] == "rolled"
    assert states(playing) == ["lying"] * 5
    assert not shown["can"]["throw"]
    assert not shown["can"]["hold"]
    assert cell(shown, "chance", 0)["tap"] == "write"


def test_all_dice_held_cannot_be_thrown(playing: FakeTable) -> None:
    for die in range(5):
        playing.ask(SetHold(die, True))
    assert not view(playing)["can"]["throw"]


def test_unsure_die(playing: FakeTable) -> None:
    playing.wonder(
        QuestionView("unsure", (3,), "What does die 4 from the left show?", can_accept=False), (2, 3, 3, 6, 1)
    )
    shown = view(playing)
    assert shown["phase"] == "question"
    assert states(playing) == ["seen", "seen", "seen", "unsure", "seen"]
    assert shown["places"][3]["choices"] == [{"value": 1, "face": "1"}, {"value": 6, "face": "6"}]
    assert shown["question"] == {
        "kind": "unsure",
        "text": "What does die 4 from the left show?",
        "dice": [3],
        "rethrow": 0,
        "hold": [],
        "photo": "/pictures/roll-23361.jpg",
    }
    assert shown["places"][0]["spot"] == {"x": 70 / 640, "y": (120 + 194) / 480, "width": 70 / 640}
    assert not shown["can"]["accept"]


@pytest.mark.parametrize(("seen", "drawn"), [(4, ["seen"] * 4 + ["empty"]), (6, ["seen"] * 6)])
def test_too_few_or_too_many_dice(playing: FakeTable, seen: int, drawn: list[str]) -> None:
    playing.wonder(QuestionView("unclear", (), "Wrong number of dice.", can_accept=True), (1,) * seen)
    assert states(playing) == drawn
    assert view(playing)["can"]["accept"]


def test_held_die_changed(playing: FakeTable) -> None:
    playing.wonder(QuestionView("held-changed", (1,), "Held die 2 changed.", can_accept=True), (2, 4, 3, 5, 3))
    assert [place["asked"] for place in view(playing)["places"]] == [False, True, False, False, False]
    assert view(playing)["can"]["throw"]


def cocked(*, can_accept: bool = False, can_name: bool = False) -> QuestionView:
    text = "Die 4 is not flat, or something is covering it."
    return QuestionView("cocked", (3,), text, can_accept=can_accept, can_name=can_name, rethrow=(3,))


def test_a_cocked_die_may_be_named_counted_or_thrown_again(playing: FakeTable) -> None:
    playing.wonder(cocked(can_accept=True, can_name=True), (2, 3, 3, 5, 3), (5, 6))
    shown = view(playing)
    assert states(playing) == ["seen", "seen", "seen", "unsure", "seen"]
    assert [shown["can"][what] for what in ("accept", "throw", "enter")] == [True, True, False]
    assert shown["question"]["rethrow"] == 1


def test_where_it_must_be_thrown_again_the_others_are_shown_as_held(playing: FakeTable) -> None:
    playing.wonder(cocked(), (2, 3, 3, 5, 3))
    shown = view(playing)
    assert states(playing) == ["seen"] * 5
    assert [place["stays"] for place in shown["places"]] == [True, True, True, False, True]
    assert [place["asked"] for place in shown["places"]] == [False, False, False, True, False]
    assert [shown["can"][what] for what in ("accept", "throw", "enter")] == [False, True, False]


@pytest.mark.parametrize("offered", [True, False])
def test_faces_may_be_tapped_in_where_the_question_offers_it(playing: FakeTable, offered: bool) -> None:
    question = QuestionView("held-changed", (1,), "Held die 2 changed.", can_accept=True, can_enter=offered)
    playing.wonder(question, (2, 4, 3, 5, 3))
    assert view(playing)["can"]["enter"] is offered


def test_the_rule_for_cocked_dice_is_shown_with_the_game(table: FakeTable) -> None:
    table.ask(StartGame(TWO, cocked="throw"))
    assert view(table)["game"]["cocked"] == "throw"


def test_dice_that_lie_before_the_first_throw_are_offered() -> None:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(TWO))
    tray = replace(
        table.snapshot().tray, state="still", dice=(DieView(4, True, (), "die-40.jpg"),) * 5, can_accept=True
    )
    shown = present(replace(table.snapshot(), tray=tray))
    assert shown["phase"] == "throw"
    assert [place["state"] for place in shown["places"]] == ["resting"] * 5
    assert shown["can"]["accept"]


@pytest.mark.parametrize(("seen", "by_hand"), [(0, False), (2, True), (4, True), (5, False), (6, True)])
def test_dice_may_be_tapped_in_where_the_reader_sees_too_few_or_too_many(seen: int, by_hand: bool) -> None:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(TWO))
    dice = (DieView(4, True, (), "die-40.jpg"),) * seen
    tray = replace(table.snapshot().tray, state="still", dice=dice)

    assert present(replace(table.snapshot(), tray=tray))["can"]["enter"] is by_hand


def test_the_held_faces_need_no_tapping(playing: FakeTable) -> None:
    playing.ask(SetHold(3, True))
    playing.wonder(QuestionView("unclear", (), "There are 6 dice in the tray.", can_accept=False), (1,) * 6)
    assert view(playing)["hand"] == [None, None, None, 5, None]


def test_nothing_is_taken_back_while_the_table_throws(playing: FakeTable) -> None:
    playing.ask(WriteBox("threes"))
    assert view(playing)["can"]["undo"]
    playing.tumble()
    assert not view(playing)["can"]["undo"]


def test_camera_lost_before_the_first_roll() -> None:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(TWO))
    table.lose_camera()
    shown = view(table)
    assert shown["phase"] == "lost"
    assert not shown["camera"]
    assert shown["can"]["enter"]


def test_camera_lost_after_a_roll_leaves_the_roll(playing: FakeTable) -> None:
    playing.lose_camera()
    shown = view(playing)
    assert shown["phase"] == "rolled"
    assert shown["can"]["enter"]
    assert cell(shown, "threes", 0)["tap"] == "write"


def test_corrected_die(playing: FakeTable) -> None:
    playing.ask(CorrectDie(3, 3))
    place = view(playing)["places"][3]
    assert (place["value"], place["corrected"]) == (3, True)
    assert cell(view(playing), "four-of-a-kind", 0)["offer"] == "14"


def test_end_of_the_game(table: FakeTable) -> None:
    table.ask(StartGame(TWO))
    for box in POKER_DICE.boxes:
        table.ask(WriteBox(box.id))
        table.ask(WriteBox(box.id))
    shown = view(table)
    assert shown["phase"] == "over"
    assert shown["game"]["finished"]
    totals = {player["name"]: player["total"] for player in shown["game"]["players"]}
    best = max(totals.values())
    assert shown["game"]["winners"] == [name for name, total in totals.items() if total == best]
    assert shown["places"] == []
    assert shown["can"]["undo"]


def test_abandoned(playing: FakeTable) -> None:
    playing.ask(AbandonGame())
    shown = view(playing)
    assert shown["phase"] == "over"
    assert shown["game"]["abandoned"]
    assert shown["can"]["undo"]
    playing.ask(Undo())
    assert view(playing)["phase"] == "rolled"


def test_the_last_game_is_told_with_what_starts_it_again(table: FakeTable) -> None:
    assert view(table)["last"] is None
    players = (replace(TWO[0], advised=True), replace(TWO[1], opponent="wild"))
    table.ask(StartGame(players, "poker-hands", {"rounds": 1}, "poker", "ask", "throw"))
    assert view(table)["last"] is None
    table.ask(AbandonGame())
    last = view(table)["last"]
    assert last["title"] == "Poker hands"
    again = ACTIONS["start"](Body(last["start"]))
    assert isinstance(again, StartGame)
    assert replace(again, options={"rounds": again.options["rounds"]}) == StartGame(
        players, "poker-hands", {"rounds": 1}, "poker", "ask", "throw"
    )


def test_poker_dice_show_their_own_faces(table: FakeTable) -> None:
    table.ask(StartGame(TWO, faces="poker"))
    shown = view(table)
    assert [place["face"] for place in shown["places"]] == ["10", "J", "J", "K", "J"]
    assert [row["title"] for row in shown["game"]["rows"][:6]] == ["9", "10", "J", "Q", "K", "A"]
    assert shown["game"]["faces"] == ["9", "10", "J", "Q", "K", "A"]


def test_ink_reads_well_on_every_seat(playing: FakeTable) -> None:
    assert [player["ink"] for player in view(playing)["game"]["players"]] == ["#ffffff", "#ffffff"]


def test_phase_names_the_most_urgent_thing(playing: FakeTable) -> None:
    playing.wonder(QuestionView("unclear", (), "Two dice lie on each other.", can_accept=True), (2, 3, 3, 5, 3))
    playing.tumble()
    assert phase_of(playing.snapshot()) == "question"


def test_a_pause_leaves_only_undo_and_going_on() -> None:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(TWO, "speed-yatzy", {"clock-minutes": 1}))
    table.throw_now()
    table.wonder(QuestionView("unsure", (0,), "Which face?", can_accept=True, can_enter=True), (1, 2, 3, 4, 5))
    assert view(table)["can"]["pause"]
    table.clock.advance(20)
    table.ask(PauseGame(True))
    table.clock.advance(20)
    shown = view(table)
    assert (shown["phase"], shown["question"], shown["game"]["clockRuns"]) == ("paused", None, False)
    assert [name for name, may in shown["can"].items() if may] == ["undo", "pause"]
    assert states(table) == ["lying"] * 5
    assert shown["game"]["players"][0]["seconds"] == 40
    table.ask(PauseGame(False))
    shown = view(table)
    assert (shown["phase"], shown["game"]["clockRuns"]) == ("question", True)


def test_while_dice_roll_the_clock_stands_and_there_is_no_pause() -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, "speed-yatzy", {"clock-minutes": 1}))
    table.tumble()
    rolling = replace(table.snapshot(), clock_due=None, clock_left=12.5)
    shown = as_json(present(rolling, now=1000.0))
    assert (shown["phase"], shown["can"]["pause"], shown["game"]["clockRuns"]) == ("rolling", False, False)
    assert shown["game"]["players"][0]["seconds"] == 12.5
    hand = replace(rolling, clock_due=1010.0)
    shown = as_json(present(hand, now=1000.0))
    assert (shown["phase"], shown["can"]["pause"], shown["game"]["clockRuns"]) == ("rolling", True, True)
    assert shown["game"]["players"][0]["seconds"] == 10
