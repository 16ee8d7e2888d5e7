import pytest

from firmware_host.game.commands import Player, StartGame
from firmware_host.game.errors import GameRefusal, StartRefusal
from firmware_host.game.events import GameStarted
from firmware_host.game.session import decide

ANA, BEN = Player("Ana", "#aa0000"), Player("Ben", "#00aa00")


def faults(command: StartGame) -> dict[str, str]:
    with pytest.raises(StartRefusal) as caught:
        decide(None, command, lambda: "g")
    return dict(caught.value.faults)


def test_a_start_names_the_game_and_spells_it_out() -> None:
    (event,) = decide(None, StartGame((ANA, BEN)), lambda: "g7")
    assert event == GameStarted("g7", "poker-dice", {}, "pips", (ANA, BEN))


def test_names_are_trimmed_within_too() -> None:
    (event,) = decide(None, StartGame((Player("  Ana \n Maria ", "#aa0000"),)), lambda: "g")
    assert isinstance(event, GameStarted)
    assert event.players[0].name == "Ana Maria"


@pytest.mark.parametrize("seats", [1, 2, 8])
def test_one_to_eight_may_play(seats: int) -> None:
    players = tuple(Player(f"P{seat}", "#123abc") for seat in range(seats))
    assert decide(None, StartGame(players), lambda: "g")


@pytest.mark.parametrize("seats", [0, 9])
def test_no_fewer_and_no_more(seats: int) -> None:
    players = tuple(Player(f"P{seat}", "#123abc") for seat in range(seats))
    found = faults(StartGame(players))
    assert list(found) == ["players"]
    assert "1 to 8 players" in found["players"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "no name"),
        ("   ", "no name"),
        ("\u200b", "no name"),
        ("x" * 25, "at most 24"),
        ("A\x07na", "cannot be shown"),
        ("A\ud800na", "cannot be shown"),
        ("\u202eanA", "cannot be shown"),
        ("A\u2066na", "cannot be shown"),
        ("A\u200bna", "cannot be shown"),
        ("\u3164", "no name"),
        ("Ana", "Two players"),
        ("ANA ", "Two players"),
    ],
)
def test_a_name_that_cannot_stand(name: str, sentence: str) -> None:
    found = faults(StartGame((ANA, Player(name, "#123456"))))
    assert list(found) == ["players.1.name"]
    assert sentence in found["players.1.name"]


def test_a_name_of_24_characters_of_any_script_may_stand() -> None:
    assert decide(None, StartGame((Player("Олександра" + "ș" * 14, "#123456"), ANA)), lambda: "g")


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "हिन्दी",
        "\U0001f3f4\U000e0067\U000e0062\U000e007f",
        "王",
        "\U0001fae9",
    ],
)
def test_joined_emoji_flags_and_every_script_may_stand(name: str) -> None:
    assert decide(None, StartGame((Player(name, "#123456"), ANA)), lambda: "g")


def test_all_faults_come_at_once_keyed_by_field() -> None:
    seats = (Player("", "red"), *(Player("Ana", "#aabbcc"),) * 2, *(Player(f"P{n}", "#aabbcc") for n in range(6)))
    found = faults(StartGame(seats, options={"jokers": True}, faces="runes"))
    assert set(found) == {
        "players",
        "players.0.name",
        "players.0.colour",
        "players.2.name",
        "options.jokers",
        "faces",
    }
    assert set(faults(StartGame((ANA, Player("Ben", "#12345")), rules="whist"))) == {"rules", "players.1.colour"}


def test_an_unknown_game_names_the_known_ones() -> None:
    assert "poker-dice" in faults(StartGame((ANA, BEN), rules="whist"))["rules"]


def test_the_refusal_says_every_fault_as_one_text() -> None:
    with pytest.raises(GameRefusal, match=r"no name.*not a colour"):
        decide(None, StartGame((Player("", "red"),)), lambda: "g")


def test_seats_may_be_played_by_the_program_and_the_coach_may_speak() -> None:
    players = (Player(" Ana ", "#aa0000", advised=True), Player("Robo", "#00aa00", "wild"))
    (event,) = decide(None, StartGame(players, coach="always"), lambda: "g")
    assert isinstance(event, GameStarted)
    assert event.coach == "always"
    assert event.players == (Player("Ana", "#aa0000", advised=True), Player("Robo", "#00aa00", "wild"))


def test_styles_and_coaching_that_there_are_not() -> None:
    players = (Player("Ana", "#aa0000", "genius"), Player("Robo", "#00aa00", "wild", advised=True))
    found = faults(StartGame(players, coach="shout"))
    assert list(found) == ["players.0.opponent", "players.1.advised", "coach"]
    assert "exact, steady, casual, wild" in found["players.0.opponent"]
    assert "off, ask, always" in found["coach"]
