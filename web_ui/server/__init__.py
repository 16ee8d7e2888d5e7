"""The program's HTTP server: waitress, with streams that take no thread and limits for each address."""

from web_ui.server.server import PageServer, open_server

__all__ = ["PageServer", "open_server"]
