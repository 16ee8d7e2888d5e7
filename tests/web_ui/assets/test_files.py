"""Browsers are given the page's own files at addresses that change with what is in them, to keep for good."""

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable
from web_ui.app import create_app
from web_ui.assets import Assets, own_assets
from web_ui.assets.files import STATIC, TEMPLATES
from web_ui.assets.parts import BY_MEDIUM, PAGES

GZIP: dict[str, Any] = {"headers": {"Accept-Encoding": "gzip, deflate"}}
PAGE = own_assets().address("game.js")


def named_in(text: str) -> set[str]:
    return set(re.findall(r"/static/[^\"')\s]+", text))


@pytest.mark.parametrize(
    ("address", "page", "by_medium"),
    [
        ("/", "game", BY_MEDIUM),
        ("/setup", "setup", BY_MEDIUM[:2]),
        ("/nowhere", "error", BY_MEDIUM[:2]),
        ("/sheet/crag", "sheet", BY_MEDIUM),
    ],
)
def test_a_page_names_one_script_and_one_sheet_and_those_for_some_media(
    client: FlaskClient, address: str, page: str, by_medium: tuple[str, ...]
) -> None:
    html = client.get(address, headers={"Accept": "text/html"}).text
    assert html.count("<script") - html.count('<script type="application/json"') == 1
    assert html.count("stylesheet") == 1 + len(by_medium)
    files = own_assets()
    names = named_in(html)
    own = {f"{page}.js", f"{page}.css", "lib/die.svg", *(f"{sheet}.css" for sheet in by_medium)}
    assert {files.address(name) for name in own} == names
    names |= named_in(client.get(files.address(f"{page}.css")).text)
    assert files.address("lib/wood.svg") in names
    for name in names:
        assert client.get(name).status_code == 200


@pytest.mark.parametrize("name", ["game.js", "setup.css", "error.css", "lib/felt.svg"])
def test_a_file_is_kept_for_good(client: FlaskClient, name: str) -> None:
    answer = client.get(own_assets().address(name))
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Content-Type"].startswith(
        {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}[Path(name).suffix]
    )
    again = client.get(own_assets().address(name), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""


def test_a_file_comes_compressed_to_whoever_takes_that(client: FlaskClient) -> None:
    plain, packed = client.get(PAGE), client.get(PAGE, **GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert client.get(PAGE, headers={"Accept-Encoding": "gzip;q=0"}).data == plain.data


@pytest.mark.parametrize("arguments", [{}, GZIP])
def test_head_tells_what_get_would(client: FlaskClient, arguments: dict[str, Any]) -> None:
    head, get = client.head(PAGE, **arguments), client.get(PAGE, **arguments)
    assert head.data == b""
    for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control", "Vary"):
        assert head.headers[name] == get.headers[name]


def test_a_part_of_a_file(client: FlaskClient) -> None:
    whole = client.get(PAGE)
    part = client.get(PAGE, headers={"Range": "bytes=10-19"})
    assert (part.status_code, part.data) == (206, whole.data[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(whole.data)}"
    assert client.get(PAGE, headers={"Range": f"bytes={len(whole.data)}-"}).status_code == 416
    changed = client.get(PAGE, headers={"Range": "bytes=10-19", "If-Range": '"another"'})
    assert (changed.status_code, changed.data) == (200, whole.data)
    packed = client.get(PAGE, headers={"Range": "bytes=10-19", "Accept-Encoding": "gzip"})
    assert (packed.status_code, gzip.decompress(packed.data)) == (200, whole.data)


def test_the_address_of_another_version_leads_to_this_one(client: FlaskClient) -> None:
    answer = client.get("/static/0123456789abcdef/game.js")
    assert answer.status_code == 302
    assert answer.headers["Location"] == PAGE
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["none.js", "game/main.js", "lib/base.css", "lib/views.d.ts", "../app.py"])
def test_nothing_else_is_given_out(client: FlaskClient, name: str) -> None:
    fingerprint = PAGE.split("/")[2]
    assert client.get(f"/static/{fingerprint}/{name}").status_code == 404
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize(
    ("changed", "addresses"),
    [
        ("static/lib/felt.svg", {"lib/felt.svg", "game.css"}),
        ("static/lib/dom.js", {"game.js", "setup.js", "error.js", "sheet.js"}),
        ("static/setup/tabs.css", {"setup.css"}),
        ("templates/game.html", set[str]()),
    ],
)
def test_a_change_changes_the_addresses_of_what_it_is_in(tmp_path: Path, changed: str, addresses: set[str]) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    shutil.copytree(TEMPLATES, tmp_path / "templates")
    file = tmp_path / changed
    file.write_text(file.read_text(encoding="utf-8").replace("2", "3"), encoding="utf-8")
    before, after = own_assets(), Assets(tmp_path / "static", tmp_path / "templates")
    names = [*(f"{page}{kind}" for page in PAGES for kind in (".js", ".css")), "lib/felt.svg", "lib/wood.svg"]
    assert {name for name in names if before.address(name) != after.address(name)} == addresses
    assert before.build != after.build


def test_the_same_files_have_the_same_addresses() -> None:
    again = Assets()
    assert again.address("game.js") == PAGE
    assert again.build == own_assets().build


def test_the_page_of_another_version_is_told_to_load_again(client: FlaskClient, table: FakeTable) -> None:
    build = own_assets().build
    assert f'data-build="{build}"' in client.get("/").text
    with client.get(f"/events?build={build}", buffered=False) as current:
        assert next(current.iter_encoded()) == b"retry: 1000\n\n"
    with create_app(table, table.wizard).test_client().get("/events?build=older&setup") as old:
        assert old.data == b"event: outdated\ndata: {}\n\n"
