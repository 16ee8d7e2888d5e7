from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.training import render
from models.training.labels import COLUMNS
from models.training.progress import run_all
from models.training.scenes import scene
from models.training.sheet import main as sheet
from models.training.stored import counts


def test_a_shard_keeps_pictures_and_labels_of_its_scenes(tmp_path: Path) -> None:
    render.render_shard(tmp_path, 2, count=3)
    pictures, labels = render.load_shard(tmp_path / "scenes-0002.npz")

    assert len(pictures) == 3
    assert labels.shape[1] == len(COLUMNS)
    for index, encoded in enumerate(pictures):
        drawn, expected = scene(2 * render.SHARD + index)
        decoded = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR))
        assert np.abs(decoded.astype(int) - drawn).mean() < 6, "as good as JPEG keeps it"
        rows = labels[labels[:, 0] == index]
        assert rows == pytest.approx(np.array([label.row(index) for label in expected]).reshape(-1, len(COLUMNS)))


def test_rendering_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    def counted(seed: int, held_out: bool = False) -> object:
        seeds.append(seed)
        if len(seeds) == 3:
            raise KeyboardInterrupt
        return scene(seed, held_out)

    monkeypatch.setattr(render, "scene", counted)
    render.render_shard(tmp_path, 0, count=2)
    with pytest.raises(KeyboardInterrupt):
        render.render_shard(tmp_path, 1, count=2)

    assert [path.name for path in tmp_path.iterdir()] == ["scenes-0000.npz"], "no half shard bears a shard's name"

    for shard in (0, 1):
        render.render_shard(tmp_path, shard, count=2)

    assert seeds == [0, 1, 250, 250, 251], "the first shard is kept, the second made anew"
    assert len(list(tmp_path.glob("scenes-*.npz"))) == 2


def test_held_out_shards_have_names_and_scenes_of_their_own(tmp_path: Path) -> None:
    render.render_shard(tmp_path, 0, count=1)
    render.render_shard(tmp_path, 0, held_out=True, count=1)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["held-out-0000.npz", "scenes-0000.npz"]
    (training, _), (examined, _) = (render.load_shard(path) for path in sorted(tmp_path.iterdir()))
    assert not np.array_equal(training[0], examined[0])


def test_nothing_is_rendered_where_nothing_is_wanted(tmp_path: Path) -> None:
    result = CliRunner().invoke(render.main, ["--scenes", "0", "--held-out", "0", "--out", str(tmp_path / "scenes")])

    assert result.exit_code == 0
    assert list((tmp_path / "scenes").iterdir()) == []


def test_work_in_processes_tells_how_far_it_is_and_ends_with_the_first_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_all(Path.touch, [(tmp_path / name,) for name in "abc"], 1, "Files made")

    assert {path.name for path in tmp_path.iterdir()} == set("abc")
    assert "Files made: 1 of 3" in capsys.readouterr().out
    with pytest.raises(FileNotFoundError):
        run_all(Path.unlink, [(tmp_path / "d",), (tmp_path / "a",)], 1, "Files gone")


@pytest.mark.parametrize(
    ("kind", "count", "size"), [("scenes", 1, (269, 1614)), ("families", 2, (112, 1456)), ("crops", 1, (1792, 112))]
)
def test_a_contact_sheet_of_every_kind_is_written(tmp_path: Path, kind: str, count: int, size: tuple[int, int]) -> None:
    out = tmp_path / "sheet.png"
    result = CliRunner().invoke(sheet, [kind, str(out), "--count", str(count)])

    assert result.exit_code == 0, result.output
    assert np.asarray(cv2.imread(str(out))).shape[:2] == size


def test_a_shard_that_holds_fewer_scenes_than_wanted_is_rendered_again(tmp_path: Path) -> None:
    def rendered(scenes: int) -> int:
        arguments = ["--scenes", str(scenes), "--held-out", "0", "--out", str(tmp_path), "--processes", "1"]
        assert CliRunner().invoke(render.main, arguments).exit_code == 0
        return len(render.load_shard(tmp_path / "scenes-0000.npz")[0])

    assert [rendered(scenes) for scenes in (1, 2, 1)] == [1, 2, 2]


def test_shards_hold_what_is_wanted_and_no_more() -> None:
    assert counts(0, 250) == []
    assert counts(500, 250) == [250, 250]
    assert counts(501, 250) == [250, 250, 1]
