"""`dice-table` itself. A command's module is imported only when the command runs, so that `--help` answers at once."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from firmware_host import __version__
from firmware_host.cli.language import language_option, tell
from firmware_host.errors import DiceTableError

COMMANDS = MappingProxyType(
    {
        "play": "Play: watch the tray and show the page.",
        "read": "Read the dice in photographs.",
        "teach": "Teach the program your own dice.",
        "calibrate": "Find the tray, and check light, lens and dice.",
        "rules": "List the games, or show the rules of one.",
        "score": "Show what dice are worth.",
        "advise": "Show what to do with dice, and what each choice costs.",
        "solve": "Work out the best play of a game.",
        "export": "Write a played game as text.",
        "replay": "Play a game written as text.",
        "record": "Record what the camera sees.",
        "watch": "Play a recording again, and show what has changed.",
        "backup": "Save games, settings and setup in one file.",
        "restore": "Bring back what backup saved.",
        "repair": "Save what can be saved of a damaged journal.",
        "doctor": "Check the installation.",
    }
)
"""What each command does, in the order of the help. Each is `command` in `cli/commands/<name>.py`."""


class CommandGroup(click.Group):
    """A group of commands, each in a module of the same name in `package`.

    `summaries` has a line about each. An expected error ends the program with its sentence and exit status 1, without
    a traceback.
    """

    def __init__(self, *args: Any, package: str, summaries: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package = package
        self._summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands in help order."""
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import a command's module and return the command; None if there is none with that name."""
        if cmd_name not in self._summaries:
            return None
        command: click.Command = import_module(f"{self._package}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; expected errors become click's."""
        try:
            return super().invoke(ctx)
        except DiceTableError as error:
            raise click.ClickException(tell(error.sentence)) from error
        except (ImportError, ValueError) as error:
            from firmware_host.app.doctor import load_fault  # noqa: PLC0415 - only if something is missing

            sentence = load_fault(error)
            if sentence is None:
                raise
            raise click.ClickException(sentence) from error


@click.group(
    cls=CommandGroup,
    package="firmware_host.cli.commands",
    summaries=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@language_option
@click.version_option(__version__, prog_name="dice-table")
def main() -> None:
    """Real dice, read by a camera, scored on a tablet."""
