"""Which scripts and sheets each page is made of. A new file is a name here, or an import in a script named here."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class PageParts:
    """What one page loads, in order, below `static` and without .css and .js.

    A sheet may override those before it. Scripts bring along what they import.
    """

    sheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


EVERY_PAGE = PageParts(
    sheets=(
        "lib/tokens",
        "lib/base",
        "lib/faces",
        "lib/notice",
        "lib/languages",
        "lib/segments",
        "lib/prose",
        "lib/lamps",
    ),
    scripts=("lib/languages", "lib/theme"),
)
"""What every page loads before its own."""

BY_MEDIUM = ("lib/dark", "lib/forced-colors", "print/sheet")
"""Sheets with addresses of their own, since a page says by itself for which media they are; they come last."""

PAGES: Mapping[str, PageParts] = MappingProxyType(
    {
        "error": PageParts(),
        "game": PageParts(
            sheets=(
                "game/layout",
                "game/status",
                "game/clock",
                "game/tray",
                "game/dice",
                "game/outcome",
                "game/panel",
                "game/controls",
                "game/sheet",
                "game/card",
                "game/cell",
                "game/tiles",
                "game/match",
                "game/coach",
                "game/caution",
                "game/dialogs",
                "game/analysis",
                "game/pending",
                "game/device",
                "game/grid",
                "game/shortcuts",
                "game/celebration",
                "game/rolling",
                "game/question",
                "start/layout",
                "start/games",
                "start/settings",
                "start/options",
                "start/seats",
                "start/seat",
            ),
            scripts=("game/main",),
        ),
        "setup": PageParts(
            sheets=(
                "setup/layout",
                "setup/tabs",
                "setup/stage",
                "setup/step",
                "setup/cutouts",
                "setup/keys",
                "setup/camera",
                "setup/tray",
                "setup/dice",
                "setup/throws",
                "setup/panel",
            ),
            scripts=("setup/main",),
        ),
        "sheet": PageParts(sheets=("print/page",), scripts=("print/main",)),
    }
)
"""The pages by the name of their template."""
