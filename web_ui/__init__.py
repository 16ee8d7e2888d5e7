"""The page on the tablet: a Flask app over the table. It sees snapshots and rulesets, never a device."""

from web_ui.app import create_app

__all__ = ["create_app"]
