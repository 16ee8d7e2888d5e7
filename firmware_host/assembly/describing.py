"""`dice-table rules`: the games and their rules, for people or as JSON."""

import json
from typing import Any

import click

from firmware_host.assembly.games import Games
from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.rulesets import UnknownRulesetError
from web_ui import explaining, extras

FAULT = 2  # exit status for a game that is not there


def tell_rules(games: Games, game: str | None, as_json: bool) -> int:
    """Print one game's rules, or all games and what is wrong with files of house rules; return the exit status."""
    try:
        _tell(games, game, as_json)
    except UnknownRulesetError as error:
        click.echo(f"dice-table rules: {error}", err=True)
        return FAULT
    return 0


def _tell(games: Games, game: str | None, as_json: bool) -> None:
    if as_json:
        told: Any = describe(games.ruleset(game)) if game else [describe(rules) for rules in games.rulesets.values()]
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
    elif game:
        click.echo("\n".join(_lines(games.ruleset(game))))
    else:
        column = max(map(len, games.rulesets))
        for rules in games.rulesets.values():
            file = f" ({games.files[rules.id]})" if rules.id in games.files else ""
            click.echo(f"{rules.id:<{column}}  {rules.title}: {rules.dice} dice. {rules.longest}{file}")
    if not game:
        for line in games.told_faults():
            click.echo(line, err=True)


def describe(rules: Ruleset) -> dict[str, Any]:
    """Return all that a game's data say, as plain JSON values."""
    contest = rules.contest
    return {
        "id": rules.id,
        "title": rules.title,
        "dice": rules.dice,
        "rolls": rules.rolls,
        "turns": rules.turns,
        "players": [rules.min_players, rules.max_players],
        "boxes": [
            {
                "id": box.id,
                "title": box.title,
                "section": box.section,
                "hint": box.hint,
                "slots": box.slots,
                "striking": box.striking,
            }
            for box in rules.boxes
        ],
        "hands": [{"id": hand, "title": title, "odds": contest.odds[hand]} for hand, title in contest.titles.items()]
        if contest
        else [],
        "bonuses": [{"id": bonus.id, "title": bonus.title} for bonus in rules.bonuses],
        "awards": [{"id": award.id, "title": award.title} for award in rules.awards],
        "options": [
            {
                "id": option.id,
                "title": option.title,
                "explanation": option.explanation,
                "choices": list(option.choices),
                "default": option.default,
            }
            for option in rules.options
        ],
        "source": rules.source,
        "decisions": list(rules.decisions),
        "longest": rules.longest,
    }


def _lines(rules: Ruleset) -> list[str]:
    players = f"{rules.min_players} to {rules.max_players} players"
    lines = [f"{rules.title} ({rules.id}): {rules.dice} dice, {rules.rolls} rolls a turn, {players}.", rules.longest]
    rows = [(box.id, box.title, _worth(box)) for box in rules.boxes]
    if rules.contest:
        rows = [
            (hand, title, f"{rules.contest.odds[hand]} of {6**rules.dice} rolls")
            for hand, title in rules.contest.titles.items()
        ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    lines += ["", *(f"  {id_:<{widths[0]}}  {title:<{widths[1]}}  {hint}" for id_, title, hint in rows)]
    for sentence in extras.turns_of_play(rules):
        lines += ["", sentence]
    for heading, items in (("Bonuses", extras.bonuses(rules)), ("Points at the end", extras.awards(rules))):
        lines += ["", f"{heading}:", *(f"  {_extra(item)}" for item in items)] if items else []
    for option in rules.options:
        words = [option.word(choice) for choice in option.choices]
        known = ", ".join(words) if len(words) < 6 else f"{words[0]}, {words[1]} … {words[-1]}"
        lines += [
            "",
            f"Option {option.id} = {known} (default {option.word(option.default)})",
            f"  {option.explanation}",
        ]
    return [*lines, "", f"Source: {rules.source}", *(f"- {decision}" for decision in rules.decisions)]


def _worth(box: Box) -> str:
    figure, slots = explaining.figure(box), f"{box.slots} times" if box.slots > 1 else ""
    return box.hint + "".join(f" ({told})" for told in (figure, slots) if told)


def _extra(item: extras.Extra) -> str:
    return f"{item.title}: {' '.join(filter(None, (item.adds, item.when)))}"
