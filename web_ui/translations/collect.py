"""Every text the page can show, collected for translators from the code and the games' data."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from babel.messages import Catalog
from babel.messages.extract import extract

from firmware_host.rules.dice import FACES
from firmware_host.rules.options import Option
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.words import Words
from web_ui.colour import SEATS
from web_ui.scripts import COMMENT_TAG, Message, spoken

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = MappingProxyType({"say": None, "say_count": (1, 2)})
PANELS = ("on-screen panel", "GPIO panel")
"""What `hardware`, which imports nothing of ours, calls the two kinds of button panels."""

PLACES = MappingProxyType(
    {
        "firmware_host/app": "said when the program starts, or by the table",
        "firmware_host/cli": "said on the command line",
        "firmware_host/game": "said of the game under the tray, or in refusing what was asked",
        "firmware_host/rules": "explains the rules, or refuses what they do not allow",
        "firmware_host/table": "said by the table under the tray, or in refusing what was asked",
        "firmware_host": "said by the table's program",
        "vision": "said of the camera or the tray",
        "web_ui/templates": "on the page",
        "web_ui": "said by the page's server",
    }
)
"""What translators are told about a text, by its folder; the first match counts."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def placeholders(text: str) -> frozenset[str]:
    """Return the names that stand in braces in `text`."""
    return frozenset(_PLACEHOLDER.findall(text))


def collect(root: Path = ROOT) -> Catalog:
    """Return a catalogue of all texts, without translations, in an order that depends only on the sources.

    Each has comments that say where players see it, and the files it comes from.
    """
    catalog = Catalog(fuzzy=False)
    for message, comment in (*_games(), *_names()):
        _add(catalog, message, (comment,), "")
    for path, message, comments in (*_python(root), *_templates(root)):
        _add(catalog, message, (_place(path), *comments), path)
    for script_message, comments, words in spoken():
        _add(catalog, script_message, ("said by the page", *comments), f"web_ui/static/{words}")
    return catalog


def _add(catalog: Catalog, message: Message, comments: tuple[str, ...], path: str) -> None:
    if _has_letters(message if isinstance(message, str) else message[0]):
        catalog.add(message, locations=[(path, 0)] if path else [], auto_comments=comments)


def _has_letters(text: str) -> bool:
    """Whether there is anything to translate: figures, the letters of dice and lists of parts are alike everywhere."""
    return text not in FACES["poker"] and any(letter.isalpha() for letter in _PLACEHOLDER.sub("", text))


def _games() -> Iterator[tuple[Message, str]]:
    """Yield the texts of every game, and of what each choice of its options changes."""
    for rules in RULESETS.values():
        yield from _commented(rules.title, "title of a game")
        if rules.gist:
            yield from _commented(rules.gist, f"what tells {rules.title} from others; short, it stands below the title")
        for option in rules.options:
            yield from _option(option)
        for variant in _variants(rules):
            yield from _card(variant)
        for faces in FACES:
            for decision in rules.titled(faces).decisions:
                yield from _commented(decision, f"a decision on the rules of {rules.title}")
        yield from _commented(rules.source, f"where the rules of {rules.title} come from")


def _variants(rules: Ruleset) -> Iterator[Ruleset]:
    for faces in FACES:
        yield rules.titled(faces)
        for option in rules.options:
            for choice in option.choices:
                yield rules.with_options({option.id: choice}).titled(faces)


def _option(option: Option) -> Iterator[tuple[Message, str]]:
    yield from _commented(option.title, f"title of the house rule {option.id}")
    yield from _commented(option.explanation, f"explains the house rule {option.id}")
    for choice in option.choices:
        yield from _commented(option.says(choice), f"a choice of the house rule {option.id}")


def _card(rules: Ruleset) -> Iterator[tuple[Message, str]]:
    for box in rules.boxes:
        yield from _commented(box.title, f"title of the box {box.id}; short, it stands in the card's first column")
        yield from _commented(box.hint, "hint of a box; short, it stands in small letters below its title")
    for bonus in rules.bonuses:
        yield from _commented(
            bonus.title, f"title of the bonus {bonus.id}; short, it stands in the card's first column"
        )
    for award in rules.awards:
        yield from _commented(award.title, f"title of points at the end of {rules.title}; short")
    if rules.contest:
        for hand, title in rules.contest.titles.items():
            yield from _commented(title, f"title of the hand {hand}")


def _names() -> Iterator[tuple[Message, str]]:
    for name, _ in SEATS:
        yield from _commented(name, "a player's colour")
    for name in PANELS:
        yield from _commented(name, "name of the buttons below the tray")


def _commented(text: str, comment: str) -> Iterator[tuple[Message, str]]:
    """Yield what a catalogue is asked for when `text` is told."""
    if not isinstance(text, Words):
        yield text, comment
        return
    recipe = text.recipe
    yield (recipe.template, recipe.plural) if recipe.plural else recipe.template, comment
    for value in recipe.values.values():
        if isinstance(value, Words):
            yield from _commented(value, comment)


def _python(root: Path) -> Iterator[tuple[str, Message, tuple[str, ...]]]:
    for folder in ("firmware_host", "vision", "web_ui"):
        for path in sorted((root / folder).rglob("*.py")):
            yield from _extracted(root, path, "python", {})


def _templates(root: Path) -> Iterator[tuple[str, Message, tuple[str, ...]]]:
    for path in sorted((root / "web_ui" / "templates").rglob("*.html")):
        yield from _extracted(root, path, "jinja2", {"silent": "false"})


def _extracted(
    root: Path, path: Path, method: str, options: Mapping[str, str]
) -> Iterator[tuple[str, Message, tuple[str, ...]]]:
    with path.open("rb") as source:
        for _, message, comments, _ in extract(
            method, source, KEYWORDS, (COMMENT_TAG,), options, strip_comment_tags=True
        ):
            yield path.relative_to(root).as_posix(), message, tuple(comments)


def _place(path: str) -> str:
    return next(place for folder, place in PLACES.items() if path.startswith(folder))
