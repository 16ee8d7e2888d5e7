"""`dice-table`: the command line. Each command loads what it needs only when it runs."""

import logging
import sys
from pathlib import Path
from typing import Any

import click

from firmware_host.errors import DiceTableError
from firmware_host.settings import Settings, data_folder, load_settings


class Sentences(click.Group):
    """A group whose commands end in a sentence and exit status 1 instead of a traceback, where the reason is known."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except DiceTableError as error:
            raise click.ClickException(str(error)) from error
        except ImportError as error:
            from firmware_host.assembly.doctor import missing_library  # noqa: PLC0415 - loaded when needed

            sentence = missing_library(error)
            if sentence is None:
                raise
            raise click.ClickException(sentence) from error


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dice-table")
def main() -> None:
    """Real dice, read by a camera, scored on a tablet."""


_data = click.option("--data", type=click.Path(path_type=Path), help="Folder of games, house rules and pictures.")
_camera = click.option(
    "--camera",
    metavar="SPEC",
    help="Source of pictures: sim, sim:seed=7, sim:script=FILE, usb:0, folder:DIR, video:FILE.",
)
_host = click.option("--host", help="Address to answer at; 0.0.0.0 lets tablets in.  [default: 127.0.0.1]")
_port = click.option("--port", type=int, help="Port to answer at.  [default: 8080]")


@main.command()
@_camera
@_data
@_host
@_port
def play(camera: str | None, data: Path | None, host: str | None, port: int | None) -> None:
    """Play: watch the tray and show the page. Without options on a simulated tray."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    settings = _settings(camera=camera, data=data, host=host, port=port)
    from firmware_host.assembly.build import open_house  # noqa: PLC0415 - loaded when needed

    house = open_house(settings)
    try:
        house.serve(ready=lambda address: click.echo(f"Dice table ready: {address}"))
    finally:
        house.close()


@main.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each photo, in order.")
@click.option(
    "--faces",
    type=click.Choice(["any", "pips", "poker"]),
    default="any",
    show_default=True,
    help="Faces that the dice may show.",
)
@click.option("--dice-set", metavar="NAME", help="Dice that were taught with `dice-table teach`.")
@_data
@click.option(
    "--overlay",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Draw the readings over the photo: a picture file for one photo, a folder for several.",
)
def read(
    photos: tuple[str, ...], as_json: bool, faces: str, dice_set: str | None, data: Path | None, overlay: Path | None
) -> None:
    """Read the dice in photographs, from left to right; exit status 1 when a photo cannot be read."""
    from firmware_host.assembly.reading import dice_reader, read_photos  # noqa: PLC0415 - loaded when needed

    folder = None if dice_set is None else _settings(data=data).data
    sys.exit(read_photos(photos, dice_reader(faces, dice_set, folder), as_json, overlay))


@main.command()
@click.argument("name", metavar="NAME")
@click.argument("shown", metavar="FACE=PHOTO...", nargs=-1, required=True)
@_data
def teach(name: str, shown: tuple[str, ...], data: Path | None) -> None:
    """Teach a set of dice from photographs, each of one or several dice that all show its FACE.

    Three to ten looks at every face, turned any way, from where the camera will be: K=kings.jpg 9=nines.jpg ...
    """
    from firmware_host.assembly.teaching import teach as teach_set  # noqa: PLC0415 - loaded when needed

    teach_set(name, shown, _settings(data=data).data)


@main.command()
@click.argument("game", metavar="[ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object; without ID a list of them.")
@click.option(
    "--check",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Say what is wrong with a file of house rules; exit status 2 where anything is.",
)
@_data
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
@_data
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
@_data
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
    folder = _settings(data=data).data
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
@_data
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
@_data
def replay(file: Path, as_json: bool, ledger: bool, data: Path | None) -> None:
    """Play a game written as text by its rules; exit status 2 where it breaks one, with line, position and reason."""
    from firmware_host.assembly.games import load_games  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.replaying import replay_file  # noqa: PLC0415 - likewise

    folder = data_folder(data)
    sys.exit(replay_file(file, as_json, load_games(folder), folder if ledger else None))


@main.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--rules", is_flag=True, help="Write the file of the house rules that GAME was begun by instead.")
@_data
def export(game: str | None, rules: bool, data: Path | None) -> None:
    """Write a played game as text, with the names of its photos. Without GAME, list the games that are kept."""
    from firmware_host.assembly.exporting import export_game, export_rules, list_games  # noqa: PLC0415 - when needed

    folder = _settings(data=data).data
    if game is None:
        list_games(folder)
    elif rules:
        export_rules(folder, game)
    else:
        export_game(folder, game)


@main.group()
def calibrate() -> None:
    """Find the tray in the camera's picture, and see whether dice can be read in it."""


_picture = click.argument("picture", metavar="[PICTURE]", required=False, type=click.Path(path_type=Path))


@calibrate.command("sheet")
@click.argument("out", metavar="OUT.pdf", type=click.Path(path_type=Path))
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper to print on."
)
def calibrate_sheet(out: Path, paper: str) -> None:
    """Write the sheet to print: four cards for the tray's corners, and a board that shows what a lens bends."""
    from firmware_host.assembly.calibrating import write_sheet  # noqa: PLC0415 - loaded when needed

    write_sheet(out, paper)


@calibrate.command("find")
@_picture
@_camera
@click.option("--round", "is_round", is_flag=True, help="The tray is round; the cards lie anywhere along its rim.")
@click.option("--corner", "corners", metavar="X,Y", multiple=True, help="A corner in pixels, instead of cards; repeat.")
@click.option("--lens", "photos", metavar="PHOTO", multiple=True, help="A photo of the sheet's board; repeat.")
@click.option("--save", is_flag=True, help="Keep the tray for the camera.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@_data
def calibrate_find(
    picture: Path | None,
    camera: str | None,
    is_round: bool,
    corners: tuple[str, ...],
    photos: tuple[str, ...],
    save: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Find the tray by the cards in a PICTURE, or in what the camera sees; exit status 1 where it is not found."""
    from firmware_host.assembly.calibrating import Search, find  # noqa: PLC0415 - loaded when needed

    settings = _settings(camera=camera, data=data)
    sys.exit(
        find(Search(settings.camera, picture, is_round, corners, photos), settings.data if save else None, as_json)
    )


@calibrate.command("check")
@_picture
@_camera
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@_data
def calibrate_check(picture: Path | None, camera: str | None, as_json: bool, data: Path | None) -> None:
    """Judge light, glare, flicker, focus, dice and the camera's place; exit status 1 when something is bad.

    Lay a few dice into the tray before. A PICTURE is taken for one of the camera's.
    """
    from firmware_host.assembly.calibrating import check  # noqa: PLC0415 - loaded when needed

    settings = _settings(camera=camera, data=data)
    sys.exit(check(settings.camera, picture, settings.data, as_json))


@main.command()
@_camera
@_data
@_host
@_port
def doctor(camera: str | None, data: Path | None, host: str | None, port: int | None) -> None:
    """Show versions, settings, models and sources; exit status 1 when something is amiss."""
    from firmware_host.assembly.doctor import examine  # noqa: PLC0415 - loaded when needed

    findings = list(examine(_settings(camera=camera, data=data, host=host, port=port)))
    for finding in findings:
        click.echo(finding)
    sys.exit(0 if all(finding.good for finding in findings) else 1)


def _settings(**options: object) -> Settings:
    settings = load_settings(options)
    for note in settings.notes:
        click.echo(f"dice-table: {note}", err=True)
    return settings
