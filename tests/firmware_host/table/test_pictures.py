from functools import partial
from pathlib import Path

import pytest

from firmware_host.table.pictures import PictureNotSavedError, Pictures


def test_a_roll_is_kept_with_its_cut_outs(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    name = pictures.save("20260101T120000x1f2e", 3, b"tray", [b"one", None, b"three"])
    assert name == "20260101T120000x1f2e-3.jpg"
    assert pictures.read(name) == b"tray"
    cuts = pictures.cuts(name, 3)
    assert cuts == ("20260101T120000x1f2e-3-0.jpg", "", "20260101T120000x1f2e-3-2.jpg")
    assert [pictures.read(cut) for cut in cuts] == [b"one", None, b"three"]
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")) == [
        "20260101T120000x1f2e/3.jpg",
        "20260101T120000x1f2e/3.zip",
    ]


def test_cut_outs_that_earlier_versions_saved_are_still_shown(tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "3.jpg").write_bytes(b"tray")
    (tmp_path / "g" / "3-1.jpg").write_bytes(b"die")
    pictures = Pictures(tmp_path)
    assert pictures.cuts("g-3.jpg", 3) == ("", "g-3-1.jpg", "")
    assert pictures.read("g-3-1.jpg") == b"die"
    assert pictures.read("g-3-0.jpg") is None


def test_cut_outs_that_cannot_be_read_are_not_there(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    pictures.save("g", 1, b"tray", [b"die"])
    (tmp_path / "g" / "1.zip").write_bytes(b"PK and no more")
    later = Pictures(tmp_path)
    assert later.cuts("g-1.jpg", 1) == ("",)
    assert later.read("g-1-0.jpg") is None
    assert later.read("g-1.jpg") == b"tray"


def test_a_discarded_roll_leaves_only_the_others(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    for number in (1, 11):
        pictures.save("g", number, b"tray", [b"die"])
    pictures.discard("g-1.jpg")
    assert pictures.read("g-1.jpg") is None
    assert pictures.cuts("g-11.jpg", 1) == ("g-11-0.jpg",)
    assert sorted(path.name for path in (tmp_path / "g").iterdir()) == ["11.jpg", "11.zip"]


def test_the_tray_keeps_this_reading_and_the_one_before(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    encoded: list[int] = []

    def encode(number: int) -> bytes:
        encoded.append(number)
        return b"tray"

    first, second, third = (pictures.show_tray([b"die", bytes([i])], partial(encode, i)) for i in range(3))
    assert pictures.read(first[0]) is None
    assert pictures.read(second[1]) == b"\x01"
    assert pictures.read(third[1]) == b"\x02"
    assert encoded == [], "nobody has asked for the picture of the whole tray"
    assert [pictures.read(pictures.tray_photo) for _ in range(2)] == [b"tray", b"tray"]
    assert encoded == [2], "it is encoded once"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "",
        "../secret.jpg",
        "..-1.jpg",
        "g/../../secret-1.jpg",
        "/etc/passwd",
        "g-1.jpg/..",
        "g-1.png",
        "g-.jpg",
        "tray-x",
    ],
)
def test_names_that_are_no_pictures_are_not_there(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (tmp_path / "secret-1.jpg").write_bytes(b"secret")
    assert Pictures(tmp_path / "pictures").read(name) is None


def test_a_disk_that_refuses_leaves_no_half_roll(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    (tmp_path / "g" / "1.jpg").mkdir(parents=True)
    with pytest.raises(PictureNotSavedError, match="was not saved"):
        pictures.save("g", 1, b"tray", [b"die"])
    assert [path.name for path in (tmp_path / "g").iterdir()] == ["1.jpg"]
