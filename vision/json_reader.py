"""Reading JSON that may be damaged or sent to do harm: bounded, finite, and never a fault of the program.

The one way in for bodies of requests and for files, for the table and the page as well as for vision: it knows neither
cameras nor dice. What the program's own processes tell each other needs no such door.
"""

import json
import math
import re
from collections.abc import Sequence
from typing import Any

LARGEST = 4 * 1024 * 1024
"""Bytes of JSON that are read at all; the largest that the program writes has some ten thousand."""

DEEPEST = 32
"""Lists and objects within each other; the program writes no more than eight."""

LARGEST_NUMBER = 2**63 - 1
"""Of whole numbers: what a database keeps."""

_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Brackets, and texts as a whole, whose brackets do not count. Possessive: it never looks at a letter twice."""


class JsonError(ValueError):
    """What cannot be read as JSON; its text says why, to stand in a sentence: no capital, no full stop."""


def read_json(content: bytes | str, largest: int = LARGEST) -> Any:
    """Return the value of a JSON text of at most `largest` bytes; JsonError says what is wrong with it.

    Refused besides what is no JSON: NaN and infinity, also as a number too large for them; whole numbers that take more
    than 64 bits; more than DEEPEST levels; a key that comes twice; and texts that cannot be written as UTF-8, because
    half of a character is missing.
    """
    if len(content) > largest:
        raise JsonError(f"it has more than {largest} bytes")
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
    except UnicodeDecodeError as error:
        raise JsonError(f"it is not UTF-8 from byte {error.start} on") from error
    if _too_deep(text):
        raise JsonError(f"it has more than {DEEPEST} levels of lists and objects")
    try:
        text.encode()
        value = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_number, parse_int=_whole, object_pairs_hook=_object
        )
        if "\\u" in text:  # half a character may hide behind its number
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise JsonError("it holds half of a character") from error
    except json.JSONDecodeError as error:
        raise JsonError(f"it is no JSON (line {error.lineno}, column {error.colno}: {error.msg})") from error
    return value


def read_object(content: bytes | str, largest: int = LARGEST) -> dict[str, Any]:
    """Return the JSON object that a text holds; JsonError if it holds none, and where `read_json` raises it."""
    value = read_json(content, largest)
    if not isinstance(value, dict):
        raise JsonError("it is no JSON object")
    return value


def _too_deep(text: str) -> bool:
    """Whether more than DEEPEST lists and objects lie within each other."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in _BRACKETS.finditer(text):
        match found[0]:
            case "[" | "{":
                depth += 1
                if depth > DEEPEST:
                    return True
            case "]" | "}":
                depth -= 1
    return False


def _refuse_constant(name: str) -> Any:
    raise JsonError(f"{name} is no number")


def _number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise JsonError("it holds a number that is too large")
    return number


def _whole(digits: str) -> int:
    if len(digits) > len(str(LARGEST_NUMBER)) + 1 or abs(number := int(digits)) > LARGEST_NUMBER:
        raise JsonError("it holds a number that is too large")
    return number


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise JsonError(f"the key {twice!r:.60} comes twice")
    return made
