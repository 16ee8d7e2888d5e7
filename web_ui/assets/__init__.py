"""The page's own files: a script and a sheet for each page, joined when the program starts, and cached for good."""

from web_ui.assets.files import Asset, Assets, own_assets
from web_ui.assets.serving import blueprint

__all__ = ["Asset", "Assets", "blueprint", "own_assets"]
