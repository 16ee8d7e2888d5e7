"""`dice-table rules`, `score`, `solve`, `advise`, `replay` and `export`: what has to do with games and their rules."""

import sys
from pathlib import Path

import click

from firmware_host.cli.group import data_option, main, settings_of
from firmware_host.settings import data_folder


@main.command()
@click.argument("game", metavar="[ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object; without ID a list of them.")
@click.option(
    "--check",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Say what is wrong with a file of house rules; exit status 2 where anything is.",
)
@data_option
def rules(game: str | None, as_json: bool, check: Path | None, data: Path | None) -> None:
    """List the games, or tell the rules of one: boxes, options, and what was decided where its source is silent."""
    from firmware_host.assembly.describing import tell_rules  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.games import check_house_rules, load_games  # noqa: PLC0415 - likewise

    if check is not None:
        sys.exit(check_house_rules(check))
    sys.exit(tell_rules(load_games(data_folder(data)), game, as_json))


@main.command()
@click.argument("game", metavar="ID")
@click.argument("dice", metavar="DICE...", nargs=-1)
@click.option("--rolls-used", type=int, metavar="N", help="Rolls that the dice took.  [default: all of a turn]")
@click.option("--card", metavar="TEXT", help="What is written, such as 'ones=3 full-house=x'.  [default: nothing]")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A house rule; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--batch", is_flag=True, help="Score each line of standard input: dice, then @N for N rolls used.")
@data_option
def score(
    game: str,
    dice: tuple[str, ...],
    rolls_used: int | None,
    card: str | None,
    options: tuple[str, ...],
    as_json: bool,
    batch: bool,
    data: Path | None,
) -> None:
    """Say what dice are worth in each box, or which hand they are; exit status 2 for what cannot be scored.

    In JSON a box is worth null where it may not be written. Dice are 1-6, or 9 10 J Q K A.
    """
    from firmware_host.assembly.games import load_games  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.scoring import Question, score_dice, score_lines  # noqa: PLC0415 - likewise

    question = Question(game, card, options, load_games(data_folder(data)))
    if batch:
        with click.open_file("-", encoding="utf-8-sig", errors="replace") as lines:
            sys.exit(score_lines(question, lines, rolls_used))
    sys.exit(score_dice(question, dice, rolls_used, as_json))


@main.command()
@click.argument("game", metavar="[ID]", required=False)
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A house rule; may be repeated.")
@click.option("--processes", type=click.IntRange(1), metavar="N", help="Processes to solve in.  [default: one a core]")
@click.option("--check", type=click.IntRange(2), metavar="GAMES", help="Play so many games to check the value.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the dice of these games.")
@click.option("--anew", is_flag=True, help="Solve it though it is kept from before.")
@click.option("--anyway", is_flag=True, help="Solve it though it is too large to be solved in passing.")
@data_option
def solve(
    game: str | None,
    options: tuple[str, ...],
    processes: int | None,
    check: int | None,
    seed: int,
    anew: bool,
    anyway: bool,
    data: Path | None,
) -> None:
    """Work out what the best play of a game comes to on average, and keep it for the coach.

    Without ID, print a table of all games with their options. Exit status 2 where there is no such game or option, 1
    where it is too large.
    """
    from firmware_host.assembly.figures import tell_figures  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.solving import Solving, solve_game  # noqa: PLC0415 - loaded when needed

    asked = Solving(game or "", options, processes or 0, anew, anyway, check or 0, seed)
    folder = settings_of(data=data).data
    if game is None:
        tell_figures(asked, folder)
    else:
        solve_game(asked, folder)


@main.command()
@click.argument("game", metavar="ID")
@click.argument("dice", metavar="DICE...", nargs=-1)
@click.option("--rolls-used", type=int, default=1, show_default=True, metavar="N", help="Rolls that the dice took.")
@click.option("--card", metavar="TEXT", help="What is written, such as 'ones=3 full-house=x'.  [default: nothing]")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A house rule; may be repeated.")
@click.option("--all", "all_", is_flag=True, help="Every choice, not the best three and the boxes alone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@data_option
def advise(
    game: str,
    dice: tuple[str, ...],
    rolls_used: int,
    card: str | None,
    options: tuple[str, ...],
    all_: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Say what to do with dice: what each choice leads to on average, and costs against the best.

    A game that was never solved is solved first, which takes up to some minutes. Exit status 2 for what is no roll, no
    card, or a game too large to be solved. Dice are 1-6, or 9 10 J Q K A.
    """
    from firmware_host.assembly.advising import advise_on  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.games import load_games  # noqa: PLC0415 - likewise
    from firmware_host.assembly.scoring import Question  # noqa: PLC0415 - likewise

    folder = data_folder(data)
    question = Question(game, card, options, load_games(folder))
    sys.exit(advise_on(question, dice, rolls_used, folder, as_json, all_))


@main.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--ledger", is_flag=True, help="Tell luck from skill: what each player was given, and gave away.")
@data_option
def replay(file: Path, as_json: bool, ledger: bool, data: Path | None) -> None:
    """Play a game written as text by its rules; exit status 2 where it breaks one, with line, position and reason."""
    from firmware_host.assembly.games import load_games  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.replaying import replay_file  # noqa: PLC0415 - likewise

    folder = data_folder(data)
    sys.exit(replay_file(file, as_json, load_games(folder), folder if ledger else None))


@main.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--rules", is_flag=True, help="Write the file of the house rules that GAME was begun by instead.")
@data_option
def export(game: str | None, rules: bool, data: Path | None) -> None:
    """Write a played game as text, with the names of its photos. Without GAME, list the games that are kept."""
    from firmware_host.assembly.exporting import export_game, export_rules, list_games  # noqa: PLC0415 - when needed

    folder = settings_of(data=data).data
    if game is None:
        list_games(folder)
    elif rules:
        export_rules(folder, game)
    else:
        export_game(folder, game)
