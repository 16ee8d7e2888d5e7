"""What browsers are given of `static`, each file at an address that changes with what is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from firmware_host import __version__
from web_ui.assets.parts import BY_MEDIUM, EVERY_PAGE, PAGES, PageParts
from web_ui.assets.script_joiner import ScriptJoiner
from web_ui.assets.sheet_joiner import join_sheets
from web_ui.compression import compressed

STATIC = Path(__file__).parents[1] / "static"
TEMPLATES = Path(__file__).parents[1] / "templates"
JOINED = (".js", ".css", ".ts")
"""What is not given out by itself: parts of a page's script and sheet, and types for development."""
MIMETYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Ours, whatever the machine takes them for."""


@dataclass(frozen=True)
class Asset:
    """A file for browsers."""

    name: str
    content: bytes

    @cached_property
    def fingerprint(self) -> str:
        """What tells this content from any other of the same name."""
        return sha256(self.content).hexdigest()[:16]

    @cached_property
    def mimetype(self) -> str:
        """What browsers are told it is."""
        return MIMETYPES.get(Path(self.name).suffix) or guess_type(self.name)[0] or "application/octet-stream"

    @cached_property
    def compressed(self) -> bytes | None:
        """The content as gzip; None where that saves nothing."""
        return compressed(self.content, self.mimetype, level=9)


class Assets:
    """The files of a folder like `static`, joined page by page; AssetError where that cannot be done."""

    def __init__(
        self,
        root: Path = STATIC,
        templates: Path = TEMPLATES,
        pages: Mapping[str, PageParts] = PAGES,
        every_page: PageParts = EVERY_PAGE,
        by_medium: Sequence[str] = BY_MEDIUM,
    ) -> None:
        self._assets: dict[str, Asset] = {}
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix not in JOINED:
                self._add(path.relative_to(root).as_posix(), path.read_bytes())
        for sheet in by_medium:
            self._add(f"{sheet}.css", join_sheets(root, [f"{sheet}.css"], self.address).encode())
        joiner = ScriptJoiner(root)
        for page, parts in pages.items():
            sheets = [f"{sheet}.css" for sheet in (*every_page.sheets, *parts.sheets)]
            scripts = [f"{script}.js" for script in (*every_page.scripts, *parts.scripts)]
            self._add(f"{page}.css", join_sheets(root, sheets, self.address).encode())
            self._add(f"{page}.js", joiner.join(scripts).encode())
        markup = [path.read_bytes() for path in sorted(templates.rglob("*.html"))]
        prints = [asset.fingerprint.encode() for asset in self._assets.values()]
        self.build = sha256(b"\0".join([__version__.encode(), *prints, *markup])).hexdigest()[:16]
        """What tells the pages of this program from those of another version of it."""

    def address(self, name: str) -> str:
        """Return where a browser finds a file: “game.js”, “lib/die.svg”; KeyError if there is none."""
        return f"/static/{self._assets[name].fingerprint}/{name}"

    def get(self, name: str) -> Asset | None:
        """Return a file by its name."""
        return self._assets.get(name)

    def _add(self, name: str, content: bytes) -> None:
        self._assets[name] = Asset(name, content)


@cache
def own_assets() -> Assets:
    """Return the files of this package, read and joined once."""
    return Assets()
