import gettext

from firmware_host.table.device_text import sentence_of, words_of
from firmware_host.words import Words, translate
from vision.errors import SourceLostError
from vision.sentence import say


class German(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return {
            "{source} is away. {why}": "{source} ist weg. {why}",
            "It was unplugged.": "Der Stecker ist gezogen.",
        }.get(message, message)


AWAY = say("{source} is away. {why}", source="usb:0", why=say("It was unplugged."))


def test_what_a_device_says_is_told_in_the_pages_language() -> None:
    words = words_of(AWAY)
    assert str(words) == str(AWAY)
    assert translate(words, German()) == "usb:0 ist weg. Der Stecker ist gezogen."


def test_an_error_of_a_device_keeps_its_sentence() -> None:
    words = sentence_of(SourceLostError(AWAY))
    assert isinstance(words, Words)
    assert str(words) == str(AWAY)


def test_a_device_that_says_it_in_its_own_way_is_quoted() -> None:
    assert words_of("The lens is dirty.") == "The lens is dirty."
    assert sentence_of(OSError(5, "Input/output error")) == "[Errno 5] Input/output error"
    assert sentence_of(RuntimeError()) == ""
