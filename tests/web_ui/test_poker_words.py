"""With poker dice nothing speaks of pips: no text of the card, of refusals and of rules, in any language."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import RecordRoll, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from firmware_host.rules.boxes import UPPER_TITLES
from firmware_host.rules.dice import face_of
from firmware_host.rules.poker_words import POKER_WORDS
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.setup import SkipFile, Step, StepStatus, Wizard
from firmware_host.setup.dice import DiceStep
from tests.web_ui.fake_table import FALLING, TWO, FakeTable
from web_ui import explaining, extras
from web_ui.app import create_app
from web_ui.choosing import COOKIE
from web_ui.language import LANGUAGES, Language
from web_ui.present import game_data
from web_ui.translations.loading import translations

DRAWN = re.compile("\\b[1-6](?:[- \N{EN DASH}][1-6])+\\b|\\b[1-6] (?:to|la|ĝis|до|do) [1-6]\\b")
"""Values of pips in a row, however a language writes that."""
SEATED = [{"name": player.name, "colour": player.colour} for player in TWO]
OTHERWISE = re.compile(r"lower ones|bonus for extra fives")
"""What means something else in English: figures, and five of a kind."""


def language(code: str) -> Language:
    return Language(code, translations(code))


@cache
def pip_words(code: str) -> re.Pattern[str]:
    """Return what finds the language's names of the boxes that collect pips, in other cases as well."""
    names = [bent(language(code).translate(title)) for title in UPPER_TITLES]
    return re.compile(rf"(?i)\b(?:{'|'.join(names)})\b")


def speaks_of_pips(text: str, code: str) -> bool:
    """Whether a text names pips, or shows some in a row."""
    read = OTHERWISE.sub("", text)
    return bool(pip_words(code).search(read) or DRAWN.search(read))


def bent(name: str) -> str:
    """Return what finds a name with other endings: двойки, двоек, jedynkom, kvinojn."""
    if name.endswith(("ки", "ki")):
        return f"{name[:-2]}[eoеёо]?[kк]\\w*"  # noqa: RUF001 - Cyrillic is meant
    return f"{name[:-1]}\\w*" if name.endswith(("ы", "і")) else f"{name}n?"  # noqa: RUF001 - as above


def started(rules: Ruleset) -> Game:
    (begun,) = decide(None, StartGame(TWO, rules.id, {}, "poker"), lambda: "g1", RULESETS)
    return apply(None, begun)


def texts(data: object) -> Iterator[str]:
    """Yield every text in plain JSON values but the ids of boxes, which nobody is shown."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name != "box":
                yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def refusals(game: Game) -> Iterator[str]:
    """Play the first rolls of both players, and yield why each closed or forbidden box may not be taken."""
    for values in ((1, 1, 1, 1, 1, 1), (2, 3, 4, 4, 6, 6)):
        (rolled,) = decide(game, RecordRoll(values[: game.ruleset.dice], (False,) * game.ruleset.dice), str)
        game = apply(game, rolled)
        for box in game.ruleset.boxes:
            for strike in (False, True):
                try:
                    (written,) = decide(game, WriteBox(box.id, strike), str)
                except GameRefusal as refusal:
                    yield refusal.sentence
                    continue
                after = apply(game, written)
                if box.value == 1 and after.now.seat != game.now.seat:
                    closed = after.now.cards[game.now.seat].choice(box.id, game.turn.roll)
                    yield closed.why_not
        choice = next(choice for choice in game.card.choices(game.turn.roll, 1) if choice.writable)
        (written,) = decide(game, WriteBox(choice.box), str)
        game = apply(game, written)
        (undone,) = decide(game, Undo(), str)
        assert apply(game, undone).turn.dice


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_no_word_for_pips_is_left(rules: Ruleset, code: str) -> None:
    game, spoken = started(rules), language(code)
    told = list(texts(game_data(snapshot(game), spoken)["rows"]))
    titled = game.ruleset
    assert titled.faces == "poker"
    told += [spoken.translate(text) for text in rules_of(titled)]
    if titled.boxes:
        told += [spoken.translate(why) for why in refusals(game)]
    assert [text for text in told if speaks_of_pips(text, code)] == []


def test_the_card_shows_faces_and_every_sentence_calls_them_by_name() -> None:
    names = ["Nines", "Tens", "Jacks", "Queens", "Kings", "Aces"]
    for rules in (RULESETS["poker-dice"], RULESETS["school-poker"], RULESETS["balut"]):
        game = started(rules)
        upper = [box for box in game.ruleset.boxes if box.value]
        rows = {row["box"]: row for row in game_data(snapshot(game), language("en"))["rows"] if row["kind"] == "box"}
        for box in upper:
            shown = rows[box.id]
            assert box.value is not None
            assert (shown["title"], shown["called"]) == (face_of(box.value, "poker"), names[box.value - 1])
        others = [rows[box.id] for box in game.ruleset.boxes if not box.value]
        assert all(row["title"] == row["called"] for row in others)
        told = " ".join(language("en").translate(why) for why in refusals(game))
        assert any(name in told for name in names) == (rules.id != "balut")  # which refuses nothing that early
        assert not re.search(r"\b(?:9|10|J|Q|K|A) (?:is already|cannot be struck)", told)


def rules_of(rules: Ruleset) -> Iterator[str]:
    """Yield what the rules say, as the page shows them."""
    yield from rules.decisions
    yield from explaining.course(rules)
    yield from extras.turns_of_play(rules)
    for box in rules.boxes:
        yield from (box.title, box.hint, explaining.figure(box, rules.faces))
    for item in (*extras.bonuses(rules), *extras.awards(rules)):
        yield from (item.title, item.when)


@pytest.mark.parametrize("code", LANGUAGES)
def test_pips_are_found_where_they_are(code: str) -> None:
    """The search above would notice: with pips every game with upper boxes is full of such words."""
    spoken = language(code)
    for rules in (RULESETS["school-poker"], RULESETS["balut"], RULESETS["speed-yatzy"]):
        told = [spoken.translate(text) for text in rules_of(rules)]
        assert sum(speaks_of_pips(text, code) for text in told) >= 4


def test_every_text_for_poker_dice_is_of_use() -> None:
    told = {
        text
        for rules in RULESETS.values()
        for text in (
            *rules.decisions,
            *(box.title for box in rules.boxes),
            *(box.hint for box in rules.boxes),
            *(bonus.title for bonus in rules.bonuses),
            *(award.title for award in rules.awards),
        )
    }
    assert set(POKER_WORDS) <= told


def test_the_start_page_tells_the_rules_for_either_kind(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert '<span data-told="pips">Straight 1-5</span><span data-told="poker" hidden>Straight 9 to K</span>' in page


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_of_a_game_with_poker_dice_speak_of_them(table: FakeTable, client: FlaskClient, code: str) -> None:
    table.ask(StartGame(TWO, "school-poker", {}, "poker"))
    client.set_cookie(COOKIE, code)
    page = client.get("/rules").get_data(as_text=True)
    assert "data-told" not in page
    shown = re.sub(r"<[^>]*>", "\n", page)
    assert not speaks_of_pips(shown, code)


class KnownDice(Step):
    """Tells which dice are in use, as the setup's own step does."""

    id = DiceStep.id
    title = DiceStep.title

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def poll(self) -> StepStatus:
        return StepStatus(True, (), {"kind": self._kind})


@pytest.mark.parametrize("kind", ["poker", "pips", ""])
def test_the_start_page_knows_which_dice_are_in_use(table: FakeTable, tmp_path: Path, kind: str) -> None:
    app = create_app(table, Wizard((KnownDice(kind),), SkipFile(tmp_path)))
    page = app.test_client().get("/").get_data(as_text=True)
    assert f'data-in-use="{kind}"' in page
    suited = re.findall(r'value="([\w-]+)"[^>]*data-suited', page)
    assert suited == ["poker-dice", "poker-hands"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("rules", ["poker-dice", "school-poker"])
def test_a_whole_game_over_the_page_speaks_of_no_pips(rules: str, code: str) -> None:
    """Play to the end as a page does: each roll is written where it may be, and asked for where it may not."""
    table = FakeTable([roll[: RULESETS[rules].dice] for roll in (*FALLING, (3,) * 5, (6,) * 5, (1,) * 5)])
    try:
        client = create_app(table, table.wizard).test_client()
        client.set_cookie(COOKIE, code)
        view = asked(client, "start", players=SEATED, rules=rules, faces="poker")
        refused: list[str] = []
        while not view["game"]["finished"]:
            taps = {row["box"]: row["cells"][view["game"]["current"]]["tap"] for row in boxes_of(view)}
            closed = [box for box, tap in taps.items() if tap is None][-2:]
            refused += [asked(client, "write", box=box)["error"] for box in closed]
            box = next(box for box, tap in taps.items() if tap is not None)
            told = [text for row in view["game"]["rows"] for text in texts(row)]
            assert [text for text in (*told, view["message"]) if speaks_of_pips(text, code)] == []
            view = asked(client, "write", box=box, strike=taps[box] == "strike")
        assert len(refused) >= 2 * RULESETS[rules].turns
        assert [sentence for sentence in refused if speaks_of_pips(sentence, code)] == []
    finally:
        table.close()


def boxes_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in view["game"]["rows"] if row["kind"] == "box"]


def asked(client: FlaskClient, action: str, **fields: object) -> dict[str, Any]:
    answer: dict[str, Any] = client.post(f"/api/{action}", json=fields).get_json()
    return answer
