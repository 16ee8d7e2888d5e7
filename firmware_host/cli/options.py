"""Options and arguments that several commands share."""

from pathlib import Path

import click

from firmware_host.settings import Settings, load_settings

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
    """Return the settings with these options; print notes about what was ignored on stderr."""
    settings = load_settings(options)
    for note in settings.notes:
        click.echo(f"dice-table: {note}", err=True)
    return settings
