"""Checks a new game: every fault is found at once."""

import re
from collections.abc import Mapping
from dataclasses import replace

from firmware_host.characters import is_harmless, is_visible
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


def started(command: StartGame, game: str, rulesets: Mapping[str, Ruleset]) -> GameStarted:
    """Return the start of `game`, with names trimmed and options spelled out; StartRefusal with all faults at once."""
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
    """Return the rules a game was started with, before its options apply; StartRefusal if there are none.

    House rules are read from the text kept with the game, so that it can go on if their file has changed or gone;
    HouseRulesError if they can no longer be played.
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
            "{game} is for {least} to {most} players, not {seats}. Add or remove seats.",
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
            # not for players
            faults[f"players.{seat}.colour"] = f"“{player.colour}” is not a colour. Write it as #rrggbb."
        if player.opponent and player.opponent not in OPPONENTS:
            faults[f"players.{seat}.opponent"] = (  # not for players
                f"There is no opponent with the style “{player.opponent}”. Choose one of: {', '.join(OPPONENTS)}."
            )
        if player.opponent and player.advised:
            faults[f"players.{seat}.advised"] = (
                f"{player.name} is played by the program and needs no advice. Choose a person."  # not for players
            )
    return faults


def _name_fault(name: str, seen: set[str]) -> str:
    if not is_visible(name):
        return say("A player has no name. Type one, or remove the seat.")
    if len(name) > LONGEST_NAME:
        return say_count(
            "The name {name}… is too long. Use at most {count} character.",
            "The name {name}… is too long. Use at most {count} characters.",
            LONGEST_NAME,
            name=name[:LONGEST_NAME],
        )
    if not is_harmless(name):
        return say("A name contains a character that cannot be shown. Type it again.")
    if name.casefold() in seen:
        return say("Two players are called {name}. Give each a different name.", name=name)
    return ""


def _coach_faults(coach: str) -> dict[str, str]:
    if coach in COACHING:
        return {}
    return {"coach": f"The coach cannot be set to “{coach}”. Choose one of: {', '.join(COACHING)}."}  # not for players


def _cocked_faults(cocked: str) -> dict[str, str]:
    if cocked in COCKED:
        return {}
    # not for players
    return {"cocked": f"Cocked dice cannot be set to “{cocked}”. Choose one of: {', '.join(COCKED)}."}


def _faces_faults(faces: str) -> dict[str, str]:
    if faces in FACES:
        return {}
    return {"faces": unknown_faces(faces)}
