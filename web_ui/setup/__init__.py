"""The setup page: a list of steps beside what the camera sees."""

from web_ui.setup.page import blueprint

__all__ = ["blueprint"]
