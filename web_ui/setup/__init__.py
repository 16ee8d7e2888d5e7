"""The setup page: a list of steps beside what the camera sees."""

from web_ui.setup.page import BackupPort, blueprint

__all__ = ["BackupPort", "blueprint"]
