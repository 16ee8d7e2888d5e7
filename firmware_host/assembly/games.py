"""The games that can be played here: those of the program, and the house rules of the data folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import click

from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.house.faults import told
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, UnknownRulesetError, no_such_game

RULES_FOLDER = "rules"
ENDING = ".toml"
FAULT = 2  # exit status for a file of house rules that has faults


@dataclass(frozen=True, slots=True)
class Games:
    """Rules by id, in the order of lists; `files` tells the file of each game of house rules.

    `faults` has a line for each fault of each file that was left out, by the file's name.
    """

    rulesets: Mapping[str, Ruleset] = field(default_factory=lambda: RULESETS)
    files: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def ruleset(self, id: str) -> Ruleset:  # noqa: A002 - ids are called so throughout
        """Return the rules with this id; UnknownRulesetError names the ids there are, and files left out."""
        if id in self.rulesets:
            return self.rulesets[id]
        left_out = f" House rules with faults are left out: {', '.join(self.faults)}." if self.faults else ""
        raise UnknownRulesetError(f"{no_such_game(id, self.rulesets)}{left_out}")

    def told_faults(self) -> list[str]:
        """Return a line for each file that was left out, with the lines of its faults below it."""
        return [
            line
            for file, faults in self.faults.items()
            for line in (f"The house rules {file} have faults and are left out:", *(f"  {fault}" for fault in faults))
        ]


STOCK = Games()
"""The games of the program alone."""


def load_games(data: Path) -> Games:
    """Read the house rules `<data>/rules/*.toml`, by the names of the files; a file with faults is left out."""
    rulesets = dict(RULESETS)
    files: dict[str, str] = {}
    faults: dict[str, tuple[str, ...]] = {}
    for path in sorted((data / RULES_FOLDER).glob(f"*{ENDING}")):
        if path.name.startswith("."):
            continue
        try:
            rules = read_house_rules(path)
            if rules.id in files:
                raise HouseRulesError({"id": f"{files[rules.id]} has a game {rules.id} already. Choose another id."})
        except HouseRulesError as error:
            faults[path.name] = tuple(told(error.faults))
            continue
        rulesets[rules.id] = rules
        files[rules.id] = path.name
    return Games(MappingProxyType(rulesets), MappingProxyType(files), MappingProxyType(faults))


def read_house_rules(path: Path) -> Ruleset:
    """Return the house rules in a file ("-": standard input); HouseRulesError with every fault."""
    try:
        with click.open_file(str(path), encoding="utf-8-sig") as stream:
            text = stream.read()
    except OSError as error:
        raise HouseRulesError({"": f"The file cannot be read: {error.strerror or error}."}) from error
    except UnicodeDecodeError as error:
        raise HouseRulesError({"": f"This is no text: {error}. Save it as UTF-8."}) from error
    return house_ruleset(text)


def check_house_rules(path: Path) -> int:
    """Say what is wrong with a file of house rules, or what game it makes; the exit status is 2 where it makes none."""
    try:
        rules = read_house_rules(path)
    except HouseRulesError as error:
        for line in told(error.faults):
            click.echo(f"{path}: {line}", err=True)
        return FAULT
    click.echo(f"{path}: no faults. It makes {rules.title} ({rules.id}).")
    return 0
