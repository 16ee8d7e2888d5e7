from firmware_host.words import joined, listed, say, say_count, translate

POLISH = {
    "Ones": "Jedynki",
    "{name} wrote {box}.": "{name} pisze: {box}.",
    "{count} die": ("{count} kostka", "{count} kostki", "{count} kostek"),
    "{items} and {last}": "{items} i {last}",
    "Well rolled!": "Ładny rzut!",
}


class Polish:
    def gettext(self, message: str) -> str:
        found = POLISH.get(message, message)
        return found if isinstance(found, str) else message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        forms = POLISH.get(singular, (singular, plural, plural))
        return forms[0] if n == 1 else forms[1] if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else forms[2]


def test_words_are_their_english_text() -> None:
    text = say("{name} wrote {box}.", name="Ana", box=say("Ones"))
    assert text == "Ana wrote Ones."
    assert isinstance(text, str)


def test_words_within_words_are_told_too_but_names_of_people_stay() -> None:
    text = say("{name} wrote {box}.", name="Ones", box=say("Ones"))
    assert translate(text, Polish()) == "Ones pisze: Jedynki."


def test_a_count_takes_the_form_of_its_language() -> None:
    told = [translate(say_count("{count} die", "{count} dice", count), Polish()) for count in (1, 3, 5, 12, 22)]
    assert told == ["1 kostka", "3 kostki", "5 kostek", "12 kostek", "22 kostki"]
    assert say_count("{count} die", "{count} dice", 1) == "1 die"
    assert say_count("{count} die", "{count} dice", 2) == "2 dice"


def test_joined_texts_are_each_told_and_empty_ones_left_out() -> None:
    text = joined("Well rolled!", "", say("Ones"))
    assert text == "Well rolled! Ones"
    assert translate(text, Polish()) == "Ładny rzut! Jedynki"
    assert joined() == ""


def test_what_is_words_already_stays_as_it_is() -> None:
    counted = say_count("{count} die", "{count} dice", 5)
    assert translate(say(counted), Polish()) == "5 kostek"


def test_lists_are_told_with_the_word_for_and() -> None:
    assert listed([2]) == "2"
    assert listed([1, 2, 4]) == "1, 2 and 4"
    assert translate(listed([1, 2, 4]), Polish()) == "1, 2 i 4"
    assert translate(listed([say("Ones"), say("Twos")]), Polish()) == "Jedynki i Twos"


def test_a_brace_in_a_text_without_values_stays() -> None:
    assert translate(say("a {brace}"), Polish()) == "a {brace}"


def test_plain_texts_are_looked_up_and_nothing_stays_nothing() -> None:
    assert translate("Ones", Polish()) == "Jedynki"
    assert translate("unknown", Polish()) == "unknown"
    assert translate("", Polish()) == ""
