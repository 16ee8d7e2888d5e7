"""House rules of the data folder: on the command line, at the table, and when their files change or go."""

import json
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gpiozero.pins.mock import MockFactory

from firmware_host.app.build import Application
from firmware_host.app.games import load_games
from firmware_host.cli import main
from firmware_host.game.commands import AbandonGame, StartGame, WriteBox
from firmware_host.game.errors import StartRefusal
from firmware_host.rules.rulesets import RULESETS, UnknownRulesetError
from firmware_host.settings import data_folder, load_settings
from hardware.panel import open_panel
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, ScriptedCamera, Sitting, lying

OURS = """\
id = "our-crag"
title = "Our crag"
based-on = "crag"

[[boxes]]
id = "crag"
points = 60

[options.slow]
title = "Slow"
explanation = "A third roll."
default = false

[options.slow.when.on]
rolls = 3
"""
FAULTY = 'id = "bad"\ntitle = "Bad"\nbased-on = "crag"\nrolls = 0\nremove = ["cragg"]\n'


def dice_table(*arguments: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Return a folder of house rules, with one game and one file that has two faults."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "ours.toml").write_text(OURS, encoding="utf-8-sig")
    (folder / "bad.toml").write_text(FAULTY, encoding="utf-8")
    return folder


class TestLoading:
    def test_a_bonus_out_of_reach_is_told_and_the_game_is_there(self, tmp_path: Path) -> None:
        (tmp_path / "rules").mkdir()
        path = tmp_path / "rules" / "school.toml"
        path.write_text('id = "ours"\ntitle = "Ours"\nbased-on = "yatzy"\nupper = "school"\n', encoding="utf-8")
        games = load_games(tmp_path)
        assert "ours" in games.rulesets
        assert games.fault_lines() == [
            "The house rules school.toml promise what they cannot give:",
            "  bonuses.upper: It cannot be reached: it needs 63, but its boxes hold at most 21 together. Lower what it "
            "needs, or remove it.",
        ]
        checked = dice_table("rules", "--check", path)
        assert (checked.exit_code, "bonuses.upper: It cannot be reached" in checked.stderr) == (0, True)
        assert "no faults. It defines Ours" in checked.stdout

    def test_without_a_folder_there_are_the_programs_own_games(self, tmp_path: Path) -> None:
        games = load_games(tmp_path / "nowhere")
        assert (games.rulesets, games.files, games.faults) == (RULESETS, {}, {})

    def test_house_rules_follow_them_and_files_with_faults_are_left_out(self, tmp_path: Path, rules: Path) -> None:
        (rules / "twin.toml").write_text(OURS, encoding="utf-8")
        (rules / "latin.toml").write_bytes(b'title = "\xe4"')
        (rules / "folder.toml").mkdir()
        (rules / ".draft.toml").write_text("nonsense", encoding="utf-8")
        (rules / "notes.txt").write_text("nonsense", encoding="utf-8")
        games = load_games(tmp_path)
        assert list(games.rulesets) == [*RULESETS, "our-crag"]
        assert games.rulesets["our-crag"].house == OURS
        assert games.files == {"our-crag": "ours.toml"}
        assert list(games.faults) == ["bad.toml", "folder.toml", "latin.toml", "twin.toml"]
        assert [fault.partition(":")[0] for fault in games.faults["bad.toml"]] == ["remove", "rolls"]
        assert "cannot be read" in games.faults["folder.toml"][0]
        assert "Save it as UTF-8" in games.faults["latin.toml"][0]
        assert games.faults["twin.toml"] == ("id: ours.toml already has a game our-crag. Choose another id.",)
        with pytest.raises(UnknownRulesetError, match=r"no game “bad”.* left out: bad.toml, folder.toml, latin"):
            games.ruleset("bad")

    def test_the_data_folder_is_found_whatever_the_settings_are(self, tmp_path: Path) -> None:
        (tmp_path / "settings.toml").write_text("port = 'many'", encoding="utf-8")
        assert data_folder(tmp_path, {}) == tmp_path
        assert data_folder(None, {"DICE_TABLE_DATA": str(tmp_path)}) == tmp_path


class TestCommandLine:
    def test_rules_lists_them_and_tells_the_faults_of_files(self, tmp_path: Path, rules: Path) -> None:
        done = dice_table("rules", "--data", tmp_path)
        assert done.exit_code == 0
        assert done.stdout.splitlines()[-1].endswith("(ours.toml)")
        assert done.stderr.splitlines()[0] == "The house rules bad.toml have faults and were left out:"
        assert len(done.stderr.splitlines()) == 3
        (rules / "bad.toml").unlink()
        assert dice_table("rules", "--data", tmp_path).stderr == ""

    def test_rules_tells_one(self, rules: Path) -> None:
        told = dice_table("rules", "our-crag", "--data", rules.parent)
        assert told.stdout.startswith("Our crag (our-crag): 3 dice, 2 rolls a turn")
        assert "Option slow = off, on (default off)" in told.stdout
        listed = json.loads(dice_table("rules", "--json", "--data", rules.parent).stdout)
        assert [game["id"] for game in listed] == [*RULESETS, "our-crag"]
        missing = dice_table("rules", "bad", "--data", rules.parent)
        assert missing.exit_code == 2
        assert "left out: bad.toml" in missing.stderr

    def test_rules_checks_a_file(self, rules: Path) -> None:
        right = dice_table("rules", "--check", rules / "ours.toml")
        assert (right.exit_code, right.stderr) == (0, "")
        assert right.stdout == f"{rules / 'ours.toml'}: no faults. It defines Our crag (our-crag).\n"
        wrong = dice_table("rules", "--check", rules / "bad.toml")
        assert (wrong.exit_code, wrong.stdout) == (2, "")
        assert [line.split(": ")[:2] for line in wrong.stderr.splitlines()] == [
            [str(rules / "bad.toml"), "remove"],
            [str(rules / "bad.toml"), "rolls"],
        ]
        typed = dice_table("rules", "--check", "-", typed="title = 3")
        assert (typed.exit_code, len(typed.stderr.splitlines())) == (2, 3)
        gone = dice_table("rules", "--check", rules / "gone.toml")
        assert gone.exit_code == 2
        assert "cannot be read: No such file" in gone.stderr

    def test_score_knows_them(self, rules: Path) -> None:
        done = dice_table("score", "our-crag", "6", "6", "1", "--json", "--data", rules.parent)
        assert json.loads(done.stdout)["crag"] == 60
        slow = ("--option", "slow=on", "--rolls-used", "3")
        assert dice_table("score", "our-crag", "6", "6", "1", *slow, "--data", rules.parent).exit_code == 0
        assert dice_table("score", "our-crag", "6", "6", "1", *slow[2:], "--data", rules.parent).exit_code == 2
        lines = dice_table("score", "our-crag", "--batch", "--data", rules.parent, typed="6 6 1\n4 4 5\n").stdout
        assert [json.loads(line)["crag"] for line in lines.splitlines()] == [60, 60]
        other = dice_table("score", "our-crag", "6", "6", "1", "--data", rules.parent / "other")
        assert other.exit_code == 2
        assert "no game “our-crag”" in other.stderr

    def test_replay_knows_them(self, rules: Path) -> None:
        text = f"rules: our-crag\noption slow = on\nplayers: Ana\nAna: {'6 6 2 | keep 6 6 | ' * 2}6 6 1 -> crag\n"
        done = dice_table("replay", "-", "--json", "--data", rules.parent, typed=text)
        assert json.loads(done.stdout)["players"][0]["total"] == 60
        assert dice_table("replay", "-", "--data", rules.parent / "other", typed=text).exit_code == 2

    def test_doctor_tells_of_each_file(self, rules: Path) -> None:
        done = dice_table("doctor", "--data", rules.parent)
        assert done.exit_code == 1
        assert "ok   house rules      ours.toml: Our crag (our-crag)" in done.stdout
        assert "BAD  house rules      bad.toml: rolls: It is 0" in done.stdout


def begin(data: Path, **options: bool) -> str:
    """Begin a game of our crag at a table, write a box, and return the game's name."""
    with Sitting(data, rulesets=load_games(data).rulesets) as sitting:
        sitting.table.ask(StartGame(TWO.players, "our-crag", options))
        sitting.lay(lying("6 6 1"))
        shown = sitting.table.ask(WriteBox("crag"))
        assert shown.game is not None
        assert shown.game.players[0].total == 60
        return shown.game.game


class TestTable:
    @pytest.mark.parametrize("becomes", ["gone", "changed", "faulty"])
    def test_a_game_is_resumed_whatever_has_become_of_its_file(self, tmp_path: Path, rules: Path, becomes: str) -> None:
        game = begin(tmp_path, slow=True)
        ours = rules / "ours.toml"
        if becomes == "gone":
            ours.unlink()
        else:
            ours.write_text(OURS.replace("60", "70") if becomes == "changed" else FAULTY, encoding="utf-8")
        with Sitting(tmp_path, rulesets=load_games(tmp_path).rulesets) as sitting:
            shown = sitting.table.snapshot()
            assert shown.game is not None
            assert (shown.game.game, shown.game.ruleset.title, shown.game.rolls_left) == (game, "Our crag", 3)
            sitting.lay(lying("4 4 5", OTHER_SPOTS))
            shown = sitting.table.ask(WriteBox("crag"))
            assert shown.game is not None
            assert shown.game.players[1].total == 60
            sitting.table.ask(AbandonGame())
            if becomes == "changed":
                sitting.table.ask(StartGame(TWO.players, "our-crag"))
                sitting.lay(lying("6 6 1"))
                shown = sitting.table.ask(WriteBox("crag"))
                assert shown.game is not None
                assert shown.game.players[0].total == 70
            else:
                with pytest.raises(StartRefusal, match="no game “our-crag”"):
                    sitting.table.ask(StartGame(TWO.players, "our-crag"))

    def test_a_game_whose_file_is_gone_is_written_with_it_and_replayed(self, tmp_path: Path, rules: Path) -> None:
        game = begin(tmp_path, slow=True)
        (rules / "ours.toml").unlink()
        text = dice_table("export", game, "--data", tmp_path)
        assert text.exit_code == 0
        assert text.stdout.startswith("rules: our-crag\noption slow = on\nplayers: Ada, Ben\nAda: 6 6 1 -> crag")
        file = dice_table("export", game, "--rules", "--data", tmp_path)
        assert file.stdout == OURS
        other = tmp_path / "other"
        (other / "rules").mkdir(parents=True)
        (other / "rules" / "again.toml").write_text(file.stdout, encoding="utf-8")
        again = dice_table("replay", "-", "--json", "--data", other, typed=text.stdout)
        assert json.loads(again.stdout)["players"][0]["total"] == 60

    def test_only_games_of_house_rules_have_a_file(self, tmp_path: Path) -> None:
        with Sitting(tmp_path) as sitting:
            shown = sitting.table.ask(TWO)
        assert shown.game is not None
        done = dice_table("export", shown.game.game, "--rules", "--data", tmp_path)
        assert done.exit_code == 1
        assert f"built-in rules, {TWO.rules}" in done.stderr

    def test_the_house_offers_them_and_tells_what_is_left_out(
        self, rules: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.WARNING):
            house = Application(
                load_settings({"data": rules.parent, "port": 0}, {}),
                lambda: (ScriptedCamera(), ScriptedCameraSetup()),
                lambda: open_panel(factory=MockFactory()),
            )
        try:
            assert list(house.table.rulesets()) == [*RULESETS, "our-crag"]
            assert list(house.table.rules_faults()) == ["bad.toml"]
            assert len(house.table.rules_faults()["bad.toml"]) == 2
        finally:
            house.close()
        assert "The house rules bad.toml have faults and were left out:" in caplog.messages
