"""One zip to send to someone who helps: how this table is set up, what it sees and what its log says. No secrets."""

import getpass
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from firmware_host.app.doctor import examine
from firmware_host.app.log import kept_log
from firmware_host.errors import DiceTableError
from firmware_host.game.events import GameStarted
from firmware_host.journal.store import Journal
from firmware_host.settings import DEFAULTS, JOURNAL_FILE, PICTURE_FOLDER, SETUP_FILE, Settings
from firmware_host.setup import StepView

README = "README.txt"
LAST_PICTURES = 3
"""The newest pictures of rolls: enough to judge light and camera."""

LARGEST = 2 * 1024 * 1024
"""The most bytes of a file; a larger one is left out, and the README says so."""

RECORDS = ("tray.json", "skipped.json", "setup_results.json", "dice_sets/in_use.json", SETUP_FILE)
"""Files of the setup, in the data folder."""

LATEST_GAMES = 100
"""Games whose players are masked in the log; the log does not go back further."""

INTRODUCTION = """\
Diagnostics of a dice table, to send to whoever helps you.

Inside:
  doctor.txt       versions, settings, models, house rules and cameras, as shown by dice-table doctor
  settings.json    the settings, and where each comes from
  setup.json       the status of each setup step, if the table was running
  setup/           files of the setup: where the tray is, which steps were skipped, how well dice were read
  pictures/        what the camera sees, the pictures in which trays were marked, and the newest rolls
  log.txt          the latest log messages

Not inside: games and their players, photos of earlier evenings, taught dice, and anything on this machine outside the
dice table. Your home folder appears as ~, and players' names are removed from the log. The pictures show your tray and
whatever is around it: look at them before you send this file.
"""


class DiagnosticsError(DiceTableError, OSError):
    """The zip cannot be written."""


class Mask:
    """Removes private details from a text: the home folder, the account and the players' names."""

    def __init__(self, players: Iterable[str] = ()) -> None:
        home = Path.home()
        folders = {str(home), home.as_posix(), json.dumps(str(home))[1:-1]} - {home.anchor}
        self._replaced = [(re.compile(re.escape(folder)), "~") for folder in sorted(folders, key=len, reverse=True)]
        self._replaced += [(_word(name), "(player)") for name in sorted(set(players), key=len, reverse=True) if name]
        with suppress(OSError, KeyError, ImportError):  # nobody is logged in, so there is no name to mask
            account = getpass.getuser()
            if account != "root":
                self._replaced.append((_word(account), "(account)"))

    def __call__(self, text: str) -> str:
        """Return the text with these replaced."""
        for pattern, instead in self._replaced:
            text = pattern.sub(instead, text)
        return text


def write_diagnostics(settings: Settings, path: Path) -> None:
    """Write the zip without asking a running table; DiagnosticsError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(diagnostics(settings))
    except OSError as error:
        raise DiagnosticsError(f"The diagnostics cannot be written to {path}: {error.strerror or error}.") from error


def diagnostics(settings: Settings, steps: Sequence[StepView] = (), live: bytes | None = None) -> bytes:
    """Return the zip. `steps` are those of a running table, `live` is a JPEG of what its camera sees."""
    players, unread = _players(settings.data)
    mask = Mask(players)
    notes = [unread] if unread else []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _entries(settings, mask, steps, live, notes):
            archive.writestr(name, content)
        more = "".join(f"Note: {mask(line)}\n" for line in notes)
        archive.writestr(README, INTRODUCTION + (f"\n{more}" if more else ""))
    return packed.getvalue()


def _entries(
    settings: Settings, mask: Mask, steps: Sequence[StepView], live: bytes | None, notes: list[str]
) -> Iterator[tuple[str, str | bytes]]:
    yield "doctor.txt", mask("".join(f"{finding}\n" for finding in examine(settings)))
    chosen = {key: {"value": getattr(settings, key), "from": settings.origins[key]} for key in DEFAULTS}
    yield "settings.json", mask(_json(chosen))
    yield "setup.json", mask(_json([_step(step) for step in steps]))
    for name in RECORDS:
        content = _content(settings.data / name, notes)
        if content is not None:
            yield f"setup/{Path(name).name}", mask(content.decode("utf-8", errors="replace"))
    if live is not None:
        yield "pictures/live.jpg", live
    for path in (*sorted(settings.data.glob("tray-*.jpg")), *_newest_rolls(settings.data / PICTURE_FOLDER)):
        content = _content(path, notes)
        if content is not None:
            yield f"pictures/{path.name if path.parent == settings.data else _roll_name(path)}", content
    yield "log.txt", mask(kept_log(settings.data))


def _content(path: Path, notes: list[str]) -> bytes | None:
    """Return a file's content; None if it is missing, or left out with a note of the reason."""
    try:
        if path.stat().st_size > LARGEST:
            notes.append(f"{path} was left out, because it is larger than {LARGEST // 1024} kB.")
            return None
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        notes.append(f"{path} was left out, because it cannot be read: {error.strerror or error}.")
        return None


def _newest_rolls(folder: Path) -> list[Path]:
    """Return the newest photos of rolls; game folders sort by time."""
    games = sorted((game for game in folder.glob("*") if game.is_dir()), reverse=True)
    rolls = (roll for game in games for roll in sorted(_photos(game), key=lambda roll: int(roll.stem), reverse=True))
    return [roll for roll, _ in zip(rolls, range(LAST_PICTURES), strict=False)]


def _photos(game: Path) -> list[Path]:
    return [photo for photo in game.glob("*.jpg") if photo.stem.isdecimal()]


def _roll_name(roll: Path) -> str:
    return f"{roll.parent.name}-{roll.name}"


def _players(data: Path) -> tuple[set[str], str]:
    """Return the players of the latest games and, if they cannot be read, why the log may name them."""
    path = data / JOURNAL_FILE
    if not path.exists():
        return set(), ""
    try:
        journal = Journal.read(path)
        try:
            starts = [journal.events(game.id)[0] for game in journal.games()[:LATEST_GAMES]]
        finally:
            journal.close()
    except DiceTableError as error:
        return set(), f"Players' names may still be in the log, because the games cannot be read. {error}"
    return {player.name for start in starts if isinstance(start, GameStarted) for player in start.players}, ""


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _step(step: StepView) -> Mapping[str, object]:
    return {
        "step": step.id,
        "state": step.state,
        "findings": [
            {"grade": finding.grade, "text": str(finding.sentence), "number": finding.number, "unit": finding.unit}
            for finding in step.findings
        ],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"
