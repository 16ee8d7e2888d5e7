"""`dice-table watch`: play a recording through the current pipeline, and show what has changed."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel

from firmware_host.app.recording_check import (
    ComparedRecording,
    WatchError,
    WatchOptions,
    compare_recording,
    format_change,
    format_die,
    format_title,
)
from firmware_host.cli.options import FAULT, data_option, dice_set_option, faces_option, json_option, settings_of
from firmware_host.errors import DiceTableError
from vision.detection import Detection
from vision.errors import VisionError
from vision.recording import RollPair, cut, read_recording


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--models", type=click.Path(path_type=Path), metavar="DIR", help="Folder of other networks to use.")
@faces_option
@dice_set_option
@json_option
@click.option(
    "--cut",
    nargs=2,
    type=(int, click.Path(path_type=Path)),
    metavar="N OUT",
    help="First cut out roll N into the new folder OUT, as a test, and play that one.",
)
@data_option
def command(
    folder: Path,
    models: Path | None,
    faces: str | None,
    dice_set: str | None,
    as_json: bool,
    cut: tuple[int, Path] | None,
    data: Path | None,
) -> None:
    """Play a recording again with the current program, and show, roll by roll, what has changed.

    A question mark means that the reader is not sure. Exit status 1 if anything has changed, 2 if the recording
    cannot be played.
    """
    settings = settings_of(data=data)
    try:
        if cut is not None:
            _cut_out(folder, *cut)
            folder = cut[1]
        status = _watch(folder, WatchOptions(models, faces, dice_set, settings.data), as_json)
    except DiceTableError as error:
        click.echo(f"dice-table watch: {error}", err=True)
        status = FAULT
    sys.exit(status)


def _watch(folder: Path, options: WatchOptions, as_json: bool) -> int:
    """Play a recording, print each roll and what changed, and return 1 if anything did, else 0."""
    setLogLevel(LOG_LEVEL_SILENT)  # OpenCV's own messages about broken pictures would mix with ours
    on_roll: Callable[[int | None, RollPair, float], None] = _print_nothing if as_json else _print_roll
    watched = compare_recording(folder, options, on_roll)
    if as_json:
        click.echo(json.dumps(_as_json(watched), ensure_ascii=False))
    else:
        for line in _summary(watched):
            click.echo(line)
    return 0 if all(pair.same for pair in watched.pairs) else 1


def _cut_out(folder: Path, number: int, out: Path) -> None:
    """Cut a roll out of a recording into another folder; WatchError if that is not possible."""
    try:
        cut(read_recording(folder), number, out)
    except VisionError as error:
        raise WatchError(str(error)) from error
    click.echo(f"Roll {number} was cut out into {out}:")


def _print_nothing(_number: int | None, _pair: RollPair, _at: float) -> None:
    """Print nothing: the JSON object is printed at the end."""


def _print_roll(number: int | None, pair: RollPair, at: float) -> None:
    roll = pair.was or pair.now
    dice = "  ".join(format_die(die) for die in roll.dice) if roll and roll.dice else "no dice"
    click.echo(f"{format_title(number, pair):<9} {at:8.1f} s  {dice:<32}  {format_change(pair)}")
    sys.stdout.flush()


def _summary(watched: ComparedRecording) -> list[str]:
    pairs, recording = watched.pairs, watched.recording
    both = [pair for pair in pairs if pair.was is not None and pair.now is not None]
    same = sum(pair.same for pair in both)
    differ = len(both) - same
    lines = [
        f"{len(pairs)} roll{'' if len(pairs) == 1 else 's'}: {same} same, {differ} differ{'s' if differ == 1 else ''}, "
        f"{sum(pair.now is None for pair in pairs)} lost, {sum(pair.was is None for pair in pairs)} new. "
        f"{watched.played:.0f} s of frames, played in {watched.took:.0f} s."
    ]
    spoken = [die for pair in pairs for die in pair.dice if die.truth is not None]
    if spoken:
        lines.append(
            f"The players said what {len(spoken)} dice showed. "
            f"Then: {_score([(die.was, die.truth) for die in spoken])}. "
            f"Now: {_score([(die.now, die.truth) for die in spoken])}."
        )
    for rolls, faces in recording.entered:
        lines.append(f"After roll {rolls} the players entered {' '.join(faces)} by hand.")
    if recording.skipped:
        lines.append(f"{recording.skipped} frames were skipped while recording: the disk was too slow.")
    return lines + [f"Damaged: {damage}." for damage in recording.damage]


def _score(dice: list[tuple[Detection | None, str | None]]) -> str:
    right = sum(die is not None and die.sure and die.face == truth for die, truth in dice)
    asked = sum(die is not None and not die.sure for die, _ in dice)
    return f"{right} right, {asked} not sure, {len(dice) - right - asked} wrong or not seen"


def _as_json(watched: ComparedRecording) -> dict[str, Any]:
    return {
        "recorded": {"at": watched.recording.opened.at, "made_by": dict(watched.recording.opened.made_by)},
        "rolls": [
            {
                "number": number,
                "same": pair.same,
                "fault": pair.fault,
                "was": None if pair.was is None else asdict(pair.was),
                "now": None if pair.now is None else asdict(pair.now),
                "dice": [
                    {
                        "was": None if die.was is None else die.was.face,
                        "now": None if die.now is None else die.now.face,
                        "truth": die.truth,
                        "same": die.same,
                    }
                    for die in pair.dice
                ],
            }
            for number, pair in watched.numbered
        ],
        "entered": [{"after": rolls, "faces": list(faces)} for rolls, faces in watched.recording.entered],
        "faults": watched.faults,
        "damage": watched.recording.damage,
    }
