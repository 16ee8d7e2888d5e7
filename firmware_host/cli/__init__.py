"""`dice-table`: the command line."""

from firmware_host.cli.group import main

__all__ = ["main"]
