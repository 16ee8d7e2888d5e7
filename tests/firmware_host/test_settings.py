import json
from pathlib import Path

import pytest

from firmware_host.settings import NotSavedError, Settings, SettingsError, load_settings, save_backup_place, save_camera


def load(data: Path, environment: dict[str, str] | None = None, **options: object) -> Settings:
    return load_settings({"data": data, **options}, environment or {})


def test_without_anything_set_it_plays_on_the_simulated_tray_for_this_machine_only(tmp_path: Path) -> None:
    settings = load(tmp_path / "new")
    assert (settings.camera, settings.host, settings.port) == ("sim", "127.0.0.1", 8080)
    assert settings.data == tmp_path / "new"
    assert not settings.data.exists()
    assert settings.notes == ()


def test_the_data_folder_is_the_users_own_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = load_settings({}, {})
    assert settings.data.name == "dice-table"
    assert settings.origins["data"] == "default"
    assert load_settings({}, {"DICE_TABLE_DATA": str(tmp_path)}).data == tmp_path


def test_later_sources_win(tmp_path: Path) -> None:
    assert load(tmp_path).camera == "sim"
    (tmp_path / "settings.toml").write_text('camera = "usb:1"\nport = 8001\nhost = "localhost"\n')
    assert load(tmp_path).camera == "usb:1"
    save_camera(tmp_path, "usb:2")
    assert load(tmp_path).camera == "usb:2"
    environment = {"DICE_TABLE_CAMERA": "usb:3", "DICE_TABLE_PORT": "8003", "DICE_TABLE_HOST": ""}
    settings = load(tmp_path, environment)
    assert (settings.camera, settings.host, settings.port) == ("usb:3", "localhost", 8003)
    settings = load(tmp_path, environment, camera="sim:seed=7", host=None, port=8004)
    assert (settings.camera, settings.host, settings.port) == ("sim:seed=7", "localhost", 8004)
    assert dict(settings.origins) == {
        "data": "--data",
        "camera": "--camera",
        "dice_set": "default",
        "host": str(tmp_path / "settings.toml"),
        "names": "default",
        "port": "--port",
        "pause": "default",
        "pictures_limit": "default",
        "backup_to": "default",
        "backup_games": "default",
        "backup_evenings": "default",
    }


def test_opponents_take_their_time_as_set(tmp_path: Path) -> None:
    assert load(tmp_path).pause == 2
    (tmp_path / "settings.toml").write_text("pause = 0.5\n")
    assert load(tmp_path).pause == 0.5
    assert load(tmp_path, {"DICE_TABLE_PAUSE": "3"}).pause == 3
    for wrong in ("soon", "-1", "61", "nan"):
        with pytest.raises(SettingsError, match="it must be a number of seconds from 0 to 60"):
            load(tmp_path, {"DICE_TABLE_PAUSE": wrong})


def test_the_table_may_have_names_of_its_own(tmp_path: Path) -> None:
    assert load(tmp_path).names == ""
    (tmp_path / "settings.toml").write_text('names = "dice.lan, table.example"\n')
    assert load(tmp_path).names == "dice.lan,table.example"
    assert load(tmp_path, names="").names == ""
    for wrong in ("http://dice.lan", "dice.lan:80", "a/b", "-"):
        with pytest.raises(SettingsError, match="it must be names without http:// and port"):
            load(tmp_path, {"DICE_TABLE_NAMES": wrong})


def test_pictures_take_as_much_as_set(tmp_path: Path) -> None:
    assert load(tmp_path).pictures_limit == 2000
    assert load(tmp_path, {"DICE_TABLE_PICTURES_LIMIT": "300"}).pictures_limit == 300
    assert load(tmp_path, pictures_limit=0).pictures_limit == 0
    for wrong in ("much", "-1", "1.5"):
        with pytest.raises(SettingsError, match="it must be a whole number from 0 to"):
            load(tmp_path, {"DICE_TABLE_PICTURES_LIMIT": wrong})


def test_a_dice_set_may_be_named_for_this_time(tmp_path: Path) -> None:
    assert load(tmp_path).dice_set == ""
    assert load(tmp_path, {"DICE_TABLE_DICE_SET": "Grandmas 2"}).dice_set == "Grandmas 2"
    settings = load(tmp_path, {"DICE_TABLE_DICE_SET": "Grandmas 2"}, dice_set="bone")
    assert (settings.dice_set, settings.origins["dice_set"]) == ("bone", "--dice-set")
    with pytest.raises(SettingsError, match="--dice-set is 3: it must be the name of a dice set"):
        load(tmp_path, dice_set=3)


def test_all_faults_are_told_at_once_with_file_and_key(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('camera = ""\nport = true\ncolour = "red"\n')
    with pytest.raises(SettingsError) as refusal:
        load(tmp_path, {"DICE_TABLE_PORT": "many"}, host="  ", port=70000)
    assert set(refusal.value.faults) == {
        f"{file}: camera",
        f"{file}: port",
        f"{file}: colour",
        "DICE_TABLE_PORT",
        "--host",
        "--port",
    }
    text = str(refusal.value)
    assert "DICE_TABLE_PORT is 'many': it must be a whole number from 0 to 65535" in text
    assert f"{file} sets 'colour', but there is no such setting. Choose from: camera, dice_set," in text


@pytest.mark.parametrize("content", [b"camera = ", b"\xff\xfe", b"camera = " + b"[" * 3000])
def test_a_file_that_is_no_toml_is_a_fault(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=r"settings\.toml cannot be read"):
        load(tmp_path)


def test_a_data_folder_that_is_a_file_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="which is a file"):
        load(tmp_path / "file")


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"camera": 3}', '{"camera": ""}'])
def test_a_broken_choice_of_the_setup_page_is_told_and_ignored(tmp_path: Path, content: str) -> None:
    (tmp_path / "setup.json").write_text(content)
    settings = load(tmp_path)
    assert settings.camera == "sim"
    (note,) = settings.notes
    assert "setup.json was ignored" in note


def test_a_saved_choice_replaces_the_one_before_and_leaves_no_draft(tmp_path: Path) -> None:
    for camera in ("usb:0", "folder:/photos/żółte"):
        save_camera(tmp_path / "data", camera)
    assert json.loads((tmp_path / "data" / "setup.json").read_text(encoding="utf-8")) == {
        "camera": "folder:/photos/żółte"
    }
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["setup.json"]


def test_a_choice_that_the_disk_does_not_take_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(NotSavedError, match=r"cannot be saved in .*setup\.json: .* Make room, or allow writing\."):
        save_camera(tmp_path / "data", "usb:1")


def test_camera_and_backup_place_are_saved_side_by_side(tmp_path: Path) -> None:
    save_backup_place(tmp_path, "/media/stick")
    assert (load(tmp_path).backup_to, load(tmp_path).camera) == ("/media/stick", "sim")
    save_camera(tmp_path, "usb:1")
    save_backup_place(tmp_path, "")
    settings = load(tmp_path)
    assert (settings.backup_to, settings.camera, settings.notes) == ("", "usb:1", ())
    assert load(tmp_path, backup_to="/mnt/nas").backup_to == "/mnt/nas"
    with pytest.raises(SettingsError, match="it must be a whole number from 0 to 1000"):
        load(tmp_path, {"DICE_TABLE_BACKUP_GAMES": "-1"})
