"""Serves the pages of the tree on PYTHONPATH over a table in memory, as the program does: `python table_in_memory.py`.

No camera takes the machine's time. With the argument `game`, a game is being played. It prints its port.
"""

import socket
import sys

from firmware_host.game.commands import StartGame
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.app import create_app

try:
    from web_ui.server import open_server
except ModuleNotFoundError:  # a tree from before the page had a server of its own
    from waitress import create_server

    def open_server(app, listening):  # type: ignore[no-untyped-def, misc]
        """Serve as that tree did."""
        return create_server(app, sockets=[listening])


def main() -> None:
    """Serve until killed."""
    table = FakeTable()
    if "game" in sys.argv:
        table.ask(StartGame(TWO))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = open_server(create_app(table, table.wizard), listening)
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        server.run()


if __name__ == "__main__":
    main()
