"""What keeps the catalogues: collecting, bringing them up to date, finding faults, and loading them for the page."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import PoFileError
from click.testing import CliRunner

from firmware_host.rules.rulesets import RULESETS
from firmware_host.words import joined, say, say_count
from web_ui.translations import collect, loading
from web_ui.translations.__main__ import main
from web_ui.translations.catalogues import po_text, renewed, to_do, wrong
from web_ui.translations.loading import TRANSLATED, po_path, read, translations

ONE, MANY = "{count} roll left.", "{count} rolls left."


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return collect.collect()


def texts(catalog: Catalog) -> set[object]:
    return {message.id for message in catalog if message.id}


def test_code_templates_scripts_and_data_are_collected(collected: Catalog) -> None:
    assert texts(collected) >= {
        "There is no page at this address.",
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
    found = [message for message, _ in collect._commented(text, "")]
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
    assert list(wrong(translated())) == []
    assert list(to_do(small(), translated())) == []


@pytest.mark.parametrize(
    ("catalog", "fault"),
    [
        (translated(Undo="Cofnij "), "spaces around “Cofnij ”: Undo"),
        (translated(Undo="Cofnij {n}"), "other names in braces in “Cofnij {n}”: Undo"),
        (translated(Die="Kość {place}"), "other names in braces in “Kość {place}”: Die {place} shows {face}"),
        (translated("a {count}", "b {count}"), f"2 plural forms instead of 3: {ONE} | {MANY}"),
        (translated("a {count}", "b", "c {count}"), f"other names in braces in “b”: {ONE} | {MANY}"),
    ],
)
def test_what_is_wrong_is_named(catalog: Catalog, fault: str) -> None:
    assert list(wrong(catalog)) == [fault]


@pytest.mark.parametrize(
    ("catalog", "left"),
    [
        (translated(Undo=""), "not translated: Undo"),
        (translated(Undo=" "), "not translated: Undo"),
        (translated("a {count}", "", "c {count}"), f"not translated: {ONE} | {MANY}"),
    ],
)
def test_what_is_left_to_translate_is_named_and_is_not_wrong(catalog: Catalog, left: str) -> None:
    assert list(wrong(catalog)) == []
    assert list(to_do(small(), catalog)) == [left]


def test_a_form_for_one_count_alone_may_say_it_in_words() -> None:
    for code, fits in (("pl", True), ("ru", False)):  # the first form of Russian is that of 21 too
        catalog = Catalog(locale=code)
        catalog.add(("Throw the die.", "Throw all {count} dice."), ("a", "b {count}", "c {count}"))
        assert (list(wrong(catalog)) == []) is fits


def test_fuzzy_missing_and_gone_texts_are_left_to_translate() -> None:
    catalog = translated()
    catalog.add("Cancel", "Anuluj {n}", flags=["fuzzy"])
    catalog.delete("Undo")
    assert list(wrong(catalog)) == []
    assert list(to_do(small(), catalog)) == [
        "missing: Undo",
        "no longer said: Cancel",
        "marked as fuzzy: Cancel",
    ]


def strings(catalog: Catalog) -> dict[object, object]:
    return {message.id: message.string for message in catalog if message.id}


def test_renewing_keeps_what_is_translated_and_drops_what_is_gone() -> None:
    known = translated()
    known.add("A text of another kind altogether", "Coś innego")
    assert strings(renewed(small(), known)) == strings(translated())


def changed(catalog: Catalog, old: str, *new: str) -> Catalog:
    fresh = Catalog(locale=catalog.locale)
    for message in catalog:
        if message.id:
            fresh.add((new[0] if len(new) == 1 else new) if message is catalog[old] else message.id)
    return fresh


@pytest.mark.parametrize(
    ("old", "new", "string"),
    [
        ("Die {place} shows {face}", ("Die {place} is a {face}",), "Kość {place}: {face}"),
        (ONE, ("{count} roll is left.", MANY), ("{count} rzut.", "{count} rzuty.", "{count} rzutów.")),
        (ONE, (ONE, "{count} rolls are left."), ("{count} rzut.", "{count} rzuty.", "{count} rzutów.")),
        (ONE, (ONE,), "{count} rzut."),
        (
            "Die {place} shows {face}",
            ("Die {place} shows {face}", "Dice {place} show {face}"),
            ("Kość {place}: {face}", "", ""),
        ),
    ],
)
def test_a_changed_text_keeps_the_old_translation_as_fuzzy(
    old: str, new: tuple[str, ...], string: str | tuple[str, ...]
) -> None:
    known = translated()
    before = known[old]
    assert before is not None
    message = renewed(changed(small(), old, *new), known)[new[0]]
    assert message is not None
    assert (message.string, message.fuzzy) == (string, True)
    assert message.previous_id == ([before.id] if isinstance(before.id, str) else list(before.id))


def test_a_text_that_changes_twice_shows_the_one_that_was_translated() -> None:
    once = renewed(changed(small(), "Undo", "Undo it"), translated())
    twice = renewed(changed(small(), "Undo", "Undo this"), once)
    message = twice["Undo this"]
    assert message is not None
    assert (message.string, message.previous_id) == ("Cofnij", ["Undo"])


def test_a_new_text_is_not_guessed_from_those_that_stay() -> None:
    collected = small()
    collected.add("Undo it")
    message = renewed(collected, translated())["Undo it"]
    assert message is not None
    assert (message.string, message.fuzzy) == ("", False)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setattr(loading, "FOLDER", tmp_path)
    loading._compiled.cache_clear()
    yield tmp_path
    loading._compiled.cache_clear()


def test_a_fuzzy_text_is_written_on_one_line_each_and_read_again(folder: Path) -> None:
    long = "Die {place} shows {face}, " + "and a roll-off never ends with it. " * 5 + '“Quoted” "and" done.'
    known = Catalog(locale="pl")
    known.add((long, long + "s"), ("a {place} {face}",) * 3)
    collected = Catalog()
    collected.add((long + "!", long + "s!"))
    fresh = renewed(collected, known)
    written = po_text(fresh)
    lines = written.decode().splitlines()
    assert sum(line.startswith("#| msgid ") for line in lines) == 1
    assert sum(line.startswith("#| msgid_plural ") for line in lines) == 1
    (folder / "pl.po").write_bytes(written)
    again = read("pl")
    message = again[long + "!"]
    assert message is not None
    assert (message.previous_id, message.user_comments) == ([long, long + "s"], [])
    assert po_text(renewed(collected, again)) == written


def test_players_see_whole_translations_and_nothing_fuzzy(folder: Path) -> None:
    known = translated("a {count}", "", "c {count}", Undo=" ")
    known.add("Cancel", "Anuluj")
    known.add("Rules", "Zasady", flags=["fuzzy"])
    (folder / "pl.po").write_bytes(po_text(known))
    polish = translations("pl")
    assert polish.gettext("Cancel") == "Anuluj"
    assert polish.gettext("Undo") == "Undo"
    assert polish.gettext("Rules") == "Rules"
    assert [polish.ngettext(ONE, MANY, count) for count in (1, 2, 5)] == [ONE, MANY, MANY]
    assert translations("pl") is polish
    assert translations("en").gettext("Cancel") == "Cancel"


def test_a_text_that_is_there_twice_is_wrong(folder: Path) -> None:
    text = po_text(translated())
    (folder / "pl.po").write_bytes(text + b'\nmsgid "Undo"\nmsgstr "Wycofaj"\n')
    assert list(wrong(read("pl"))) == ["there twice: Undo"]


@pytest.mark.parametrize(
    "fault",
    [b'msgid "Rules"\n', b'msgid "Rules"\nmsgst "Zasady"\n', b'msgid "a"\nmsgid_plural "b"\nmsgstr[3] "c"\n'],
)
def test_a_malformed_file_is_refused(folder: Path, fault: bytes) -> None:
    (folder / "pl.po").write_bytes(po_text(translated()) + b"\n" + fault)
    with pytest.raises(PoFileError):
        read("pl")
    checked = CliRunner().invoke(main, ["--check"])
    assert checked.exit_code == 1
    assert "pl.po cannot be read" in checked.output


def test_files_hold_no_dates_no_line_numbers_and_no_paths_of_a_machine(collected: Catalog) -> None:
    text = po_text(collected).decode()
    assert "Date" not in text
    assert str(Path.cwd()) not in text
    places = {place for line in text.splitlines() if line.startswith("#: ") for place in line[3:].split()}
    assert places
    assert all((collect.ROOT / place).is_file() for place in places)


def test_the_command_checks_and_writes(folder: Path) -> None:
    checked = CliRunner().invoke(main, ["--check"])
    assert checked.exit_code == 1
    assert "ro: missing: Undo" in checked.output
    assert list(folder.iterdir()) == []
    assert CliRunner().invoke(main).exit_code == 0
    checked = CliRunner().invoke(main, ["--check"])
    assert checked.exit_code == 1
    assert "missing" not in checked.output
    assert "ro: not translated: Undo" in checked.output
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert set(before) == {po_path(code) for code in TRANSLATED}
    assert CliRunner().invoke(main).exit_code == 0
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_the_command_writes_a_template_when_asked(folder: Path, tmp_path: Path) -> None:
    template = tmp_path / "messages.pot"
    assert CliRunner().invoke(main, ["--template", str(template)]).exit_code == 0
    assert b'msgid "Undo"\nmsgstr ""\n' in template.read_bytes()
    assert list(folder.iterdir()) == [template]
