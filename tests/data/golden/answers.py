"""What the program says of the golden files, asked through its command line wherever that tells it.

Each question gets a copy of the whole folder that it may write into, and answers with text that holds no wording, no
path and no time: only what was read from the files. `make` asks once and keeps the answers in `answers/`; the tests ask
again and compare.
"""

import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

from firmware_host.cli import main
from firmware_host.clock import ManualClock
from firmware_host.journal.codec import encode
from firmware_host.journal.store import Journal
from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.model import model_of
from firmware_host.solver.solution_store import SolutionStore
from vision.calibration import TrayFile
from vision.read import DiceSets
from vision.recording.lines import line_from_json, line_to_json

GOLDEN = Path(__file__).parent
JOURNALS = ("table", "pulled")
FROM_FILES = ("dice", "throws")  # steps whose numbers were kept, not measured now
SOLVED_BY_OTHERS = ("poker-dice", "balut", "crag", "yacht", "yahtzee")
RECORDING_STATUS = (0, 1)  # 1 where other networks read a die otherwise: no matter of the format
SENTENCES = {"title", "explanation", "hint", "notes", "source", "says", "decisions", "longest"}


def asked(*arguments: object, statuses: tuple[int, ...] = (0,), typed: str | None = None) -> str:
    """Call `dice-table` and return what it prints; AssertionError for another exit status."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)
    assert done.exit_code in statuses, f"{arguments}: {done.output}{done.exception!r}"
    return done.stdout


def told(*arguments: object, statuses: tuple[int, ...] = (0,), typed: str | None = None) -> Any:
    """Call `dice-table` and return the JSON that it prints."""
    return json.loads(asked(*arguments, "--json", statuses=statuses, typed=typed))


def rows(journal: Path) -> list[tuple[Any, ...]]:
    """Every row of a copy of a journal as it stands in its file, without the program."""
    assert not journal.is_relative_to(GOLDEN), "whoever opens a journal may write what is in its log into it"
    with sqlite3.connect(journal) as connection:
        found = connection.execute("SELECT game, seq, kind, body FROM event ORDER BY rowid").fetchall()
    connection.close()
    return found


def kept(value: object) -> str:
    """JSON that people can read and compare line by line."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _games(data: Path) -> list[str]:
    listed: list[str] = asked("export", "--data", data).splitlines()
    return [line.split()[0] for line in reversed(listed)]


def events(folder: Path) -> str:
    """Every event of every journal, read by the program and written by it into a new journal."""
    lines: list[str] = []
    for name in JOURNALS:
        journal = Journal.open(folder / name / "journal.sqlite")
        again = Journal.open(folder / name / "again.sqlite", ManualClock(), new=True)
        for game in reversed(journal.games()):
            again.append(game.id, journal.events(game.id), 0)
        journal.close()
        again.close()
        lines += [name, *(" ".join(map(str, row)) for row in rows(folder / name / "again.sqlite"))]
    return "\n".join(lines) + "\n"


def version_2(folder: Path) -> str:
    """Every event of the journal with a chain, whose log and mark are as the plug left them, and its games as text."""
    journal = Journal.open(folder / "version_2/journal.sqlite")
    assert journal.notices == ()
    games = [game.id for game in reversed(journal.games())]
    stored = [json.dumps(encode(event), ensure_ascii=False) for game in games for event in journal.events(game)]
    journal.close()
    exported = [asked("export", game, "--data", folder / "version_2") for game in games]
    return "\n".join([*stored, *exported])


def pauses(folder: Path) -> str:
    """Every event of the journal of a game that was paused, and the game as text."""
    journal = Journal.open(folder / "pauses/journal.sqlite")
    assert journal.notices == ()
    (game,) = (game.id for game in journal.games())
    stored = [json.dumps(encode(event), ensure_ascii=False) for event in journal.events(game)]
    journal.close()
    return "\n".join([*stored, asked("export", game, "--data", folder / "pauses")])


def transcripts(folder: Path) -> str:
    """Every game as `export` writes it, without the thinking time, and the house rules it was begun by."""
    parts: list[str] = []
    for name in JOURNALS:
        for line in reversed(asked("export", "--data", folder / name).splitlines()):
            id_, started, *_ = line.split("  ")
            exported = asked("export", id_, "--data", folder / name)
            exported = re.sub(r"^# thinking time: .*\n", "", exported, flags=re.MULTILINE)
            parts.append(f"=== {name} {id_}  {started}\n{exported}")
    house = _games(folder / "table")[4]
    return "".join([*parts, "=== house rules\n", asked("export", house, "--rules", "--data", folder / "table")])


def replays(folder: Path) -> str:
    """How every game of `transcripts` stands when its text is replayed."""
    text = (GOLDEN / "answers/transcripts").read_text(encoding="utf-8").partition("=== house rules\n")[0]
    played = re.split(r"^=== .*\n", text, flags=re.MULTILINE)[1:]
    return kept([told("replay", "-", "--data", folder / "table", typed=game) for game in played])


def house_rules(folder: Path) -> str:
    """The games of the files of house rules, without the words about them."""
    names = [path.stem for path in sorted((folder / "table/rules").glob("*.toml"))]
    return kept([without_words(told("rules", name, "--data", folder / "table")) for name in names])


def without_words(value: Any) -> Any:
    """Return JSON values without the fields that hold sentences, which may be reworded."""
    if isinstance(value, dict):
        return {key: without_words(one) for key, one in value.items() if key not in SENTENCES}
    return [without_words(one) for one in value] if isinstance(value, list) else value


def solved(folder: Path) -> str:
    """The values of every solved game, found again and not solved anew; sizes and values to 4 digits."""
    found = {}
    before = sorted((folder / "table/coach").iterdir())
    for game in ("tiny", "lucky", "generala"):
        stdout = asked("solve", game, "--processes", 1, "--data", folder / "table")
        found[game] = [re.findall(r"[0-9a-f]{32}\.npy", stdout), re.findall(r"-?[\d,]+\.\d{4}", stdout)]
    assert sorted((folder / "table/coach").iterdir()) == before, "a game was solved though it was kept"
    return kept(found)


def solver_files(folder: Path) -> str:
    """The file in which a game's values are looked for: people have waited for the larger ones for minutes."""
    models = {game: model_of(ruleset(game)) for game in SOLVED_BY_OTHERS}
    return kept({game: [model.states, SolutionStore(folder).path(model).name] for game, model in models.items()})


def setup(folder: Path) -> str:
    """How it stands with every step of the setup, with what was kept of those that people carry out."""
    with chdir(folder):  # the camera's script is named from here
        status = told("calibrate", "status", "--data", "table", statuses=(0, 1))
    return kept(
        {
            "camera": status["camera"],
            "steps": {
                step["id"]: {
                    "state": step["state"],
                    "findings": [
                        [finding["id"], finding["grade"], *([finding["number"]] if step["id"] in FROM_FILES else [])]
                        for finding in step["findings"]
                        if step["id"] != "light" or finding["id"] in {"view", "place"}
                    ],
                }
                for step in status["steps"]
            },
        }
    )


def trays(folder: Path) -> str:
    """Every tray of both versions of the file, kept anew, and the pictures that the new files name."""
    parts = []
    for name in ("table", "older"):
        file, again = TrayFile(folder / name), TrayFile(folder / name / "again")
        for spec in json.loads(file.path.read_text(encoding="utf-8"))["trays"]:
            tray = file.load(spec)
            assert tray is not None
            again.keep(spec, tray)
            seen = file.picture(spec)
            parts.append(f"=== {name} {spec} {None if seen is None else seen.shape}\n")
        parts.append(again.path.read_text(encoding="utf-8"))
    return "".join(parts)


def dice_sets(folder: Path) -> str:
    """What every set holds, read and kept anew, which is in use, and what is read by them."""
    found: dict[str, object] = {}
    for name in ("table", "older"):
        sets, again = DiceSets(folder / name), DiceSets(folder / name / "again")
        for one in sets.names():
            again.save(sets.load(one))
            with np.load(again.folder / f"{one}.npz") as new, np.load(sets.folder / f"{one}.npz") as old:
                assert all(np.array_equal(new[key], old[key]) for key in old.files if key != "version")
                found[f"{name} {one}"] = {
                    "shapes": {key: [str(new[key].dtype), *new[key].shape] for key in new.files},
                    "version": int(new["version"]),
                    "shown": new["shown"].tolist(),
                    "corrected": new["corrected"].tolist(),
                    "crops": new["crops"].sum(axis=(1, 2, 3), dtype=int).tolist(),
                }
            (line,) = asked(
                "read", "--json", "--dice-set", one, "--data", folder / name, GOLDEN / "dice.png"
            ).splitlines()
            found[f"{name} {one}, read"] = [die["face"] for die in json.loads(line)["dice"]]
        found[f"{name}, in use"] = sets.in_use()
    return kept(found)


def settings(folder: Path) -> str:
    """The settings from `settings.toml` and `setup.json`, as the zip for whoever helps tells them, and its entries."""
    asked("doctor", "--data", folder / "table", "--zip", folder / "told.zip", statuses=(0, 1))
    with zipfile.ZipFile(folder / "told.zip") as archive:
        found = json.loads(archive.read("settings.json"))
        names = sorted(archive.namelist())
        for name in names:
            if name.startswith("setup/"):
                there = next((folder / "table").rglob(name.removeprefix("setup/")))
                assert archive.read(name) == there.read_bytes()
    then = ("camera", "dice_set", "host", "port", "pause")  # settings that came later have their defaults
    values = {key: [found[key]["value"], Path(found[key]["from"]).name] for key in then}
    return kept({"settings": values, "zip": names})


def recording_lines(folder: Path) -> str:
    """Every line of the recording, understood by the program and written by it anew."""
    lines = []
    for part in sorted((folder / "recording").glob("*.jsonl")):
        lines += [line_to_json(line_from_json(text)) for text in part.read_text(encoding="utf-8").splitlines()]
    return "\n".join(lines) + "\n"


def recording(folder: Path) -> str:
    """What was read of the recording when it was made, by what `watch` says; what is read of it now is left out."""
    found = told("watch", folder / "recording", "--data", folder / "table", statuses=RECORDING_STATUS)
    then = [
        {
            "number": roll["number"],
            "dice": [[die["was"], die["truth"]] for die in roll["dice"] if die["was"] is not None],
        }
        for roll in found["rolls"]
        if roll["number"] is not None
    ]
    return kept({"rolls": then, "entered": found["entered"], "damage": found["damage"]})


ANSWERS: Mapping[str, Callable[[Path], str]] = {
    answer.__name__: answer
    for answer in (
        events,
        version_2,
        pauses,
        transcripts,
        replays,
        house_rules,
        solved,
        solver_files,
        setup,
        trays,
        dice_sets,
        settings,
        recording_lines,
        recording,
    )
}
