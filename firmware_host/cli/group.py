"""`dice-table` itself, and what its commands share."""

from pathlib import Path
from typing import Any

import click

from firmware_host.errors import DiceTableError
from firmware_host.settings import Settings, load_settings


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


data_option = click.option("--data", type=click.Path(path_type=Path), help="Folder of games, house rules and pictures.")
camera_option = click.option(
    "--camera",
    metavar="SPEC",
    help="Source of pictures: sim, sim:seed=7, sim:dice=poker, sim:script=FILE, usb:0, folder:DIR, video:FILE.",
)
dice_set_option = click.option("--dice-set", metavar="NAME", help="Dice that were taught with `dice-table teach`.")
host_option = click.option("--host", help="Address to answer at; 0.0.0.0 lets tablets in.  [default: 127.0.0.1]")
port_option = click.option("--port", type=int, help="Port to answer at.  [default: 8080]")


def settings_of(**options: object) -> Settings:
    """The settings with these options; what was ignored is told on stderr."""
    settings = load_settings(options)
    for note in settings.notes:
        click.echo(f"dice-table: {note}", err=True)
    return settings
