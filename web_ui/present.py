"""Turns a table snapshot into the view a page draws: plain JSON values, texts included. Pure."""

from firmware_host.game.snapshot import GameSnapshot
from firmware_host.rules.dice import face_names
from firmware_host.rules.options import Option, Setting
from firmware_host.table.snapshot import QuestionView, TableSnapshot, TrayView
from web_ui.coach_view import coach, plays_itself
from web_ui.colour import ink_on
from web_ui.language import ENGLISH, Language
from web_ui.places import address, hand, places
from web_ui.sheet import match, rows
from web_ui.views import Can, GameData, LastGame, Phase, QuestionData, Seat, View


def present(table: TableSnapshot, language: Language = ENGLISH, now: float = 0.0) -> View:
    """Return everything the page draws, its texts in `language`; `now` is the table's monotonic time."""
    phase = phase_of(table)
    game, lamps = table.game, table.panel.lamps
    return {
        "version": table.version,
        "moment": table.moment,
        "done": dict(table.done),
        "phase": phase,
        "message": language.translate(table.tray.message),
        "source": table.tray.source,
        "camera": table.tray.state != "lost",
        "notices": [{"text": language.translate(notice.text), "step": notice.step} for notice in table.tray.notices],
        "setup": table.tray.setup,
        "places": places(table, phase),
        "hand": hand(game),
        "question": None if phase == "paused" else _question(table, language),
        "panel": {
            "name": language.translate(table.panel.name),
            "lamps": [lamp == "on" for lamp in lamps],
            "hinted": [lamp == "blinking" for lamp in lamps] if "blinking" in lamps else [],
        },
        "coach": coach(table.coach, language),
        "can": _can(table, phase),
        "game": None
        if game is None
        else game_data(
            game,
            language,
            may_write=phase == "rolled" and not plays_itself(table),
            seconds_left=table.clock_left if table.clock_due is None else table.clock_due - now,
            clock_runs=table.clock_due is not None,
        ),
        "last": _last(game, language) if phase in ("start", "over") else None,
    }


def phase_of(table: TableSnapshot) -> Phase:
    """Say in one word what the table is doing; the most urgent thing wins."""
    game, tray = table.game, table.tray
    if game is None:
        return "start"
    if game.current is None or game.paused:
        return "over" if game.current is None else "paused"
    if table.question is not None:
        return "question"
    if tray.state == "moving" and (game.rolls_left > 0 or not game.dice):
        return "rolling"
    if game.dice:
        return "rolled"
    return "lost" if tray.state == "lost" else "throw"


def _can(table: TableSnapshot, phase: Phase) -> Can:
    game, tray = table.game, table.tray
    playing = game is not None and game.current is not None
    lies = phase == "rolled"
    decides = lies and not plays_itself(table)
    throws_left = game is not None and game.rolls_left > 0
    paused = phase == "paused"
    all_held = game is not None and bool(game.dice) and all(die.held for die in game.dice)
    may_throw = playing and throws_left and _throws(tray) and phase in ("throw", "rolled", "question")
    by_hand = tray.state == "lost" or tray.throw_blocked or _miscounted(table) or _may_enter(table.question)
    return {
        "throw": may_throw and not (all_held and lies) and not (lies and plays_itself(table)),
        "hold": decides and throws_left,
        "correct": lies,
        "stand": decides and game is not None and game.ruleset.contest is not None,
        "accept": not paused
        and (table.question.can_accept if table.question else phase == "throw" and tray.can_accept),
        "enter": playing and throws_left and not all_held and by_hand and not paused,
        "undo": game is not None and game.steps > 0 and not (tray.state == "moving" and tray.can_throw),
        "pause": playing and _has_clocks(game) and (table.clock_due is not None or phase != "rolling"),
    }


def _has_clocks(game: GameSnapshot | None) -> bool:
    return game is not None and game.players[0].seconds_left is not None


def _throws(tray: TrayView) -> bool:
    """Whether the source throws on request, and can do so now."""
    return tray.can_throw and tray.state != "lost" and not tray.throw_blocked


def _miscounted(table: TableSnapshot) -> bool:
    """Whether the number of dice at rest differs from the game's: the reader may have missed one."""
    game, tray = table.game, table.tray
    return game is not None and tray.state == "still" and len(tray.dice) not in (0, game.ruleset.dice)


def _may_enter(question: QuestionView | None) -> bool:
    return question is not None and question.can_enter


def _question(table: TableSnapshot, language: Language) -> QuestionData | None:
    question = table.question
    if question is None:
        return None
    return {
        "kind": question.kind,
        "text": language.translate(question.text),
        "dice": list(question.dice),
        "rethrow": len(question.rethrow),
        "hold": list(question.hold),
        "photo": address(table.tray.photo),
    }


def game_data(
    game: GameSnapshot,
    language: Language,
    *,
    may_write: bool = False,
    seconds_left: float | None = None,
    clock_runs: bool = False,
) -> GameData:
    """Return a game; `may_write` offers boxes to tap.

    `seconds_left` is the thinking time of the player to move, as of now, None in a game without clocks; `clock_runs`
    says that it runs down.
    """
    return {
        "id": game.game,
        "title": language.translate(game.ruleset.title),
        "faces": list(face_names(game.faces)),
        "kind": game.faces,
        "rules": game.rules,
        "options": dict(game.options),
        "house": [_house_rule(option, game.options[option.id], language) for option in game.ruleset.options],
        "coach": game.coach,
        "cocked": game.cocked,
        "dice": game.ruleset.dice,
        "turn": game.turn,
        "turns": game.turns,
        "rollsUsed": game.rolls_used,
        "rollsLeft": game.rolls_left,
        "current": game.current,
        "steps": game.steps,
        "finished": game.finished,
        "abandoned": game.abandoned,
        "winners": list(game.winners),
        "outOfTime": game.out_of_time,
        "wonAtOnce": game.won_at_once,
        "clockRuns": clock_runs,
        "photo": address(game.photo),
        "players": [_player(game, seat, seconds_left) for seat in range(len(game.players))],
        "rows": rows(game, language, may_write=may_write),
        "match": match(game, language),
    }


def _house_rule(option: Option, setting: Setting, language: Language) -> str:
    return f"{language.translate(option.title)}: {language.translate(option.says(setting))}"


def _last(game: GameSnapshot | None, language: Language) -> LastGame | None:
    if game is None:
        return None
    return {
        "id": game.game,
        "title": language.translate(game.ruleset.title),
        "start": {
            "rules": game.rules,
            "options": dict(game.options),
            "faces": game.faces,
            "coach": game.coach,
            "cocked": game.cocked,
            "players": [
                {
                    "name": player.name,
                    "colour": player.colour,
                    "opponent": player.opponent,
                    "advised": player.advised,
                }
                for player in game.players
            ],
        },
    }


def _player(game: GameSnapshot, seat: int, seconds_left: float | None) -> Seat:
    """Return a player; `seconds` is the thinking time left now, for the player to move `seconds_left`."""
    player = game.players[seat]
    seconds = player.seconds_left
    if seat == game.current and seconds_left is not None:
        seconds = max(0.0, seconds_left)
    return {
        "name": player.name,
        "colour": player.colour,
        "ink": ink_on(player.colour),
        "total": player.total,
        "points": player.points,
        "rounds": player.rounds_won,
        "seconds": seconds,
        "opponent": player.opponent,
        "advised": player.advised,
    }
