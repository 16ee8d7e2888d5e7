"""Figures by their names in a file of house rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware_host.rules.dice import SIDES
from firmware_host.rules.house.faults import known
from firmware_host.rules.house.fields import Fields, shown
from firmware_host.rules.scoring import AllOf, AnyDice, Either, Figure, Groups, Run, Showing, Shows, Total

MOST_DICE = 6
DEEPEST = 4  # nested figures: enough for any game, and no file can exhaust the program


@dataclass(frozen=True, slots=True)
class FigureName:
    """A figure that house rules can name: how it is written, what it means, and how its argument is read.

    `read(fields, name, depth)` returns the figure whose argument is in a field, None if that is wrong.
    """

    example: str
    about: str
    read: Callable[[Fields, str, int], Figure | None]


def read_figure(fields: Fields, name: str, depth: int = 1) -> Figure | None:
    """Return the figure in a field: a name alone, or a table of one name and its argument; None if it is wrong."""
    value = fields.raw(name)
    if value is None:
        return None
    if isinstance(value, str):
        return _plain(fields, name, value)
    if not isinstance(value, Mapping) or len(value) != 1:
        examples = ", ".join(figure.example for figure in FIGURES.values())
        fields.fault(name, f"It is {shown(value)}, but must be one figure, written as one of: {examples}.")
        return None
    inner = Fields(value, fields.at(name), fields.faults)
    (figure,) = value
    if figure in PLAIN:
        inner.fault(figure, f'This figure takes no argument. Write it as "{figure}".')
        return None
    if figure not in FIGURES:
        inner.fault(figure, f"There is no such figure. {known(figure, FIGURES)}")
        return None
    return FIGURES[figure].read(inner, figure, depth)


def _plain(fields: Fields, name: str, figure: str) -> Figure | None:
    if figure in PLAIN:
        return PLAIN[figure]
    if figure in FIGURES:
        fields.fault(name, f"This figure needs an argument. Write it as {FIGURES[figure].example}.")
    else:
        fields.fault(name, f"There is no figure {figure!r}. {known(figure, FIGURES)}")
    return None


def _of_number(make: Callable[[int], Figure], least: int, most: int) -> Callable[[Fields, str, int], Figure | None]:
    def read(fields: Fields, name: str, depth: int) -> Figure | None:  # noqa: ARG001 - the signature of `read`
        number = fields.whole(name, least, most)
        return None if number is None else make(number)

    return read


def _of_numbers(make: Callable[[tuple[int, ...]], Figure], most: int) -> Callable[[Fields, str, int], Figure | None]:
    def read(fields: Fields, name: str, depth: int) -> Figure | None:  # noqa: ARG001 - the signature of `read`
        numbers = fields.wholes(name, 1, most)
        if numbers is not None and len(numbers) > MOST_DICE:
            fields.fault(name, f"There are {len(numbers)} numbers, but at most {MOST_DICE} dice are thrown.")
            return None
        return None if numbers is None else make(numbers)

    return read


def _of_figures(
    make: Callable[[tuple[Figure, ...]], Figure],
) -> Callable[[Fields, str, int], Figure | None]:
    def read(fields: Fields, name: str, depth: int) -> Figure | None:
        if depth == DEEPEST:
            fields.fault(name, f"Figures are nested more than {DEEPEST} deep. Write it more simply.")
            return None
        figures = fields.each(name, lambda inner, place: read_figure(inner, place, depth + 1), some=True)
        return None if figures is None else make(figures)

    return read


def _nothing(fields: Fields, name: str, depth: int) -> Figure | None:  # noqa: ARG001 - the signature of `read`
    return PLAIN[name]


PLAIN: Mapping[str, Figure] = MappingProxyType({"any": AnyDice(), "full-house": Groups((3, 2), exactly=True)})
"""Figures that take no argument."""

FIGURES: Mapping[str, FigureName] = MappingProxyType(
    {
        "any": FigureName('"any"', "Any dice.", _nothing),
        "full-house": FigureName(
            '"full-house"', "Exactly three equal dice and exactly two others. Five equal dice do not count.", _nothing
        ),
        "of-a-kind": FigureName(
            "{ of-a-kind = 3 }", "At least this many equal dice.", _of_number(lambda n: Groups((n,)), 2, MOST_DICE)
        ),
        "groups": FigureName(
            "{ groups = [3, 2] }",
            "Groups of at least this many equal dice, each with its own value. A pair is [2], two pairs are [2, 2].",
            _of_numbers(Groups, MOST_DICE),
        ),
        "exact-groups": FigureName(
            "{ exact-groups = [2] }",
            "The same with exactly this many equal dice: three equal dice are not a pair here.",
            _of_numbers(lambda sizes: Groups(sizes, exactly=True), MOST_DICE),
        ),
        "run": FigureName("{ run = 4 }", "At least this many values in a row.", _of_number(Run, 2, SIDES)),
        "shows": FigureName(
            "{ shows = [1, 3, 5] }",
            "Each of these values, whatever the other dice show.",
            _of_numbers(lambda values: Shows(frozenset(values)), SIDES),
        ),
        "value": FigureName("{ value = 4 }", "At least one die of this value.", _of_number(Showing, 1, SIDES)),
        "total": FigureName("{ total = 13 }", "All dice add up to this.", _of_number(Total, 1, MOST_DICE * SIDES)),
        "either": FigureName(
            '{ either = ["full-house", { of-a-kind = 5 }] }', "Any one of these figures.", _of_figures(Either)
        ),
        "all-of": FigureName(
            "{ all-of = [{ total = 13 }, { exact-groups = [2] }] }", "All of these figures at once.", _of_figures(AllOf)
        ),
    }
)
"""Every figure by name."""
