import logging
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.app.log import kept_log, to_file
from firmware_host.characters import harmless, is_harmless, is_visible
from firmware_host.words import say, say_count

BIDI = frozenset({"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI", "B", "S"})


@given(st.text())
def test_what_is_made_harmless_is(text: str) -> None:
    made = harmless(text)
    assert is_harmless(made)
    assert len(made) == len(text)
    assert (made == text) == is_harmless(text)


def test_every_mark_of_direction_and_every_control_character_is_harmful() -> None:
    harmful = [chr(code) for code in range(0x3000) if unicodedata.bidirectional(chr(code)) in BIDI]
    assert len(harmful) >= 12
    assert not any(is_harmless(one) for one in [*harmful, *map(chr, range(32)), "\x7f", "\x9b", "\u2028", "\ufeff"])


@pytest.mark.parametrize("text", ["Zoë", "王", "हिन्दी", "\U0001f469\u200d\U0001f467", "\U0001fae9"])
def test_names_of_every_script_are_left_alone(text: str) -> None:
    assert harmless(text) == text
    assert is_visible(text)


def test_a_sentence_shows_what_it_names_on_one_line() -> None:
    assert say("There is no file {file}.", file=Path("a\nb\u202egpj.exe")) == "There is no file a b\ufffdgpj.exe."
    assert say_count("{count} in {file}", "{count} in {file}", 2, file="\x1b[2J") == "2 in \ufffd[2J"


def test_a_line_of_the_log_stays_one_line(tmp_path: Path) -> None:
    handler = to_file(tmp_path)
    try:
        handler.handle(logging.makeLogRecord({"msg": "passed over: %s", "args": ("a\nERROR it burns\x1b[2J",)}))
    finally:
        handler.close()
    assert kept_log(tmp_path).splitlines()[0].endswith("passed over: a ERROR it burns\ufffd[2J")
    assert len(kept_log(tmp_path).splitlines()) == 1
