"""`dice-table`: the command line. Each command loads what it needs only when it runs."""

from firmware_host.cli import games, playing, recording, seeing
from firmware_host.cli.group import main

__all__ = ["games", "main", "playing", "recording", "seeing"]
