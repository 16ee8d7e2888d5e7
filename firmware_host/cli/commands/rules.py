"""`dice-table rules`: the games and their rules, as text or JSON."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from firmware_host.app.games import Games, load_games, read_house_rules
from firmware_host.cli.language import decimal, language_option, tell
from firmware_host.cli.options import FAULT, data_option, rule_option
from firmware_host.cli.question import Question
from firmware_host.rules.dice import FACES, SIDES, face_of
from firmware_host.rules.house import HouseRulesError
from firmware_host.rules.house.faults import format_faults
from firmware_host.rules.house.unreachable import unreachable
from firmware_host.rules.match import Contest
from firmware_host.rules.options import OptionError
from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.rulesets import UnknownRulesetError
from firmware_host.settings import data_folder
from firmware_host.words import Words, joined, say, say_count
from web_ui import explaining, extras

EN_DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"


@click.command()
@click.argument("game", metavar="[ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; without ID, a list of them.")
@click.option(
    "--faces",
    type=click.Choice(list(FACES)),
    help="Dice that the rules speak of.  [default: pips, but poker for poker hands]",
)
@rule_option
@click.option(
    "--check",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Check a file of house rules; exit status 2 if anything is wrong.",
)
@language_option
@data_option
def command(
    game: str | None,
    as_json: bool,
    faces: str | None,
    options: tuple[str, ...],
    check: Path | None,
    data: Path | None,
) -> None:
    """List the games, or show the rules of one: boxes, options, and decisions on what its source leaves open."""
    if check is not None:
        sys.exit(_check(check))
    try:
        games = load_games(data_folder(data))
        if game is None:
            _print_all(games, as_json)
        else:
            rules = Question(game, options=options, games=games).rules()
            _print(rules.titled(faces or ("poker" if rules.contest else "pips")), as_json)
    except (UnknownRulesetError, OptionError) as error:
        click.echo(f"dice-table rules: {tell(error.sentence)}", err=True)
        sys.exit(FAULT)


def _check(path: Path) -> int:
    """Print what is wrong with a file of house rules, or its game; return exit status 2 if it cannot be played."""
    try:
        rules = read_house_rules(path)
    except HouseRulesError as error:
        for line in format_faults(error.faults):
            click.echo(f"{path}: {line}", err=True)
        return FAULT
    for line in format_faults(unreachable(rules)):
        click.echo(f"{path}: {line}", err=True)
    click.echo(f"{path}: no faults. It defines {rules.title} ({rules.id}).")
    return 0


def _print(rules: Ruleset, as_json: bool) -> None:
    click.echo(json.dumps(describe(rules), ensure_ascii=False, indent=1) if as_json else "\n".join(_lines(rules)))


def _print_all(games: Games, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([describe(rules) for rules in games.rulesets.values()], ensure_ascii=False, indent=1))
    else:
        column = max(map(len, games.rulesets))
        for rules in games.rulesets.values():
            file = f" ({games.files[rules.id]})" if rules.id in games.files else ""
            click.echo(f"{rules.id:<{column}}  {tell(rules.title)}: {tell(_about(rules))}. {tell(rules.longest)}{file}")
    for line in games.fault_lines():
        click.echo(line, err=True)


def describe(rules: Ruleset) -> dict[str, Any]:
    """Return everything in a game's data, as plain JSON values."""
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
    lines = [
        tell(
            say(
                "{game} ({id}): {dice}, {rolls} a turn, {least} to {most} players.",
                game=say(rules.title),
                id=rules.id,
                dice=_dice(rules),
                rolls=say_count("{count} roll", "{count} rolls", rules.rolls),
                least=rules.min_players,
                most=rules.max_players,
            )
        ),
        tell(rules.longest),
    ]
    if rules.contest:
        lines += ["", *_odds(rules, rules.contest)]
    else:
        lines += ["", *columns([(box.id, tell(box.title), _worth(box, rules.faces)) for box in rules.boxes])]
    for sentence in extras.turns_of_play(rules):
        lines += ["", tell(sentence)]
    for heading, items in ((say("Bonuses"), extras.bonuses(rules)), (say("Points at the end"), extras.awards(rules))):
        lines += ["", f"{tell(heading)}:", *(f"  {_extra(item)}" for item in items)] if items else []
    for option in rules.options:
        words = [option.word(choice) for choice in option.choices]
        known = ", ".join(words) if len(words) < 6 else f"{words[0]}, {words[1]} … {words[-1]}"
        lines += [
            "",
            tell(
                say(
                    "Option {id} = {choices} (default {default})",
                    id=option.id,
                    choices=known,
                    default=option.word(option.default),
                )
            ),
            f"  {tell(option.explanation)}",
        ]
    source = tell(say("Source: {source}", source=say(rules.source)))
    return [*lines, "", source, *(f"- {tell(decision)}" for decision in rules.decisions)]


def _odds(rules: Ruleset, contest: Contest) -> list[str]:
    """Return the hands as a table: rolls that make each, their share, one in how many, and an example."""
    rolls = SIDES**rules.dice
    rows = [
        ("", tell(say("Hand, best first")), "", tell(say("In one roll")), tell(say("One in")), tell(say("Example"))),
        *(
            (
                hand,
                tell(title),
                f"{contest.odds[hand]} / {rolls}",
                f"{decimal(100 * contest.odds[hand] / rolls)} %",
                one_in(rolls, contest.odds[hand]),
                " ".join(face_of(value, rules.faces) for value in contest.examples.get(hand, ())) or EN_DASH,
            )
            for hand, title in contest.titles.items()
        ),
    ]
    busts = tell(explaining.busts(contest, rules.dice, rules.faces))
    return [*columns(rows), *(["", busts] if busts else [])]


def one_in(rolls: int, count: int) -> str:
    """Return one in how many rolls it is, with one decimal where that is not a whole number."""
    if not count:
        return EN_DASH
    return decimal(rolls / count, 1 if rolls % count else 0)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of text in columns, each as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _worth(box: Box, faces: str) -> str:
    figure, slots = tell(explaining.figure(box, faces)), f"{TIMES} {box.slots}" if box.slots > 1 else ""
    return tell(box.hint) + "".join(f" ({detail})" for detail in (figure, slots) if detail)


def _extra(item: extras.Extra) -> str:
    return f"{tell(item.title)}: {' '.join(filter(None, (item.adds, tell(item.when))))}"


def _about(rules: Ruleset) -> Words:
    return joined(_dice(rules), rules.gist, by=", ")


def _dice(rules: Ruleset) -> Words:
    return say_count("{count} die", "{count} dice", rules.dice)
