"""`dice-table calibrate`: one module for each subcommand."""

from types import MappingProxyType

import click

from firmware_host.cli.group import CommandGroup

COMMANDS = MappingProxyType(
    {
        "sheet": "Write the sheet to print.",
        "find": "Find the tray by the printed cards.",
        "check": "Check light, lens, dice and camera position.",
        "status": "Show the status of each setup step.",
    }
)
"""What each subcommand does, in help order."""


@click.group(cls=CommandGroup, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Find the tray in the camera's picture, and check whether dice can be read in it."""
