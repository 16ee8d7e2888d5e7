"""One zip for whoever helps from afar: how this table is set up, what it sees and what its log says. No secrets."""

import getpass
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from firmware_host.assembly.doctor import examine
from firmware_host.assembly.logbook import kept_log
from firmware_host.errors import DiceTableError
from firmware_host.game.events import GameStarted
from firmware_host.journal.store import Journal
from firmware_host.settings import DEFAULTS, SETUP_FILE, Settings
from firmware_host.table.setup import StepShown

README = "README.txt"
LAST_PICTURES = 3
"""Pictures of rolls, the newest: enough to see what light and camera are like."""

LARGEST = 2 * 1024 * 1024
"""Bytes of a file that is put in; one that is larger is left out, and named in the README."""

RECORDS = ("tray.json", "skipped.json", "setup_results.json", "dice_sets/in_use.json", SETUP_FILE)
"""What the setup keeps, under the data folder."""

LATEST_GAMES = 100
"""Games whose players are looked up, so that the log does not name them: it reaches no farther back."""

INTRODUCTION = """\
Diagnostics of a dice table, made to be sent to whoever helps.

What is inside:
  doctor.txt       versions, settings, models, house rules and cameras, as dice-table doctor tells them
  settings.json    the settings, and where each comes from
  setup.json       how it stands with each step of the setup, as far as it was open
  setup/           what the setup keeps: where the tray lies, what was skipped, how well dice were read
  pictures/        what the camera sees, the pictures that trays were marked in, and the newest rolls
  log.txt          what the program told its keeper lately

What is not: the games and their players, photos of earlier evenings, taught dice, and everything that is set on this
machine outside of the dice table. Your folder is written ~ and players' names are left out of the log. The pictures
show your tray and what lies around it: look at them before you send this file.
"""


class DiagnosticsError(DiceTableError, OSError):
    """The zip cannot be written."""


class Mask:
    """Takes out of a text what is nobody else's business: the home folder, the account and the players' names."""

    def __init__(self, players: Iterable[str] = ()) -> None:
        home = Path.home()
        folders = {str(home), home.as_posix(), json.dumps(str(home))[1:-1]} - {home.anchor}
        self._replaced = [(re.compile(re.escape(folder)), "~") for folder in sorted(folders, key=len, reverse=True)]
        self._replaced += [(_word(name), "(player)") for name in sorted(set(players), key=len, reverse=True) if name]
        with suppress(OSError, KeyError, ImportError):  # where nobody is logged in there is nobody to name
            account = getpass.getuser()
            if account != "root":
                self._replaced.append((_word(account), "(account)"))

    def __call__(self, text: str) -> str:
        """Return the text without them."""
        for pattern, instead in self._replaced:
            text = pattern.sub(instead, text)
        return text


def write_diagnostics(settings: Settings, path: Path) -> None:
    """Write the zip of a table that is not running, or not reached; DiagnosticsError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(diagnostics(settings))
    except OSError as error:
        raise DiagnosticsError(f"The diagnostics cannot be written to {path}: {error.strerror or error}.") from error


def diagnostics(settings: Settings, steps: Sequence[StepShown] = (), live: bytes | None = None) -> bytes:
    """Return the zip. `steps` are those of a running setup, `live` a JPEG of what its camera sees."""
    players, unread = _players(settings.data)
    mask = Mask(players)
    left_out: list[str] = [unread] if unread else []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _entries(settings, mask, steps, live, left_out):
            archive.writestr(name, content)
        more = "".join(f"Left out: {mask(line)}\n" for line in left_out)
        archive.writestr(README, INTRODUCTION + (f"\n{more}" if more else ""))
    return packed.getvalue()


def _entries(
    settings: Settings, mask: Mask, steps: Sequence[StepShown], live: bytes | None, left_out: list[str]
) -> Iterator[tuple[str, str | bytes]]:
    yield "doctor.txt", mask("".join(f"{finding}\n" for finding in examine(settings)))
    told = {key: {"value": getattr(settings, key), "from": settings.origins[key]} for key in DEFAULTS}
    yield "settings.json", mask(_json(told))
    yield "setup.json", mask(_json([_step(step) for step in steps]))
    for name in RECORDS:
        content = _content(settings.data / name, left_out)
        if content is not None:
            yield f"setup/{Path(name).name}", mask(content.decode("utf-8", errors="replace"))
    if live is not None:
        yield "pictures/live.jpg", live
    for path in (*sorted(settings.data.glob("tray-*.jpg")), *_newest_rolls(settings.data / "pictures")):
        content = _content(path, left_out)
        if content is not None:
            yield f"pictures/{path.name if path.parent == settings.data else _roll_name(path)}", content
    yield "log.txt", mask(kept_log(settings.data))


def _content(path: Path, left_out: list[str]) -> bytes | None:
    """Return what a file holds; None where it is not there, or is left out with the reason."""
    try:
        if path.stat().st_size > LARGEST:
            left_out.append(f"{path} is larger than {LARGEST // 1024} kB.")
            return None
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        left_out.append(f"{path} cannot be read: {error.strerror or error}.")
        return None


def _newest_rolls(folder: Path) -> list[Path]:
    """Return the newest photos of rolls; folders of games sort by time."""
    games = sorted((game for game in folder.glob("*") if game.is_dir()), reverse=True)
    rolls = (roll for game in games for roll in sorted(_photos(game), key=lambda roll: int(roll.stem), reverse=True))
    return [roll for roll, _ in zip(rolls, range(LAST_PICTURES), strict=False)]


def _photos(game: Path) -> list[Path]:
    return [photo for photo in game.glob("*.jpg") if photo.stem.isdecimal()]


def _roll_name(roll: Path) -> str:
    return f"{roll.parent.name}-{roll.name}"


def _players(data: Path) -> tuple[set[str], str]:
    """Return the players of the latest games and, where they cannot be read, why the log may name them."""
    # Late, because the assembly's own modules meet there.
    from firmware_host.assembly.build import JOURNAL_FILE  # noqa: PLC0415

    path = data / JOURNAL_FILE
    if not path.exists():
        return set(), ""
    try:
        journal = Journal.open(path)
        try:
            starts = [journal.events(game.id)[0] for game in journal.games()[:LATEST_GAMES]]
        finally:
            journal.close()
    except DiceTableError as error:
        return set(), f"names of players could not be taken out of the log, because the games cannot be read. {error}"
    return {player.name for start in starts if isinstance(start, GameStarted) for player in start.players}, ""


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _step(step: StepShown) -> Mapping[str, object]:
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
