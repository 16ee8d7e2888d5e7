"""Who may sit down to which game: every fault of a start is found at once."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from firmware_host.game.commands import COACHING, COCKED, OPPONENTS, Player, StartGame
from firmware_host.game.errors import StartRefusal
from firmware_host.game.events import GameStarted
from firmware_host.rules.dice import FACES, unknown_faces
from firmware_host.rules.house import house_ruleset
from firmware_host.rules.options import OptionError, Options
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import no_such_game
from firmware_host.words import say, say_count

LONGEST_NAME = 24
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_UNPRINTABLE = {"Cc", "Cs"}  # control characters and halves of surrogate pairs: no page can show them


def started(command: StartGame, game: str, rulesets: Mapping[str, Ruleset]) -> GameStarted:
    """Return the start of `game` with names trimmed and options spelled out; StartRefusal with all faults at once."""
    players = tuple(replace(player, name=" ".join(player.name.split())) for player in command.players)
    faults = {
        **_player_faults(players),
        **_faces_faults(command.faces),
        **_coach_faults(command.coach),
        **_cocked_faults(command.cocked),
    }
    options: Options = {}
    house = ""
    rules = rulesets.get(command.rules)
    if rules is None:
        faults["rules"] = no_such_game(command.rules, rulesets)
    else:
        house = rules.house
        faults |= _seat_faults(len(players), rules)
        try:
            options = rules.settings(command.options)
        except OptionError as error:
            faults |= {f"options.{option}": fault for option, fault in error.faults.items()}
    if faults:
        raise StartRefusal(faults)
    return GameStarted(game, command.rules, options, command.faces, players, house, command.coach, command.cocked)


def rules_of(event: GameStarted, rulesets: Mapping[str, Ruleset]) -> Ruleset:
    """Return the rules a game was begun with, before its options change them; StartRefusal where there are none.

    House rules are read from the text that the game has kept, so that it goes on by them when their file has changed
    or gone; HouseRulesError where they no longer make a game.
    """
    if event.house:
        return house_ruleset(event.house)
    if event.rules not in rulesets:
        raise StartRefusal({"rules": no_such_game(event.rules, rulesets)})
    return rulesets[event.rules]


def _seat_faults(seats: int, rules: Ruleset) -> dict[str, str]:
    if rules.min_players <= seats <= rules.max_players:
        return {}
    return {
        "players": say(
            "{game} is for {least} to {most} players, not for {seats}. Add or remove seats.",
            game=say(rules.title),
            least=rules.min_players,
            most=rules.max_players,
            seats=seats,
        )
    }


def _player_faults(players: tuple[Player, ...]) -> dict[str, str]:
    faults: dict[str, str] = {}
    seen: set[str] = set()
    for seat, player in enumerate(players):
        if fault := _name_fault(player.name, seen):
            faults[f"players.{seat}.name"] = fault
        seen.add(player.name.casefold())
        if not _COLOUR.fullmatch(player.colour):
            faults[f"players.{seat}.colour"] = say(
                "“{colour}” is no colour. Write it as #rrggbb.", colour=player.colour
            )
        if player.opponent and player.opponent not in OPPONENTS:
            faults[f"players.{seat}.opponent"] = say(
                "No opponent plays in the style “{style}”. Choose one of: {known}.",
                style=player.opponent,
                known=", ".join(OPPONENTS),
            )
        if player.opponent and player.advised:
            faults[f"players.{seat}.advised"] = say("{player} needs no advice. Choose a person.", player=player.name)
    return faults


def _name_fault(name: str, seen: set[str]) -> str:
    if not any(character.isprintable() for character in name):
        return say("A player has no name. Type one, or remove the seat.")
    if len(name) > LONGEST_NAME:
        return say_count(
            "The name {name}… is too long. Use at most {count} character.",
            "The name {name}… is too long. Use at most {count} characters.",
            LONGEST_NAME,
            name=name[:LONGEST_NAME],
        )
    if any(unicodedata.category(character) in _UNPRINTABLE for character in name):
        return say("A name holds a character that cannot be shown. Type it again.")
    if name.casefold() in seen:
        return say("Two players are called {name}. Give each a name of their own.", name=name)
    return ""


def _coach_faults(coach: str) -> dict[str, str]:
    if coach in COACHING:
        return {}
    return {
        "coach": say(
            "The coach cannot be set to “{coach}”. Choose one of: {known}.", coach=coach, known=", ".join(COACHING)
        )
    }


def _cocked_faults(cocked: str) -> dict[str, str]:
    if cocked in COCKED:
        return {}
    return {
        "cocked": say(
            "Cocked dice cannot be dealt with as “{cocked}”. Choose one of: {known}.",
            cocked=cocked,
            known=", ".join(COCKED),
        )
    }


def _faces_faults(faces: str) -> dict[str, str]:
    if faces in FACES:
        return {}
    return {"faces": unknown_faces(faces)}
