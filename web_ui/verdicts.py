"""What luck and skill made of a game, in sentences for everybody at the table. Pure."""

from collections.abc import Callable, Iterator

from firmware_host.coach.advice import Unit
from firmware_host.table.coach.analysis import Analysis, PlayerAnalysis
from firmware_host.words import Words, joined, say, say_count

LITTLE = {"points": 1.0, "awards": 0.1, "match": 0.01, "round": 0.05, "win": 0.01}
"""Luck and mistakes below this are not worth a sentence of their own."""


def verdicts(analysis: Analysis, decimal: Callable[[float], str]) -> tuple[Words, ...]:
    """Say what decided the game, then of each player how lucky they were and what their mistakes cost.

    `decimal` formats a number with one decimal.
    """
    players = (
        joined(_luck(player, analysis, decimal), _skill(player, analysis, decimal)) for player in analysis.players
    )
    return (*_decided(analysis), *players)


def _decided(analysis: Analysis) -> Iterator[Words]:
    first, *others = sorted(analysis.players, key=lambda player: player.now, reverse=True)
    little = LITTLE[analysis.unit]
    if others and first.now > others[0].now:
        better_dice = first.luck - others[0].luck > little
        better_play = others[0].cost - first.cost > little
        if better_dice and better_play:
            yield say("{player} won with better dice and better play.", player=first.name)
        elif better_dice:
            yield say("{player} won because of better dice.", player=first.name)
        elif better_play:
            yield say("{player} won because of better play.", player=first.name)


def _luck(player: PlayerAnalysis, analysis: Analysis, decimal: Callable[[float], str]) -> Words:
    if abs(player.luck) < LITTLE[analysis.unit]:
        return say("{player}'s dice were as good as average dice.", player=player.name)
    told = _lucky if player.luck > 0 else _unlucky
    return told(player.name, abs(player.luck), analysis.unit, decimal)


def _lucky(name: str, luck: float, unit: str, decimal: Callable[[float], str]) -> Words:
    if unit == "points":
        return say_count(
            "{player} was lucky: {count} point more than the dice owed.",
            "{player} was lucky: {count} points more than the dice owed.",
            round(luck),
            player=name,
        )
    if unit == "awards":
        return say("{player} was lucky: {points} points more than the dice owed.", player=name, points=decimal(luck))
    return say("{player} was lucky: the dice were worth {percent} % of a win.", player=name, percent=round(100 * luck))


def _unlucky(name: str, luck: float, unit: str, decimal: Callable[[float], str]) -> Words:
    if unit == "points":
        return say_count(
            "{player} was unlucky: {count} point less than the dice owed.",
            "{player} was unlucky: {count} points less than the dice owed.",
            round(luck),
            player=name,
        )
    if unit == "awards":
        return say("{player} was unlucky: {points} points less than the dice owed.", player=name, points=decimal(luck))
    return say("{player} was unlucky: the dice took {percent} % of a win.", player=name, percent=round(100 * luck))


def _skill(player: PlayerAnalysis, analysis: Analysis, decimal: Callable[[float], str]) -> Words:
    name, unit, cost = player.name, analysis.unit, player.cost
    if player.win_cost >= LITTLE["win"]:
        return joined(
            _points_lost(player, unit, decimal) if cost >= LITTLE[unit] else "",
            say(
                "Near the end mistakes cost {player} {percent} % of a win.",
                player=name,
                percent=round(100 * player.win_cost),
            ),
        )
    if cost == 0 and player.win_cost == 0:
        return say("{player} made no mistake.", player=name)
    return _points_lost(player, unit, decimal)


def _points_lost(player: PlayerAnalysis, unit: Unit, decimal: Callable[[float], str]) -> Words:
    name, cost = player.name, player.cost
    if cost < LITTLE[unit]:
        return say("{player} made hardly a mistake.", player=name)
    if unit == "points":
        return say_count(
            "Better play would have earned {player} {count} point more.",
            "Better play would have earned {player} {count} points more.",
            round(cost),
            player=name,
        )
    if unit == "awards":
        return say("Better play would have earned {player} {points} points more.", player=name, points=decimal(cost))
    return say(
        "Better play would have been worth {percent} % of a win to {player}.", player=name, percent=round(100 * cost)
    )
