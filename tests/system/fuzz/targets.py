"""What is fuzzed: each target takes bytes, and either accepts them or refuses them with a sentence of our own."""

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from flask.testing import FlaskClient

from firmware_host.errors import DiceTableError
from firmware_host.game.events import Event
from firmware_host.game.replay import replay
from firmware_host.game.session import fold
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.journal.codec import decode, encode
from firmware_host.journal.store import Journal
from firmware_host.rules.house import house_ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.settings import load_settings
from tests.web_ui.fake_table import FakeTable
from vision.calibration import TrayFile
from vision.errors import VisionError
from vision.picture_file import decode_picture
from vision.picture_header import size_in_header
from vision.read import DiceSets
from vision.recording.recording import read_recording
from vision.simulate.script_file import read_script
from web_ui.app import create_app
from web_ui.asking import ACTIONS
from web_ui.setup.actions import ACTIONS as SETUP_ACTIONS

DATA = Path(__file__).resolve().parents[2] / "data"
GOLDEN = DATA / "golden"
SPLIT = b"\n%%%%\n"
"""Between the files of an input that stands for several."""


@dataclass(frozen=True)
class Target:
    """`run` takes an input; what it raises besides `refusals` is a fault. `words` are pieces to make inputs of."""

    run: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[bytes, ...] = ()
    refusals: tuple[type[Exception], ...] = field(default=(DiceTableError, VisionError))


@cache
def _folder() -> Path:
    """Return a folder for files that an input stands for; in memory where the system has such a place."""
    memory = Path("/dev/shm")  # noqa: S108 - the folder within is ours alone
    folder = tempfile.mkdtemp(prefix="dice-table-fuzz-", dir=memory if memory.is_dir() else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _file(name: str, content: bytes) -> Path:
    path = _folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogateescape" if data[:1] == b"!" else "replace")


def _journal_file(data: bytes) -> None:
    for left in _folder().glob("journal.sqlite*"):
        left.unlink()
    journal = Journal.open(_file("journal.sqlite", data))
    try:
        journal.requests()
        journal.latest()
        for game in journal.games():
            fold(journal.events(game.id), RULESETS)
    finally:
        journal.close()


def _journal_events(data: bytes) -> None:
    """Play stored events, each a line of its kind and its body."""
    events: list[Event] = []
    for line in _text(data).splitlines()[:200]:
        kind, _, body = line.partition(" ")
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError):
            continue  # what is stored has been JSON; what does not is told by the journal itself
        events.append(decode(kind, fields))
    fold(events, RULESETS)


def _event_seeds() -> Iterable[bytes]:
    journal = Journal.open(_file("seed.sqlite", (GOLDEN / "table" / "journal.sqlite").read_bytes()))
    try:
        for game in journal.games()[:12]:
            lines = (encode(event) for event in journal.events(game.id)[:40])
            yield "\n".join(f"{kind} {json.dumps(body)}" for kind, body in lines).encode()
    finally:
        journal.close()


def _transcript(data: bytes) -> None:
    replay(parse_transcript(_text(data)))


def _house_rules(data: bytes) -> None:
    house_ruleset(_text(data))


def _settings(data: bytes) -> None:
    settings, _, setup = data.partition(SPLIT)
    _file("settings/settings.toml", settings)
    load_settings({"data": _file("settings/setup.json", setup).parent}, {})


def _dice_set(data: bytes) -> None:
    dice_set, _, in_use = data.partition(SPLIT)
    _file("dice_sets/mine.npz", dice_set)
    _file("dice_sets/in_use.json", in_use)
    sets = DiceSets(_folder())
    try:
        sets.in_use()
    except VisionError:
        sets.load("mine")
    sets.load("mine")


def _tray(data: bytes) -> None:
    trays = TrayFile(_file("tray.json", data).parent)
    trays.picture("sim")
    trays.load("sim")


def _tray_seeds() -> Iterable[bytes]:
    for folder in ("table", "older"):
        text = (GOLDEN / folder / "tray.json").read_text(encoding="utf-8")
        yield text.replace("sim:script=tray.toml", "sim").encode()


def _recording(data: bytes) -> None:
    lines, _, video = data.partition(SPLIT)
    _file("recording/part-000001.jsonl", lines)
    recording = read_recording(_file("recording/part-000001.mjpeg", video).parent)
    for span in recording.spans:
        for _ in span.frames():
            pass


def _recording_seeds() -> Iterable[bytes]:
    folder = GOLDEN / "recording"
    for part in ("part-000001", "part-000005"):
        video = (folder / f"{part}.mjpeg").read_bytes()
        yield (folder / f"{part}.jsonl").read_bytes() + SPLIT + video[:60_000]


def _picture(data: bytes) -> None:
    picture = decode_picture(data, "photo")
    told = size_in_header(data)
    height, width = picture.shape[:2]
    if told is None or told[0] * told[1] < width * height:
        raise AssertionError(f"the header tells {told}, decoded it is {width} x {height}")


def _picture_seeds() -> Iterable[bytes]:
    import cv2  # noqa: PLC0415 - the one seed that needs it
    import numpy as np  # noqa: PLC0415

    ramp = np.tile(np.arange(24, dtype=np.uint8)[:, None, None] * 10, (1, 40, 3))
    for ending in (".jpg", ".png", ".webp", ".bmp", ".tif"):
        yield cv2.imencode(ending, ramp)[1].tobytes()
    yield cv2.imencode(".webp", ramp, (cv2.IMWRITE_WEBP_QUALITY, 101))[1].tobytes()
    yield cv2.imencode(".jpg", ramp, (cv2.IMWRITE_JPEG_PROGRESSIVE, 1))[1].tobytes()


def _script(data: bytes) -> None:
    read_script(_file("script.toml", data))


ROUTES = (
    *(f"/api/{action}" for action in ACTIONS),
    *(f"/api/setup/{step}/{action}" for step, action in SETUP_ACTIONS),
    "/api/press",
    "/api/language",
    "/api/theme",
)


@cache
def _client() -> FlaskClient:
    table = FakeTable()
    return create_app(table, table.wizard).test_client()


def _http(data: bytes) -> None:
    """Ask each action whose number the first byte is, with the rest as its body."""
    route = ROUTES[(data[0] if data else 0) % len(ROUTES)]
    answer = _client().post(route, data=data[1:], content_type="application/json")
    if answer.status_code >= 500:
        raise AssertionError(f"{route} answers {answer.status_code}")
    if answer.status_code >= 400:
        json.loads(answer.data)


def _http_seeds() -> Iterable[bytes]:
    start = b'{"players":[{"name":"Ann","colour":"#aa3333"},{"name":"Ben","colour":"#3333aa"}],"rules":"yatzy"}'
    bodies = (
        start,
        b"{}",
        b'{"die":1,"held":true}',
        b'{"die":1,"value":3}',
        b'{"box":"chance","strike":false}',
        b'{"values":[1,2,3,4,5]}',
        b'{"keep":[0,1]}',
        b'{"outline":[[0,0],[1,0],[1,1]]}',
        b'{"name":"mine","kind":"pips"}',
        b'{"source":"sim","request":"0123456789","expected":"x"}',
        b'{"button":1}',
        b'{"language":"de"}',
    )
    return (bytes([number % 256]) + bodies[number % len(bodies)] for number in range(len(ROUTES)))


def _files(*paths: Path) -> Callable[[], Iterable[bytes]]:
    return lambda: (path.read_bytes() for path in paths)


JSON = (
    *b'null true NaN Infinity 1e999 -1 -0.0 0.5 99 {} [] "" "version" "\\ud800" "\\u202e" [[0,0],[0,0],[0,0]]'.split(),
    b"1" * 400,
    b"[" * 3000,
    b'{"a":' * 3000,
)
TOML = (
    *b'[[ ]] = { } inf nan true -1 0x7f 1979-05-27 99999999999999999999 a.b.c \'\'\' """ "\\u202e" [[event]]'.split(),
    b"\n[a]\n",
    b"\xef\xbb\xbf",
    b"[" * 2000,
)
HOUSE = (
    *b"based-on boxes bonuses awards options clock-minutes players sum-of choices id title remove add points".split(),
    b"rolls = 0",
    b"dice = 99",
    b"slots = 999999999",
)
TRANSCRIPT = (
    *b'rules: players: options: coach -> | keep strike undo # " : stand chance \xe2\x80\xae \x00'.split(),
    b"A K Q J 10",
    b"1 2 3 4 5",
)
TRANSCRIPTS = (
    b"rules: poker-dice\nplayers: Ana\nAna: A K Q J 10 | keep A | A A 9 9 9 -> full-house\n",
    b'rules: crag\nplayers: Ana, "B, n"\nAna: 1 2 3 -> chance\n"B, n": 6 6 1 -> ones # l\nAna: 6 6 6 -> strike twos\n',
    b"rules: yatzy\nplayers: Ana\nAna: 1 1 1 2 2 -> full-house\nundo\nAna: 1 1 1 2 2 -> ones\n",
)


def _with(first: Path, second: bytes) -> Callable[[], Iterable[bytes]]:
    return lambda: [first.read_bytes() + SPLIT + second]


TABLE = GOLDEN / "table"
TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        "journal-file": Target(
            _journal_file, _files(GOLDEN / "pulled" / "journal.sqlite", TABLE / "journal.sqlite"), JSON
        ),
        "journal-events": Target(_journal_events, _event_seeds, JSON),
        "transcript": Target(_transcript, lambda: TRANSCRIPTS, TRANSCRIPT),
        "house-rules": Target(_house_rules, _files(*sorted((DATA / "house").glob("*.toml"))), (*TOML, *HOUSE)),
        "settings": Target(
            _settings,
            _with(TABLE / "settings.toml", (TABLE / "setup.json").read_bytes()),
            (*TOML, *JSON, b"camera", b"pause", b"port"),
        ),
        "dice-set": Target(
            _dice_set,
            _with(next((TABLE / "dice_sets").glob("*.npz")), b'{"version":1,"name":"mine"}'),
            (*JSON, b"crops.npy", b"PK\x03\x04", b"PK\x01\x02", b"\x93NUMPY", b"'descr': '|O'", b"(99999999999,)"),
        ),
        "tray": Target(_tray, _tray_seeds, JSON),
        "recording": Target(_recording, _recording_seeds, JSON),
        "picture": Target(
            _picture, _picture_seeds, (b"\xff\xd8\xff", b"IHDR", b"VP8X", b"II*\0", b"\xff\xc2", b"\xff\xda")
        ),
        "script": Target(_script, _files(GOLDEN / "tray.toml"), (*TOML, b"do = ", b"at = ")),
        "http": Target(_http, _http_seeds, JSON),
    }
)
