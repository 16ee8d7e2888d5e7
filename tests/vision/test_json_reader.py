"""The guarded reader takes what JSON can say and the program can use, and refuses all else with a reason."""

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.json_file import read_object_file
from vision.json_reader import DEEPEST, LARGEST, LARGEST_NUMBER, JsonError, read_json, read_object

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_what_json_writes_is_read_as_json_reads_it(value: object, escaped: bool) -> None:
    text = json.dumps(value, ensure_ascii=escaped)
    assert read_json(text) == read_json(text.encode()) == value


@given(st.binary() | st.text())
def test_whatever_comes_is_read_or_refused(content: bytes | str) -> None:
    with suppress(JsonError):
        read_json(content)


@given(st.text('[]{}":,\\ua1eN -', max_size=80))
def test_what_looks_like_json_is_read_or_refused(text: str) -> None:
    try:
        value = read_json(text)
    except JsonError:
        return
    assert value == json.loads(text)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no JSON"),
        (b"{", "line 1, column 2"),
        (b"NaN", "NaN is no number"),
        (b"[-Infinity]", "-Infinity is no number"),
        (b"1e999", "too large"),
        (b"9223372036854775808", "too large"),
        (b"9" * 100_000, "too large"),
        (b"[" * 100_000, "levels"),
        (b'{"a":' * 100_000, "levels"),
        (b'["\\ud800"]', "half of a character"),
        (b'{"\\udfff": 1}', "half of a character"),
        (b'"\xed\xa0\x80"', "UTF-8"),
        (b"\xff\xfe1\x00", "UTF-8"),
        (b'{"a": 1, "b": 2, "a": 3}', "'a' comes twice"),
        (b" " * (LARGEST + 1), "more than"),
        ("\ud800", "half of a character"),
    ],
)
def test_what_is_refused_and_why(content: bytes | str, why: str) -> None:
    with pytest.raises(JsonError, match=why):
        read_json(content)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"\\ud83c\\udfb2"', "🎲"),
        ("-9223372036854775807", -LARGEST_NUMBER),
        ('"' + "[" * 100 + '"', "[" * 100),
        ('["' + "{" * 100 + '\\"{"]', ["{" * 100 + '"{']),
    ],
)
def test_what_only_looks_odd_is_read(text: str, value: object) -> None:
    assert read_json(text) == value


def test_levels_are_counted_exactly() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(JsonError, match="levels"):
        read_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))
    assert read_json("[" + "[]," * 100 + "[]]") == [[]] * 101


@pytest.mark.parametrize("text", ["null", "[]", '"text"', "3", "true"])
def test_an_object_is_an_object(text: str) -> None:
    with pytest.raises(JsonError, match="no JSON object"):
        read_object(text)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    with pytest.raises(FileNotFoundError):
        read_object_file(file)
    file.write_bytes(b'{"version": 1}')
    assert read_object_file(file) == {"version": 1}
    with pytest.raises(OSError, match="larger"):
        read_object_file(file, 5)
    for odd in (tmp_path, Path(os.devnull)):
        with pytest.raises(OSError, match=r"folder|device"):
            read_object_file(odd)
