"""Score sheets for paper: an empty one of every game at /sheet/<rules>, for as many players as sit at the table."""

from flask import Blueprint, render_template, request

from firmware_host.game.commands import Player, StartGame
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import snapshot
from firmware_host.rules.ruleset import Ruleset
from firmware_host.words import say
from web_ui import choosing
from web_ui.colour import SEATS
from web_ui.errors import NotThereError
from web_ui.language import Language
from web_ui.ports import TablePort
from web_ui.present import game_data
from web_ui.views import GameData

USUAL = 4
"""Players of a sheet that does not say for how many it is."""


def blueprint(table: TablePort) -> Blueprint:
    """Return the page at /sheet/<rules>; in its query `players`, `faces` and the game's options by their words."""
    pages = Blueprint("printing", __name__)

    @pages.get("/sheet/<rules>")
    def empty(rules: str) -> str:
        known = table.rulesets().get(rules)
        if known is None:
            raise NotThereError(say("There is no page at this address."))
        counts = range(known.min_players, known.max_players + 1)
        players = request.args.get("players", USUAL, int)
        chosen = {name: text for name, text in request.args.items() if name != "players"}
        card = blank(known, min(max(players, counts[0]), counts[-1]), choosing.current(), **chosen)
        return render_template(
            "sheet.html", card=card, rules=rules, counts=counts, players=len(card["players"]), chosen=chosen
        )

    return pages


def blank(rules: Ruleset, players: int, language: Language, *, faces: str = "pips", **chosen: str) -> GameData:
    """Return a game that nobody has played yet; DiceTableError for options or faces that there are not."""
    options = {name: rules.parse_option(name, text) for name, text in chosen.items()}
    seats = tuple(Player(str(seat + 1), SEATS[seat][1]) for seat in range(players))
    (begun,) = decide(None, StartGame(seats, rules.id, options, faces), str, {rules.id: rules})
    return game_data(snapshot(apply(None, begun, {rules.id: rules})), language)
