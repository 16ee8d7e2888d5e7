"""What keeps the catalogues: collecting, renewing without guessing, finding faults, and the files as they lie here."""

import ast
from pathlib import Path

import pytest
from babel.messages import Catalog
from click.testing import CliRunner

from firmware_host.rules.rulesets import RULESETS
from firmware_host.words import joined, say, say_count
from web_ui.translations import catalogues, collect
from web_ui.translations.__main__ import main
from web_ui.translations.catalogues import TRANSLATED, faults, mo_bytes, mo_path, po_path, po_text, pot_text, renewed

ONE, MANY = "{count} roll left.", "{count} rolls left."


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return collect.collect()


def texts(catalog: Catalog) -> set[object]:
    return {message.id for message in catalog if message.id}


def test_code_templates_scripts_and_data_are_collected(collected: Catalog) -> None:
    assert texts(collected) >= {
        "There is no picture “{name}” any more.",
        "Reconnecting…",
        "Ordinary dice",
        "Undo",
        (ONE, MANY),
        "{items} and {last}",
        "Copper",
        "GPIO panel",
    }


@pytest.mark.parametrize("game", RULESETS)
def test_every_text_of_a_game_is_collected(collected: Catalog, game: str) -> None:
    rules = RULESETS[game]
    known = texts(collected)
    for option in rules.options:
        assert {option.title, option.explanation} <= known
    for box in rules.boxes:
        assert box.title in known
    assert set(rules.decisions) <= known
    if rules.contest:
        assert set(rules.contest.titles.values()) <= known


def test_faces_numbers_and_lists_of_parts_are_no_texts(collected: Catalog) -> None:
    singles = {message for message in texts(collected) if isinstance(message, str)}
    assert not singles & {"9", "10", "J", "Q", "K", "A", "25", "{item}", "{part0} {part1}"}


def test_a_text_made_of_texts_is_collected_whole() -> None:
    text = joined(say("It is {colour}.", colour=say("red")), say_count("{count} die", "{count} dice", 2))
    found = [message for message, _ in collect._told(text, "")]
    assert found == ["{part0} {part1}", "It is {colour}.", "red", ("{count} die", "{count} dice")]


def test_panels_are_called_what_the_hardware_calls_them() -> None:
    named = ast.parse((collect.ROOT / "hardware" / "panel.py").read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(named) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {text for text in texts if text.endswith(" panel")} == set(collect.PANELS)


def small(locale: str | None = None, **strings: str) -> Catalog:
    catalog = Catalog(locale=locale)
    for text in ("Undo", "Die {place} shows {face}"):
        catalog.add(text, strings.get(text.split()[0], ""))
    catalog.add((ONE, MANY))
    return catalog


def translated(*forms: str, **strings: str) -> Catalog:
    catalog = small("pl", **({"Undo": "Cofnij", "Die": "Kość {place}: {face}"} | strings))
    message = catalog[ONE]
    assert message is not None
    message.string = forms or ("{count} rzut.", "{count} rzuty.", "{count} rzutów.")
    return catalog


def test_a_whole_catalogue_has_no_fault() -> None:
    assert list(faults(small(), translated())) == []


@pytest.mark.parametrize(
    ("catalog", "fault"),
    [
        (translated(Undo=""), "not translated: Undo"),
        (translated(Undo=" "), "not translated: Undo"),
        (translated(Undo="Cofnij "), "spaces around “Cofnij ”: Undo"),
        (translated(Undo="Cofnij {n}"), "other names in braces in “Cofnij {n}”: Undo"),
        (translated(Die="Kość {place}"), "other names in braces in “Kość {place}”: Die {place} shows {face}"),
        (translated("a {count}", "b {count}"), f"2 plural forms instead of 3: {ONE} | {MANY}"),
        (translated("a {count}", "", "c {count}"), f"not translated: {ONE} | {MANY}"),
        (translated("a {count}", "b", "c {count}"), f"other names in braces in “b”: {ONE} | {MANY}"),
    ],
)
def test_a_fault_is_named(catalog: Catalog, fault: str) -> None:
    assert list(faults(small(), catalog)) == [fault]


def test_a_form_for_one_count_alone_may_say_it_in_words() -> None:
    collected = Catalog()
    collected.add(("Throw the die.", "Throw all {count} dice."))
    for code, fits in (("pl", True), ("ru", False)):  # the first form of Russian is that of 21 too
        catalog = Catalog(locale=code)
        catalog.add(("Throw the die.", "Throw all {count} dice."), ("a", "b {count}", "c {count}"))
        assert (list(faults(collected, catalog)) == []) is fits


def test_fuzzy_missing_and_gone_texts_are_faults() -> None:
    catalog = translated()
    catalog.add("Cancel", "Anuluj", flags=["fuzzy"])
    catalog.delete("Undo")
    assert list(faults(small(), catalog)) == [
        "missing: Undo",
        "no longer said: Cancel",
        "marked as fuzzy: Cancel",
    ]


def test_renewing_keeps_what_is_translated_and_guesses_nothing() -> None:
    known = translated()
    known.delete("Undo")
    known.add("Undo it", "Cofnij to")
    fresh = renewed(small(), known)
    assert {message.id: message.string for message in fresh if message.id} == {
        "Undo": "",
        "Die {place} shows {face}": "Kość {place}: {face}",
        (ONE, MANY): ("{count} rzut.", "{count} rzuty.", "{count} rzutów."),
    }
    assert not any(message.fuzzy for message in fresh if message.id)


def test_files_hold_no_dates_no_line_numbers_and_no_paths_of_a_machine(collected: Catalog) -> None:
    text = pot_text(collected).decode()
    assert "Date" not in text
    assert str(Path.cwd()) not in text
    places = {place for line in text.splitlines() if line.startswith("#: ") for place in line[3:].split()}
    assert places
    assert all((collect.ROOT / place).is_file() for place in places)


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_files_are_what_the_program_writes(code: str) -> None:
    catalog = catalogues.read(code)
    assert po_path(code).read_bytes() == po_text(renewed(catalog, catalog))
    assert mo_path(code).read_bytes() == mo_bytes(catalog), "run python -m web_ui.translations"


def test_the_command_checks_and_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogues, "TEMPLATE", tmp_path / "messages.pot")
    checked = CliRunner().invoke(main, ["--check"])
    assert checked.exit_code == 1
    assert "ro: missing: Undo" in checked.output
    assert list(tmp_path.iterdir()) == []
    written = CliRunner().invoke(main)
    assert written.exit_code == 0
    checked = CliRunner().invoke(main, ["--check"])
    assert checked.exit_code == 1
    assert "missing" not in checked.output
    assert "ro: not translated: Undo" in checked.output
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*o")}
    assert len(before) == 10
    assert CliRunner().invoke(main).exit_code == 0
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*o")} == before
