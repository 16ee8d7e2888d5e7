import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.read import DiceSet, DiceSetError, DiceSets
from vision.read.example import SIDE
from vision.read.set_files import LARGEST


def crops(count: int) -> tuple[NDArray[Any], ...]:
    return tuple(np.random.default_rng(count).integers(0, 255, (count, SIDE, SIDE, 3)).astype(np.uint8))


def test_a_set_is_kept_as_it_is(tmp_path: Path) -> None:
    kept = DiceSet("Grandmas 2", ("K", "10", "K"), crops(3), (False, False, True))

    DiceSets(tmp_path).save(kept)

    sets = DiceSets(tmp_path)
    assert sets.names() == ("Grandmas 2",)
    loaded = sets.load("Grandmas 2")
    assert loaded.labels == kept.labels
    assert loaded.corrected == kept.corrected
    assert np.array_equal(np.stack(loaded.crops), np.stack(kept.crops))


def test_looks_join_a_set_and_may_begin_one(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)

    for crop in crops(2):
        sets.add_example("new", "Q", crop)

    assert sets.load("new").example_counts == {"Q": 2}


def test_an_unknown_set_is_told_with_the_known_ones(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    with pytest.raises(DiceSetError, match="None has been taught"):
        sets.load("bone")
    sets.save(DiceSet("ivory", ("K",), crops(1)))

    with pytest.raises(DiceSetError, match=r"no dice set bone.*ivory"):
        sets.load("bone")


@pytest.mark.parametrize(
    "name", ["", "../up", "a/b", ".hidden", "end ", "x" * 41, "semi;colon", "nul\0", "a\nb", "x\u202ey"]
)
def test_names_that_could_be_other_files_are_refused(tmp_path: Path, name: str) -> None:
    sets = DiceSets(tmp_path)

    with pytest.raises(DiceSetError, match="cannot be the name of a dice set"):
        sets.load(name)
    with pytest.raises(DiceSetError, match="cannot be the name of a dice set"):
        sets.save(DiceSet(name))


def broken(tmp_path: Path, parts: Mapping[str, NDArray[Any]]) -> DiceSets:
    (tmp_path / "dice_sets").mkdir()
    np.savez(
        tmp_path / "dice_sets" / "mine.npz",
        version=parts.get("version", np.array(2)),
        shown=parts.get("shown", np.array(["K"])),
        crops=parts.get("crops", np.zeros((1, SIDE, SIDE, 3), np.uint8)),
        corrected=parts.get("corrected", np.array([False])),
    )
    return DiceSets(tmp_path)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"version": np.array(3)}, r"by a newer version .*\(format 3; this one reads 2\)"),
        ({"version": np.array(0)}, "there is no format 0"),
        ({"corrected": np.array([1])}, "corrections"),
        ({"corrected": np.array([True, False])}, "corrections"),
        ({"crops": np.zeros((1, 8, 8, 3), np.uint8)}, "8, 8"),
        ({"crops": np.zeros((2, SIDE, SIDE, 3), np.uint8)}, "shape"),
        ({"crops": np.zeros((1, SIDE, SIDE, 3))}, "float64"),
        ({"shown": np.array(["Z"])}, "Z"),
        ({"shown": np.array([{"a": 1}])}, "cannot be read"),
    ],
)
def test_files_that_hold_no_set_are_refused_with_the_reason(
    tmp_path: Path, parts: dict[str, NDArray[Any]], told: str
) -> None:
    with pytest.raises(DiceSetError, match=told):
        broken(tmp_path, parts).load("mine")


def test_a_set_from_before_there_were_corrections_is_all_taught(tmp_path: Path) -> None:
    (tmp_path / "dice_sets").mkdir()
    np.savez(tmp_path / "dice_sets" / "old.npz", version=np.array(1), shown=np.array(["K"]), crops=np.stack(crops(1)))

    assert DiceSets(tmp_path).load("old").corrected == (False,)


@pytest.mark.parametrize("data", [b"", b"no set at all", b"PK\x03\x04cut short"])
def test_files_that_are_something_else_are_refused_by_name(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "dice_sets").mkdir()
    (tmp_path / "dice_sets" / "mine.npz").write_bytes(data)

    with pytest.raises(DiceSetError, match=r"mine\.npz cannot be read"):
        DiceSets(tmp_path).load("mine")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "dice_sets").write_text("a file where the folder should be")

    with pytest.raises(DiceSetError, match="cannot be written"):
        DiceSets(tmp_path).save(DiceSet("ivory", ("K",), crops(1)))


def test_the_set_in_use_is_remembered_until_none_is(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    assert sets.in_use() is None
    assert not sets.chosen
    sets.save(DiceSet("Würfel rot", ("K",), crops(1)))

    sets.use("Würfel rot")

    assert DiceSets(tmp_path).in_use() == "Würfel rot"
    assert sets.names() == ("Würfel rot",)
    sets.use(None)
    sets.use(None)
    assert DiceSets(tmp_path).in_use() is None
    assert DiceSets(tmp_path).chosen


def test_a_file_that_unpacks_to_more_than_any_set_is_refused_before_it_does(tmp_path: Path) -> None:
    sets = broken(tmp_path, {})
    with zipfile.ZipFile(sets.folder / "mine.npz", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("crops.npy", bytes(LARGEST + 1))
    assert (sets.folder / "mine.npz").stat().st_size < LARGEST / 500

    with pytest.raises(DiceSetError, match="unpacks to more than any set"):
        sets.load("mine")


def test_a_set_whose_packing_is_damaged_is_refused(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    sets.save(DiceSet("mine", ("K",) * 3, crops(3)))
    path = sets.folder / "mine.npz"
    content = bytearray(path.read_bytes())
    start = content.index(b"crops.npy") + 40
    content[start : start + 400] = b"\xff" * 400
    path.write_bytes(content)

    with pytest.raises(DiceSetError, match=r"mine\.npz cannot be read"):
        sets.load("mine")


def test_an_array_that_claims_more_than_there_is_memory_is_refused(tmp_path: Path) -> None:
    sets = broken(tmp_path, {})
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (10**15,)})
    with zipfile.ZipFile(sets.folder / "mine.npz", "w") as packed:
        packed.writestr("version.npy", header.getvalue())

    with pytest.raises(DiceSetError, match="cannot be read"):
        sets.load("mine")


def test_only_a_set_that_can_be_read_is_used(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    sets.save(DiceSet("ivory", ("K",), crops(1)))
    sets.use("ivory")
    (sets.folder / "broken.npz").write_bytes(b"no set at all")

    for name in ("bone", "broken", "../up"):
        with pytest.raises(DiceSetError):
            sets.use(name)

    assert sets.in_use() == "ivory"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 0, "name": "ivory"}', '{"version": 1, "name": 5}'])
def test_a_broken_choice_is_told_with_what_to_do(tmp_path: Path, content: str) -> None:
    sets = DiceSets(tmp_path)
    sets.save(DiceSet("ivory", ("K",), crops(1)))
    (sets.folder / "in_use.json").write_text(content)

    with pytest.raises(DiceSetError, match="Choose the dice again"):
        sets.in_use()
    sets.use("ivory")
    assert sets.in_use() == "ivory"


def test_a_set_in_use_that_is_gone_is_told(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    sets.save(DiceSet("ivory", ("K",), crops(1)))
    sets.use("ivory")
    (sets.folder / "ivory.npz").unlink()

    with pytest.raises(DiceSetError, match=r"ivory.*no longer exists"):
        sets.in_use()


def test_a_set_is_gone_on_with_or_begun(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    sets.save(DiceSet("ivory", ("K",), crops(1)))

    assert sets.load_or_new("ivory").example_counts == {"K": 1}
    assert sets.load_or_new("bone").example_counts == {}
    with pytest.raises(DiceSetError, match="cannot be the name of a dice set"):
        sets.load_or_new("../up")


def test_a_newer_choice_of_dice_is_said_to_be_newer(tmp_path: Path) -> None:
    (tmp_path / "dice_sets").mkdir()
    (tmp_path / "dice_sets" / "in_use.json").write_text('{"version": 2, "sets": ["ivory"]}')
    with pytest.raises(DiceSetError, match=r"in_use\.json was written by a newer version of this program\. Update"):
        DiceSets(tmp_path).in_use()
