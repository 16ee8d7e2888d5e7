"""Choose the blob counter's settings as well as it deserves: `python -m models.training.floor`.

On photographs for training only; the best go into vision/blobs.py by hand, `evaluate` then shows them beside ours.
"""

import itertools

import click

from models.training.photos import labelled, read, truth
from models.training.tally import Tally, by_boxes
from vision.blobs import BlobReader, BlobSettings

SOURCES = ("rune55/tray", "nell-byler", "matteop65")


@click.command()
@click.option("--photos", default=40, show_default=True, help="How many of each source to try the settings on.")
def main(photos: int) -> None:
    """Try every combination and print the settings that read most dice, best last."""
    chosen = []
    for source in SOURCES:
        every = labelled(source, held_back=False)
        chosen += every[:: max(1, len(every) // photos)][:photos]
    pictures = [read(photo.path) for photo in chosen]
    ranked = []
    tried = itertools.product(
        (480, 640, 960), (0.7, 0.8, 0.85, 0.9), (12.0, 25.0, 50.0), (2, 4), (2.5, 3.0, 3.5, 4.0, 4.5)
    )
    for settings in (BlobSettings(*each) for each in tried):
        reader, tally = BlobReader(settings), Tally()
        for photo, picture in zip(chosen, pictures, strict=True):
            by_boxes(tally, truth(photo), reader.read(picture), 0.0)
        # False dice spoil a roll as surely as wrong ones.
        ranked.append((tally.total("exact"), tally.total("right") - tally.total("extra"), settings))
    for exact, right, settings in sorted(ranked, key=lambda one: one[:2])[-5:]:
        click.echo(f"{exact} of {len(chosen)} photos exact, {right} dice right less false ones: {settings}")


if __name__ == "__main__":
    main()
