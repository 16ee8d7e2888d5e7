"""Write the golden files: what this program has stored, of every kind, to be read by every later one.

What lies in this folder was made by version 0.1.0 (the last one before everything was renamed). It is not made anew:
a file that the code of its day wrote is worth something only as long as it stays what that code wrote. Run this to ADD
new files only; it leaves every file alone that is there, and refuses where nothing is left to add:

    python -m tests.data.golden.make

A part whose folder or file exists is skipped whole; so is each answer (see `answers`).
"""

import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from firmware_host import __version__
from firmware_host.game.commands import (
    Place,
    RecordRoll,
    SetHold,
    StartGame,
)
from firmware_host.journal.store import Journal
from firmware_host.settings import save_camera
from firmware_host.setup import SkipFile
from firmware_host.setup.accuracy import Accuracy, FaceRead
from firmware_host.setup.accuracy import as_result as throws_result
from firmware_host.setup.enrolment import EnrolmentResult
from firmware_host.setup.enrolment import as_result as dice_result
from firmware_host.setup.results import ResultFile
from firmware_host.table.game_session import GameSession
from firmware_host.table.pictures import Pictures
from tests.data.golden.answers import ANSWERS, GOLDEN, asked
from tests.data.golden.evening import (
    ANA,
    BO,
    Evening,
    against_the_clock,
    house_rules,
    jokers,
    paused,
    poker_dice,
)
from tests.vision.calibration.printed import in_corners, laid
from tests.vision.read.conftest import tray as ivory_dice
from vision.calibration import Calibration, TrayFile
from vision.calibration.lens import Lens
from vision.frame import Picture
from vision.read import DiceReader, DiceSet, DiceSets, Enrolment
from vision.read.example import example
from vision.recording import Limits, Parts, Recorder, opened
from vision.recording import recorder as recorder_module
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.tray import CAMERA, SimulatedTray
from vision.sources.base import Lock, Report
from vision.watcher import open_camera

CAMERA_SPEC = "sim:script=tray.toml"
SMALL = (400, 300)
SCRIPT = f"""
seed = 23
rate = 5
speed = 4
event = [
  {{ at = 0, do = "resize", seconds = 600, width = {SMALL[0]}, height = {SMALL[1]} }},
  {{ at = 3, do = "throw", dice = [{{ face = 1 }}, {{ face = 5 }}, {{ face = 6 }}] }},
  {{ at = 5, do = "hand", seconds = 0.4 }},
  {{ at = 7, do = "throw", keep = [1], dice = [{{ lean = 35 }}, {{ face = 3, x = 105, y = 0 }}] }},
  {{ at = 9, do = "take", die = 1 }},
  {{ at = 10.5, do = "unplug", seconds = 0.5 }},
]
"""


def taught(folder: Path) -> None:
    """Teach a set of three faces from drawn dice, correct it once, and keep it in both versions of its file."""
    reader = DiceReader.load()
    lesson = Enrolment(DiceSet("ivory dice"))
    for value, face in zip((1, 2, 6), "9JA", strict=True):
        picture = _plain(ivory_dice((value,) * 3, 40 + value))
        lesson.add_examples(face, picture, [die.box for die in reader.read(picture)])
    learnt = lesson.dice_set
    sets = DiceSets(folder / "table")
    picture = _plain(ivory_dice((2, 6), 77))
    first, second = (example(picture, die.box) for die in reader.read(picture))
    sets.save(learnt.with_correction("J", first).with_correction("A", second))
    sets.use("ivory dice")
    older = folder / "older/dice_sets"
    older.mkdir(parents=True)
    # As version 1 had it: no word of corrections.
    np.savez_compressed(
        older / "bone.npz",
        version=np.array(1),
        shown=np.array(learnt.labels[:6], "U8"),
        crops=np.stack(learnt.crops[:6]),
    )


def dice(folder: Path) -> None:
    """Draw dice of the taught set to be read."""
    cv2.imwrite(str(folder / "dice.png"), _plain(ivory_dice((2, 1, 1, 2), 9)))


def trays(folder: Path) -> None:
    """Find a tray by its cards, mark others by hand, and tell one as version 1 of the file did."""
    table = folder / "table"
    with TemporaryDirectory() as aside:
        cards = laid(SimulatedTray(7).picture(0.0), CAMERA, in_corners(HALF_WIDTH, HALF_DEPTH))
        cv2.imwrite(f"{aside}/cards.png", cv2.resize(cards, (640, 480), interpolation=cv2.INTER_AREA))
        asked("calibrate", "find", f"{aside}/cards.png", "--camera", CAMERA_SPEC, "--save", "--data", table)
    file = TrayFile(table)
    found = file.load(CAMERA_SPEC)
    assert found is not None
    rail = ((10.0, 150.0), (246.0, 150.0), (246.0, 180.0), (10.0, 180.0))
    lens = Lens((1280, 960), (1100.5, 1101.25), (640.5, 479.75), (-0.125, 0.0625), 0.25)
    file.keep("usb:0", replace(found, rail=rail, lens=lens))
    file.keep("pi", Calibration.of_corners(((0.1, 0.1), (0.9, 0.125), (0.875, 0.9), (0.1, 0.9))))
    (folder / "older").mkdir(exist_ok=True)
    (folder / "older/tray.json").write_text(
        '{"version": 1, "trays": {"usb:0": {"corners": [[0.1, 0.2], [0.8, 0.2], [0.9, 0.9], [0.1, 0.8]]}}}\n',
        encoding="utf-8",
    )


def setup(folder: Path) -> None:
    """Keep what the setup page keeps: source, skipped steps, five throws, buttons and lamps."""
    table = folder / "table"
    save_camera(table, CAMERA_SPEC)
    SkipFile(table).keep(("rail", "lock"))
    results = ResultFile(table)
    faces = (FaceRead("9", 4, 1, 0), FaceRead("A", 17, 1, 1))
    throws = Accuracy(right=21, doubtful=2, wrong=1, missed=1, no_dice=1, faces=faces, mistaken=(("A", "J"),))
    results.keep("throws", {"source": CAMERA_SPEC, **throws_result(throws)})
    learnt = EnrolmentResult(looks={"9": 3, "J": 4}, by_face={"9": 1.0, "J": 0.75}, estimate=0.875, alike=(("9", "J"),))
    results.keep("dice", {"name": "ivory dice", **dice_result(learnt)})
    results.keep("panel", {"panel": "GPIO", "buttons": 5})
    (table / "settings.toml").write_text(
        'camera = "usb:0"\ndice_set = "ivory dice"\nhost = "0.0.0.0"\nport = 8123\npause = 1.5\n', encoding="utf-8"
    )


def solved(folder: Path) -> None:
    """Solve small games for the coach."""
    for game in ("tiny", "lucky", "generala"):
        asked("solve", game, "--processes", 1, "--data", folder / "table")


def journal(folder: Path) -> None:
    """Play games of every kind at a table; the last one is in mid-turn, with its pictures."""
    table = folder / "table"
    evening = Evening(table, table, 5)
    poker_dice(evening)
    evening.do(StartGame((ANA, BO), "poker-hands", {"rounds": 2, "equal-hands": "shared"}, "poker"))
    evening.play_out()
    against_the_clock(evening)
    jokers(evening)
    house_rules(evening)
    _mid_turn(evening, table)
    evening.journal.close()


def _mid_turn(evening: Evening, table: Path) -> None:
    """Begin a game with dice that were seen, and leave it after the second roll with dice held."""
    reader, tray, pictures = DiceReader.load(), SimulatedTray(7, speed=1000), Pictures(table / "pictures")
    evening.do(StartGame((ANA, BO), "school-poker", {}))
    thrown: list[tuple[float, float, str]] = []
    for number in (1, 2):
        tray.throw(thrown[:2], 100.0 * number)
        picture = tray.picture(100.0 * number + 60)
        seen = reader.read(picture)
        assert len(seen) == 5
        game = evening.ledger.game
        assert game is not None
        cuts = [_jpeg(_cut(picture, die.box), 60) for die in seen]
        small = np.asarray(cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA), np.uint8)
        photo = pictures.save(game.id, number, _jpeg(small, 70), cuts if number == 1 else [None, *cuts[1:]])
        kept = tuple(any(np.hypot(die.centre[0] - x, die.centre[1] - y) < 20 for x, y, _ in thrown[:2]) for die in seen)
        places = tuple(Place(*die.centre, die.width) for die in seen)
        evening.do(RecordRoll(tuple(int(die.face) for die in seen), kept, places, photo))
        thrown = [(*die.centre, die.face) for die in seen]
        evening.do(SetHold(0, held=True), SetHold(1, held=True))


def pulled(folder: Path) -> None:
    """Pull the plug in mid-turn: a journal of which the last events are in its log alone."""
    with TemporaryDirectory() as aside:
        evening = Evening(Path(aside), folder / "table", 8)
        evening.do(StartGame((ANA, BO), "generala"))
        evening.roll()
        evening.write()
        evening.journal.close()
        evening.journal = Journal.open(Path(aside) / "journal.sqlite", evening.clock)
        evening.ledger = GameSession(evening.journal, evening.new_id)
        evening.roll(places=True)
        evening.do(SetHold(2, held=True))
        (folder / "pulled").mkdir()
        for ending in ("", "-wal"):
            shutil.copy(Path(aside) / f"journal.sqlite{ending}", folder / "pulled")
        evening.journal.close()


def version_2(folder: Path) -> None:
    """Pull the plug while a game is being played: a journal with a chain, its log and its mark."""
    with TemporaryDirectory() as aside:
        evening = Evening(Path(aside), folder / "table", 21)
        poker_dice(evening)
        evening.journal.close()
        evening.journal = Journal.open(Path(aside) / "journal.sqlite", evening.clock)
        evening.ledger = GameSession(evening.journal, evening.new_id)
        evening.do(StartGame((ANA, BO), "generala"))
        evening.roll(places=True)
        evening.do(SetHold(2, held=True))
        (folder / "version_2").mkdir()
        for ending in ("", "-wal", ".mark"):
            shutil.copy(Path(aside) / f"journal.sqlite{ending}", folder / "version_2")
        evening.journal.close()


def pauses(folder: Path) -> None:
    """Play against the clock with a pause, and with time given back to whom it had run out for."""
    with TemporaryDirectory() as aside:
        evening = Evening(Path(aside), folder / "table", 34)
        paused(evening)
        evening.journal.close()
        (folder / "pauses").mkdir()
        shutil.copy(Path(aside) / "journal.sqlite", folder / "pauses")


def recording(folder: Path) -> None:
    """Record throws, a hand and an unplugged camera, what players say of them, and a second evening behind it."""
    recorder_module.QUALITY, recorder_module.FINE_QUALITY = 60, 80  # a repository has less room than a table
    with TemporaryDirectory() as name:
        aside = Path(name)
        (aside / "script.toml").write_text(SCRIPT, encoding="utf-8")
        spec = f"sim:script={aside / 'script.toml'}"
        blank = np.full((36, 48, 3), 90, np.uint8)
        TrayFile(aside).keep(
            spec, Calibration.of_corners(((0.08, 0.08), (0.75, 0.08), (0.75, 0.92), (0.08, 0.92))), blank
        )
        with _recorder(folder / "recording", aside) as recorder:
            _watched(spec, aside, recorder, 14)
            first = next(roll for roll in recorder.rolls if roll.thrown and len(roll.dice) > 1)
            last = first.dice[-1]
            recorder.on_confirmed(first, tuple((*die.centre, die.face) for die in first.dice))
            recorder.on_confirmed(first, (*((*die.centre, die.face) for die in first.dice[:-1]), (*last.centre, "4")))
            recorder.on_entered(("1", "2", "3", "4", "5"))
        shutil.copytree(folder / "table/dice_sets", aside / "dice_sets")
        with _recorder(folder / "recording", aside, room=0) as recorder:
            locks = (Lock("exposure", 120.0, 121.5), Lock("focus", None, None))
            tray = TrayFile(folder / "table").load("usb:0")
            assert tray is not None
            recorder.on_source("usb:0", Report("A camera", "usb-1", locks), tray, None, ("It is too dark.",))
            _watched(spec, aside, recorder, 3.5)
    for part in (folder / "recording").glob("*.jsonl"):
        part.write_text(part.read_text(encoding="utf-8").replace(name, ""), encoding="utf-8")


@contextmanager
def _recorder(folder: Path, data: Path, room: int = 15) -> Iterator[Recorder]:
    made_by = {"dice-table": __version__}
    recorder = Recorder(Parts(folder, lambda: opened(made_by), Limits(part=50_000)), DiceSets(data), room)
    yield recorder
    recorder.close()


def _watched(spec: str, data: Path, recorder: Recorder, seconds: float) -> None:
    watcher = open_camera(spec, data_dir=data, observer=recorder)
    watcher.start(lambda _event: None)
    time.sleep(seconds)
    watcher.close()


def _plain(picture: Picture) -> Picture:
    """The picture in fewer shades and without grain, which takes a tenth of the bytes."""
    return np.asarray(cv2.medianBlur(picture, 5) // 32 * 32, np.uint8)


def _cut(picture: Picture, box: tuple[float, float, float, float]) -> Picture:
    x0, y0, x1, y1 = map(int, box)
    return np.asarray(picture[y0:y1, x0:x1], np.uint8)


def _jpeg(picture: Picture, quality: int) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


PARTS: Mapping[str, Callable[[Path], None]] = {
    "table/dice_sets": taught,
    "dice.png": dice,
    "table/tray.json": trays,
    "table/setup.json": setup,
    "table/coach": solved,
    "table/journal.sqlite": journal,
    "pulled": pulled,
    "version_2": version_2,
    "pauses": pauses,
    "recording": recording,
}
"""What is made, by the first file or folder of it."""


def main() -> int:
    """Add what is missing, and return the exit status: 1 where nothing is."""
    added = []
    for name, make in PARTS.items():
        if not (GOLDEN / name).exists():
            make(GOLDEN)
            added.append(name)
    for name, answer in ANSWERS.items():
        path = GOLDEN / "answers" / name
        if path.exists():
            continue
        with TemporaryDirectory() as aside:
            copy = Path(aside) / "golden"
            shutil.copytree(GOLDEN, copy)
            path.parent.mkdir(exist_ok=True)
            path.write_text(answer(copy), encoding="utf-8")
        added.append(f"answers/{name}")
    sys.stderr.write("".join(f"{name} is added.\n" for name in added) or "Every golden file exists; none is changed.\n")
    return 0 if added else 1


if __name__ == "__main__":
    sys.exit(main())
