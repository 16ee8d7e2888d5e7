"""What the automatic backups remember from one start to the next, in `backups/state.json`."""

import json
import logging
import secrets
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any

from vision.atomic_file import write_bytes

FILE_NAME = "state.json"
VERSION = 1
LARGEST = 64 * 1024
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlaceState:
    """How backups into one place stand: when the last was `made`, since when one is `due`, and why it failed last."""

    made: datetime | None = None
    due: datetime | None = None
    failure: str = ""

    def at_work(self, now: datetime) -> "PlaceState":
        """Return the state once a backup is due."""
        return replace(self, due=self.due or now)

    def failed(self, why: str) -> "PlaceState":
        """Return the state after a backup failed."""
        return replace(self, failure=why)


@dataclass(frozen=True, slots=True)
class State:
    """`id` names this table in a place that several may share, `mark` is what the last backup was made of.

    `apart` tells whether the second place has ever been on another disk than the games.
    """

    id: str = field(default_factory=lambda: secrets.token_hex(3))
    mark: str = ""
    own: PlaceState = PlaceState()
    second: PlaceState = PlaceState()
    second_folder: str = ""
    apart: bool = False


class Memory:
    """Keeps a State in a folder; calls may come from many threads. What cannot be saved is remembered until the end."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._lock = Lock()
        self._state = self._load()

    @property
    def state(self) -> State:
        """The state as it is now."""
        return self._state

    def change(self, **fields: Any) -> None:
        """Replace fields of the state and save it."""
        with self._lock:
            changed = replace(self._state, **fields)
            if changed == self._state:
                return
            self._state = changed
            content = json.dumps({"version": VERSION, **asdict(changed)}, default=datetime.isoformat)
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                write_bytes(self._path, content.encode())
            except OSError as error:
                log.warning("%s cannot be saved: %s", self._path, error)

    def _load(self) -> State:
        try:
            with self._path.open("rb") as file:
                fields = json.loads(file.read(LARGEST))
            if fields["version"] != VERSION:
                raise ValueError(f"it is not of version {VERSION}")
            return State(
                id=_hex(fields["id"]),
                mark=str(fields["mark"]),
                own=_place(fields["own"]),
                second=_place(fields["second"]),
                second_folder=str(fields["second_folder"]),
                apart=bool(fields["apart"]),
            )
        except FileNotFoundError:
            return State()
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            log.warning("%s is passed over, so the next backup is made soon: %s", self._path, error)
            return State()


def _place(fields: Any) -> PlaceState:
    made, due = (None if fields[key] is None else datetime.fromisoformat(fields[key]) for key in ("made", "due"))
    for moment in (made, due):
        if moment is not None and moment.tzinfo is None:
            raise ValueError(f"{moment} has no time zone")
    return PlaceState(made, due, str(fields["failure"]))


def _hex(value: Any) -> str:
    if not isinstance(value, str) or not value.isalnum() or not value.isascii():
        raise ValueError(f"{value!r} is no name of a table")
    return value
