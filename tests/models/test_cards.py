"""The committed models are the ones their cards describe; their figures hold on the photographs."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from models.training.evaluate import (
    DIAGRAM_BEGINS,
    DIAGRAM_ENDS,
    PHOTOGRAPHED,
    README,
    SETS,
    TABLE_BEGINS,
    TABLE_ENDS,
    TEST_ONLY,
    evaluate,
)
from models.training.reliability import diagram
from models.training.tally import Tally, table
from vision.blobs import BlobReader
from vision.network import models_folder
from vision.read import DiceReader

CARDS = sorted(models_folder().glob("*.json"))


def card(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def test_there_is_a_card_for_every_model_and_a_model_for_every_card() -> None:
    assert [path.stem for path in CARDS] == sorted(path.stem for path in models_folder().glob("*.onnx"))
    assert [path.stem for path in CARDS] == ["cocked", "faces", "locator"]


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_the_hash_of_the_card_is_the_models(path: Path) -> None:
    assert hashlib.sha256(path.with_suffix(".onnx").read_bytes()).hexdigest() == card(path)["sha256"]


def test_the_model_cards_text_shows_the_figures_of_the_card() -> None:
    shown = README.read_text(encoding="utf-8").partition(TABLE_BEGINS)[2].partition(TABLE_ENDS)[0]

    assert shown.strip() == table(card(models_folder() / "faces.json")["figures"])
    assert card(models_folder() / "faces.json")["figures"] == card(models_folder() / "locator.json")["figures"]


def test_all_models_together_are_small_enough_for_a_pi() -> None:
    assert sum(path.with_suffix(".onnx").stat().st_size for path in CARDS) < 6_000_000


def test_the_model_cards_text_shows_the_reliability_of_the_card() -> None:
    shown = README.read_text(encoding="utf-8").partition(DIAGRAM_BEGINS)[2].partition(DIAGRAM_ENDS)[0]

    assert shown.strip() == diagram(card(models_folder() / "faces.json")["reliability"])


@pytest.fixture(scope="module")
def tallies(photos: Path) -> dict[str, Tally]:
    assert (photos / TEST_ONLY).is_dir()
    return evaluate(DiceReader.load(kind=PHOTOGRAPHED))


@pytest.mark.parametrize("name", SETS)
def test_the_figures_of_the_card_hold(tallies: dict[str, Tally], name: str) -> None:
    """Within one part in a hundred: other processors round the networks' sums a little differently."""
    expected = card(models_folder() / "faces.json")["figures"][name]
    found = tallies[name].figures()

    assert found["photos"] == expected["photos"]
    assert found["dice"] == expected["dice"]
    assert found["exact"] == pytest.approx(expected["exact"], abs=max(1, expected["photos"] // 100))
    for part in ("found", "right_of_found", "sure"):
        assert found[part] == pytest.approx(expected[part], abs=0.01)


def test_photographs_never_trained_on_are_read_better_than_by_counting_blobs(tallies: dict[str, Tally]) -> None:
    counted = evaluate(BlobReader(), [TEST_ONLY])[TEST_ONLY]

    assert counted.total("exact") >= 60, "the floor is an honest one"
    assert tallies[TEST_ONLY].total("exact") > counted.total("exact"), "\n".join(map(str, tallies[TEST_ONLY].mistakes))
