"""The game page: the start form, where a game is chosen, and the table with its card."""

from flask import Blueprint, abort, render_template

from firmware_host.game.snapshot import GameSnapshot
from firmware_host.game.start import LONGEST_NAME
from firmware_host.rules.dice import FACES
from firmware_host.rules.options import Option, Setting
from firmware_host.setup import Wizard
from firmware_host.setup.dice import DiceStep
from web_ui import choosing, explaining, extras
from web_ui.colour import SEATS
from web_ui.ports import TablePort
from web_ui.present import present
from web_ui.sheet import odds

SUITED = ("poker-dice", "poker-hands")
"""Games made for poker dice: they are played with the dice that the setup knows of, unless somebody chooses others."""


def blueprint(table: TablePort, wizard: Wizard) -> Blueprint:
    """Return the pages at /, /rules (part of a page: the rules of the current game) and /healthz."""
    pages = Blueprint("game", __name__)
    pages.app_context_processor(lambda: {"explaining": explaining, "extras": extras, "odds": odds})
    pages.add_app_template_filter(_wording, "wording")

    @pages.get("/")
    def scorecard() -> str:
        return render_template(
            "game.html",
            rulesets=tuple(table.rulesets().values()),
            faults=table.rules_faults(),
            view=present(table.snapshot(), choosing.current(), table.now()),
            faces=FACES,
            in_use=faces_in_use(wizard),
            suited=SUITED,
            longest_name=LONGEST_NAME,
            seats=SEATS,
        )

    @pages.get("/rules")
    def rules() -> str:
        game = table.snapshot().game
        if game is None:
            abort(404)
        return render_template("rules.html", rules=game.ruleset, seated=_seated(game))

    @pages.get("/healthz")
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    return pages


def faces_in_use(wizard: Wizard) -> str:
    """Return the faces ("pips" or "poker") of the dice that the setup says are in use; "" if it does not know."""
    kind = wizard.poll(DiceStep.id).facts.get("kind") if DiceStep.id in wizard.ids else ""
    return kind if isinstance(kind, str) else ""


def _seated(game: GameSnapshot) -> dict[str, str]:
    """Return what an empty scorecard for another such game is asked by: players, dice, and house rules."""
    options = {option.id: option.word(game.options[option.id]) for option in game.ruleset.options}
    return {"players": str(len(game.players)), "faces": game.faces, **options}


def _wording(choice: Setting, option: Option) -> str:
    return choosing.current().translate(option.says(choice))
