"""Options and arguments that several commands share."""

from contextlib import closing
from pathlib import Path

import click

from firmware_host.backup.restoring import finish, is_unfinished
from firmware_host.clock import SystemClock
from firmware_host.journal.folder_lock import FolderLock
from firmware_host.settings import Settings, data_folder, load_settings

FAULT = 2
"""Exit status for invalid input, the same as click's for an unknown option."""

MEGABYTE = 1_000_000

data_option = click.option(
    "--data", type=click.Path(path_type=Path), metavar="DIR", help="Folder of games, house rules and pictures."
)
camera_option = click.option(
    "--camera",
    metavar="SPEC",
    help="Source of pictures: sim, sim:seed=7, sim:dice=poker, sim:script=FILE, usb:0, pi:0, folder:DIR, video:FILE.",
)
dice_set_option = click.option("--dice-set", metavar="NAME", help="A dice set you taught with `dice-table teach`.")
faces_option = click.option(
    "--faces", type=click.Choice(["any", "pips", "poker"]), help="Faces the dice may show.  [default: any]"
)
host_option = click.option(
    "--host", metavar="ADDRESS", help="Address to serve; 0.0.0.0 lets tablets in.  [default: 127.0.0.1]"
)
names_option = click.option(
    "--names",
    metavar="NAMES",
    help="Names that browsers may open the page by, besides this machine's own: dice.lan,table.example.",
)
port_option = click.option("--port", type=int, metavar="N", help="Port to serve.  [default: 8080]")
max_size_option = click.option(
    "--max-size",
    type=click.IntRange(20),
    default=2000,
    show_default=True,
    metavar="MB",
    help="Megabytes a recording may take; the oldest throws go first.",
)
pictures_limit_option = click.option(
    "--pictures-limit",
    type=int,
    metavar="MB",
    help="Megabytes that pictures of past games may take; the oldest games' go first.  [default: 2000]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
card_option = click.option(
    "--card", metavar="TEXT", help="The card so far, such as 'ones=3 full-house=x'.  [default: empty]"
)
rule_option = click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True, help="A house rule; may be repeated."
)


def settings_of(**options: object) -> Settings:
    """Return the settings with these options; print notes about what was ignored on stderr.

    The settings themselves may be what a killed restore was putting in place: that is finished first.
    """
    given = options.get("data")
    finish_restore(data_folder(given if isinstance(given, Path) else None))
    settings = load_settings(options)
    for note in settings.notes:
        click.echo(f"dice-table: {note}", err=True)
    return settings


def finish_restore(data: Path) -> None:
    """Finish a restore that was interrupted in a data folder, and say so on stderr; nothing otherwise."""
    if not is_unfinished(data):
        return
    with closing(FolderLock(data, "dice-table restore", SystemClock().now())):
        restored = finish(data)
    if restored is None:
        click.echo("dice-table: A restore was interrupted before anything was changed. Run it again.", err=True)
        return
    where = "" if restored.aside is None else f" What was there before is in {restored.aside}."
    click.echo(f"dice-table: A restore that was interrupted is now finished.{where}", err=True)
