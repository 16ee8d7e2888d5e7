"""House rules as a ruleset: the text of a file, read, checked with all its options, and made into a game."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from firmware_host.rules.house.changes import CHANGES, begin, change
from firmware_host.rules.house.faults import HouseRulesError
from firmware_host.rules.house.fields import Fields
from firmware_host.rules.house.options import SAID_BY_FIELDS, HouseOptions, read_options
from firmware_host.rules.options import Option, Options, Setting
from firmware_host.rules.ruleset import MOST_PLAYERS, Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.words import say

LONGEST_FILE = 65_536
WAYS_TO_CHECK = 256
FIELDS = ("id", "title", "based-on", "source", "notes", "players", "options", *CHANGES)
"""The fields of a file."""
_PLAYED = (
    "dice",
    "rolls",
    "boxes",
    "bonuses",
    "awards",
    "sum_row",
    "par",
    "contest",
    "clock_s",
    "increment_s",
    "first_roll_wins",
    "saved_rolls",
    "forbids",
    "worth",
    "remembers",
)


@lru_cache(maxsize=64)
def house_ruleset(text: str) -> Ruleset:
    """Return the rules in the text of a TOML file; HouseRulesError with every fault, by field.

    The rules depend on nothing but the text and the built-in games and parts; the text is kept with them (`house`).
    """
    if len(text) > LONGEST_FILE:
        raise HouseRulesError({"": f"The file has {len(text)} characters. It can have at most {LONGEST_FILE}."})
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise HouseRulesError({"": f"This is not valid TOML: {error}. Fix it there; text goes in quotes."}) from error
    faults: dict[str, str] = {}
    rules = _read(table, faults)
    if faults or rules is None:
        raise HouseRulesError(faults)
    return replace(rules, house=text)


def _read(table: Mapping[str, object], faults: dict[str, str]) -> Ruleset | None:
    fields = Fields(table, "", faults)
    fields.knows(*FIELDS)
    fields.done()
    fields.require("id", why="It identifies the game in lists and files, such as our-yatzy.")
    fields.require("title", why="It is the name of the game on the page.")
    id_, title = fields.id(), fields.title()
    if id_ in RULESETS:
        fields.fault("id", f"{id_} is a built-in game. Choose another id, such as our-{id_}.")
    base = fields.choice("based-on", tuple(RULESETS))
    if base is None and "based-on" in fields:
        return None
    stock = None if base is None else RULESETS[base]
    source, notes = fields.text("source"), fields.texts("notes")
    seats = _seats(fields, stock)
    options = read_options(stock.options if stock else (), fields)
    for name in ("clock-minutes", "clock-increment", *SAID_BY_FIELDS):
        if name in fields and any(option.id == name for option in options.offered):
            fields.fault(name, f"Players choose it in this game. Fix it with options.{name}.")
    maker = _Maker(table, stock, options)
    for chosen in maker.ways():
        maker.made(chosen, faults)
    rules = maker.made({option.id: option.default for option in options.all}, faults)
    if rules is None or faults or id_ is None or title is None:
        return None
    origin = say("House rules.") if stock is None else say("House rules based on {game}.", game=say(stock.title))
    return replace(
        rules,
        id=id_,
        title=title,
        source=source or origin,
        gist="",
        decisions=(*(notes or ()), *(stock.decisions if stock else ())),
        min_players=seats[0],
        max_players=seats[1],
        options=tuple(option for option in options.all if not option.about or _has(rules, option.about)),
        variant=maker,
    )


def _has(rules: Ruleset, box: str) -> bool:
    return any(known.id == box for known in rules.boxes)


def _seats(fields: Fields, stock: Ruleset | None) -> tuple[int, int]:
    """Return the fewest and the most players."""
    least, most = (stock.min_players, stock.max_players) if stock else (1, MOST_PLAYERS)
    if "players" not in fields:
        return least, most
    given = fields.wholes("players", 1, MOST_PLAYERS)
    if given is not None and (len(given) != 2 or given[0] > given[1] or given[0] < least):
        more = f" {stock.title} needs at least {least}." if stock and least > 1 else ""
        fields.fault("players", f"It is {list(given)}, but must be the fewest and the most players.{more}")
        return least, most
    return (given[0], given[1]) if given else (least, most)


@dataclass(frozen=True)
class _Maker:
    """Makes the rules for chosen options; kept with them as their `variant`."""

    table: Mapping[str, object]
    stock: Ruleset | None
    options: HouseOptions

    def __call__(self, rules: Ruleset, options: Options) -> Ruleset:
        """Return `rules` with these options applied."""
        made = self.made(options, {})
        return rules if made is None else replace(rules, **{name: getattr(made, name) for name in _PLAYED})

    def made(self, options: Options, faults: dict[str, str]) -> Ruleset | None:
        """Return the rules with these options, noting faults; None if there is nothing to play."""
        fields = Fields(self.table, "", faults)
        if self.stock is None:
            rules = begin(fields)
        else:
            chosen = {option.id: options.get(option.id, option.default) for option in self.options.offered}
            rules = change(self.stock.with_options({**self.options.fixed, **chosen}), fields)
        for own in self.options.own:
            changes = own.changes(options[own.option.id], faults)
            if changes is not None and rules is not None:
                rules = change(rules, changes)
                changes.knows(*CHANGES)
                changes.done()
        return rules

    def ways(self) -> Iterator[Options]:
        """Yield every way to choose; of the original game's options, which are tested, only the outermost choices."""
        options = self.options.all
        choices = [_outer(option) if option in self.options.offered else option.choices for option in options]
        for number, ways in enumerate(product(*choices)):
            if number == WAYS_TO_CHECK:
                return
            yield dict(zip((option.id for option in options), ways, strict=True))


def _outer(option: Option) -> tuple[Setting, ...]:
    return tuple(dict.fromkeys((option.choices[0], option.choices[-1])))
