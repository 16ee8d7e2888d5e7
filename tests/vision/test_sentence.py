from pathlib import Path

import pytest

from vision.errors import CalibrationError
from vision.sentence import Sentence, say


def test_a_sentence_is_its_english_text_and_knows_what_it_was_made_of() -> None:
    sentence = say("{source} is away. {why}", source="usb:0", why=say("It was unplugged."))
    assert sentence == "usb:0 is away. It was unplugged."
    assert (sentence.template, sentence.values["source"]) == ("{source} is away. {why}", "usb:0")
    assert isinstance(sentence.values["why"], Sentence)


def test_values_are_numbers_and_texts() -> None:
    assert say("{path}: {number}", path=Path("photos"), number=3).values == {"path": "photos", "number": 3}


def test_a_brace_in_a_sentence_without_values_stays() -> None:
    assert say("Write {name}.") == "Write {name}."


def test_an_error_gives_its_sentence_back() -> None:
    with pytest.raises(CalibrationError, match="No tray") as caught:
        raise CalibrationError(say("No tray."))
    assert isinstance(caught.value.sentence, Sentence)
    assert CalibrationError().sentence == ""
