import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.game.commands import Place, Player
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameAbandoned,
    GameStarted,
    HandStood,
    HoldSet,
    PauseSet,
    Rolled,
    TimeRestored,
    TimeSpent,
    Undone,
)
from firmware_host.journal.codec import decode, encode
from firmware_host.journal.errors import EventCodecError

# What a journal holds today must be read for ever: these lines are written out, not made by the code.
EXAMPLES: list[tuple[Event, str, str]] = [
    (
        GameStarted(
            "g1", "poker-dice", {"pace": "slow", "laps": 3, "open": True}, "poker", (Player("Zoë", "#aa00ff"),)
        ),
        "game-started",
        '{"game": "g1", "rules": "poker-dice", "options": {"pace": "slow", "laps": 3, "open": true},'
        ' "faces": "poker", "players": [{"name": "Zoë", "colour": "#aa00ff"}]}',
    ),
    (
        GameStarted("g2", "our-yatzy", {}, "pips", (Player("Bo", "#aa00ff"),), 'id = "our-yatzy"\n'),
        "game-started",
        '{"game": "g2", "rules": "our-yatzy", "options": {}, "faces": "pips",'
        ' "players": [{"name": "Bo", "colour": "#aa00ff"}], "house": "id = \\"our-yatzy\\"\\n"}',
    ),
    (
        GameStarted(
            "g3",
            "crag",
            {},
            "pips",
            (Player("Bo", "#aa00ff", advised=True), Player("Robo", "#00aaff", "casual")),
            coach="ask",
        ),
        "game-started",
        '{"game": "g3", "rules": "crag", "options": {}, "faces": "pips", "coach": "ask", "players":'
        ' [{"name": "Bo", "colour": "#aa00ff", "advised": true},'
        ' {"name": "Robo", "colour": "#00aaff", "opponent": "casual"}]}',
    ),
    (
        GameStarted("g4", "crag", {}, "pips", (Player("Bo", "#aa00ff"),), cocked="throw"),
        "game-started",
        '{"game": "g4", "rules": "crag", "options": {}, "faces": "pips", "cocked": "throw",'
        ' "players": [{"name": "Bo", "colour": "#aa00ff"}]}',
    ),
    (
        Rolled((1, 6), (False, True), (Place(1.5, 2.0, 40.25), Place(9.0, 8.0, 7.0)), "r.jpg"),
        "rolled",
        '{"values": [1, 6], "kept": [false, true], "photo": "r.jpg",'
        ' "places": [{"x": 1.5, "y": 2.0, "size": 40.25}, {"x": 9.0, "y": 8.0, "size": 7.0}]}',
    ),
    (
        Rolled((3,), (False,), (), None),
        "rolled",
        '{"values": [3], "kept": [false], "places": [], "photo": null}',
    ),
    (HoldSet(2, held=True), "hold-set", '{"die": 2, "held": true}'),
    (DieCorrected(4, 5, was=6), "die-corrected", '{"die": 4, "value": 5, "was": 6}'),
    (BoxWritten("ones", 3, struck=False), "box-written", '{"box": "ones", "points": 3, "struck": false}'),
    (
        BoxWritten("chance", 25, struck=False, extra=100),
        "box-written",
        '{"box": "chance", "points": 25, "struck": false, "extra": 100}',
    ),
    (HandStood("full-house", 80123), "hand-stood", '{"hand": "full-house", "strength": 80123}'),
    (TimeSpent(1, 2500), "time-spent", '{"seat": 1, "milliseconds": 2500}'),
    (TimeRestored(1, 2500), "time-restored", '{"seat": 1, "milliseconds": 2500}'),
    (PauseSet(True), "pause-set", '{"paused": true}'),
    (Undone(), "undone", "{}"),
    (GameAbandoned(), "game-abandoned", "{}"),
]

finite = st.floats(allow_nan=False, allow_infinity=False)
settings = st.dictionaries(st.text(), st.one_of(st.text(), st.integers(), st.booleans()), max_size=3)
events = st.one_of(
    st.builds(
        GameStarted,
        st.text(),
        st.text(),
        settings,
        st.text(),
        st.lists(st.builds(Player, st.text(), st.text(), st.text(), st.booleans()), max_size=8).map(tuple),
        st.text(),
        st.text(),
    ),
    st.builds(
        Rolled,
        st.lists(st.integers(), max_size=6).map(tuple),
        st.lists(st.booleans(), max_size=6).map(tuple),
        st.lists(st.builds(Place, finite, finite, finite), max_size=6).map(tuple),
        st.none() | st.text(),
    ),
    st.builds(HoldSet, st.integers(), st.booleans()),
    st.builds(DieCorrected, st.integers(), st.integers(), st.integers()),
    st.builds(BoxWritten, st.text(), st.integers(), st.booleans(), st.integers()),
    st.builds(HandStood, st.text(), st.integers()),
    st.builds(TimeSpent, st.integers(), st.integers()),
    st.builds(TimeRestored, st.integers(), st.integers()),
    st.builds(PauseSet, st.booleans()),
    st.just(Undone()),
    st.just(GameAbandoned()),
)


@pytest.mark.parametrize(("event", "kind", "line"), EXAMPLES)
def test_an_event_is_kept_as_written_here(event: Event, kind: str, line: str) -> None:
    assert encode(event) == (kind, json.loads(line))
    assert decode(kind, json.loads(line)) == event


@given(events)
def test_any_event_comes_back_through_json(event: Event) -> None:
    kind, body = encode(event)
    assert decode(kind, json.loads(json.dumps(body))) == event


def test_whole_numbers_may_stand_for_places() -> None:
    body = {"values": [1], "kept": [False], "places": [{"x": 1, "y": 2, "size": 3}], "photo": None}
    assert decode("rolled", body) == Rolled((1,), (False,), (Place(1.0, 2.0, 3.0),), None)


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        ("dice-eaten", {}, "unknown kind “dice-eaten”"),
        ("hold-set", {"die": 1}, "“hold-set” cannot be read. It lacks “held”"),
        ("hold-set", {"die": True, "held": True}, "has True for “die”, which must be int"),
        ("hold-set", {"die": 1, "held": 1}, "has 1 for “held”, which must be bool"),
        ("hold-set", [1, True], "must be a JSON object"),
        ("rolled", {"values": [1, "6"], "kept": [], "places": []}, "has '6' for “values”"),
        ("rolled", {"values": [], "kept": [], "places": [{"x": 10**400}]}, "“x”, which must be float"),
        ("rolled", {"values": [], "kept": [], "places": [3]}, "“rolled places” cannot be read. It is 3"),
        ("rolled", {"values": [], "kept": [], "places": [{"x": "1"}]}, "has '1' for “x”"),
        ("box-written", {"box": None, "points": 1, "struck": False}, "has None for “box”"),
        (
            "game-started",
            {"game": "g", "rules": "r", "faces": "pips", "players": [], "options": {"pace": 1.5}},
            "has 1.5 for “pace”",
        ),
    ],
)
def test_what_is_no_event_names_its_kind_and_fault(kind: str, body: object, sentence: str) -> None:
    with pytest.raises(EventCodecError, match=sentence):
        decode(kind, body)
