"""Commands answer in the language of the environment, or in the one that is asked for."""

import json
import re

import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import main
from firmware_host.cli.language import of_environment
from web_ui.language import LANGUAGES

HANDS = "rules: poker-hands\noption rounds = 1\nplayers: Ana, Bo\nAna: A K Q J 9\nBo: A K Q J 10\n"
GIVEN = re.compile(r"“[^”]*”|[\w-]+=\S*|--[a-z-]+|\b(?:Ana|Bo|Bust)\b|\bof_a_kind\b")


def dice_table(*arguments: str, typed: str | None = None, lang: str = "C") -> Result:
    return CliRunner().invoke(main, arguments, input=typed, env={"LANG": lang})


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ro_RO.UTF-8"}, "ro"),
        ({"LANG": "uk_UA@euro"}, "uk"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ro_RO", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "ro_RO", "LC_MESSAGES": "pl_PL", "LC_ALL": "eo"}, "eo"),
        ({"LANG": "ro_RO", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:uk:ru"}, "uk"),
        ({"LANG": "C", "LANGUAGE": "uk"}, "en"),
    ],
)
def test_the_environment_names_a_language(environ: dict[str, str], code: str) -> None:
    assert of_environment(environ) == code


def test_a_command_speaks_the_language_of_the_environment_or_the_one_asked_for() -> None:
    assert dice_table("score", "poker-hands", "A A A K K", lang="eo").stdout == "Plena domo\n"
    assert dice_table("score", "poker-hands", "A A A K K", "--language", "pl", lang="eo").stdout == "Ful\n"
    assert dice_table("--language", "ro", "score", "poker-hands", "A A A K K").stdout == "Full House\n"
    assert (
        dice_table("--language", "ro", "score", "poker-hands", "A A A K K", "--language", "eo").stdout == "Plena domo\n"
    )
    assert dice_table("score", "poker-hands", "A A A K K", lang="de_DE.UTF-8").stdout == "Full house\n"


def test_refusals_are_told_in_it_whoever_refuses() -> None:
    english = dice_table("score", "crag", "1 2").stderr
    told = {code: dice_table("score", "crag", "1 2", "--language", code).stderr for code in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert told["en"] == english


def test_what_is_for_programs_stays_as_it_is() -> None:
    for arguments in (("score", "crag", "1 2 3"), ("rules", "crag")):
        assert dice_table(*arguments, "--json", lang="ru_RU.UTF-8").stdout == dice_table(*arguments, "--json").stdout
    told = json.loads(dice_table("replay", "-", "--json", "--language", "ru", typed=HANDS).stdout)
    assert told["winners"] == ["Bo"]


@pytest.mark.parametrize("code", list(LANGUAGES)[1:])
def test_no_english_is_left(code: str) -> None:
    """Compare each line with the English one: those with words in them must differ."""
    asked: list[tuple[tuple[str, ...], str | None]] = [
        (("rules",), None),
        (("rules", "general"), None),
        (("score", "school-poker", "3 3 3 5 5", "--rolls-used", "1"), None),
        (("score", "general", "5 5 5 5 5", "--card", "five-of-a-kind=50 fives=25"), None),
        (("score", "yatzy", "1 2 3 4 5", "--card", "fours=99"), None),
        (("replay", "-"), HANDS),
    ]
    for arguments, typed in asked:
        english, told = (
            dice_table(*arguments, "--language", language, typed=typed).output.splitlines() for language in ("en", code)
        )
        assert len(english) == len(told)
        same = [line for line, other in zip(english, told, strict=True) if line == other and _words(line)]
        assert same == []


def _words(line: str) -> list[str]:
    return re.findall(r"[a-z]{4,}", GIVEN.sub("", line))
