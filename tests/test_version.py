"""The program has one version, and everything that shows a version shows that one."""

import io
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from firmware_host import __version__
from firmware_host.app.diagnostics import diagnostics
from firmware_host.app.doctor import checked_out_commit, examine
from firmware_host.cli import main
from firmware_host.settings import Settings, load_settings
from tests.web_ui.fake_table import FakeTable
from web_ui.app import create_app
from web_ui.language import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({"data": tmp_path}, {})


@pytest.fixture
def page() -> FlaskClient:
    table = FakeTable()
    return create_app(table, table.wizard).test_client()


def test_the_command_line_shows_it() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"dice-table, version {__version__}\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["/", "/setup"])
def test_the_foot_of_a_page_shows_it_in_every_language(page: FlaskClient, address: str, language: str) -> None:
    page.set_cookie("language", language)
    (foot,) = re.findall(r'<p class="version">([^<]+)</p>', page.get(address).text)
    name, _, version = foot.rpartition(" ")
    assert (bool(name), version) == (True, __version__)


def test_the_doctor_shows_it_first(settings: Settings) -> None:
    first = next(examine(settings))
    assert (first.subject, first.found.split()[0], first.good) == ("dice-table", __version__, True)


def test_the_diagnostics_hold_it(settings: Settings) -> None:
    with zipfile.ZipFile(io.BytesIO(diagnostics(settings))) as archive:
        assert archive.read("doctor.txt").decode().startswith(f"ok   dice-table       {__version__}")


def test_the_changelog_ends_with_what_came_before_it() -> None:
    changelog = (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[?([^\]\s]+)", changelog, re.MULTILINE)
    assert released[:2] == ["Unreleased", __version__]


class TestCommit:
    def git(self, folder: Path, *arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    @pytest.fixture
    def checkout(self, tmp_path: Path) -> Path:
        self.git(tmp_path, "init", "-q")
        (tmp_path / "file").write_text("one")
        self.git(tmp_path, "add", "file")
        self.git(tmp_path, "commit", "-q", "-m", "One")
        return tmp_path

    def test_a_checkout_says_which_commit_it_is(self, checkout: Path) -> None:
        commit = self.git(checkout, "rev-parse", "--short", "HEAD")
        self.git(checkout, "tag", "v9")
        assert checked_out_commit(checkout) == f"(commit {commit})"

    def test_a_checkout_says_whether_files_were_changed(self, checkout: Path) -> None:
        (checkout / "file").write_text("two")
        assert checked_out_commit(checkout).endswith("-changed)")

    def test_a_folder_inside_somebody_elses_checkout_has_no_commit(self, checkout: Path) -> None:
        (checkout / "site-packages").mkdir()
        assert checked_out_commit(checkout / "site-packages") == ""

    def test_without_a_git_that_answers_the_commit_is_unknown(self, tmp_path: Path) -> None:
        (tmp_path / ".git").write_text("gitdir: nowhere\n")
        assert checked_out_commit(tmp_path) == ""
