"""The games that can be played here: the built-in ones, and the house rules in the data folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from firmware_host.app.text_file import read_text
from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.house.faults import format_faults
from firmware_host.rules.house.unreachable import unreachable
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, UnknownRulesetError, no_such_game
from firmware_host.words import joined, say

RULES_FOLDER = "rules"
ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class Games:
    """Rules by id, in the order they are listed; `files` has the file of each game of house rules.

    `faults` has a line for each fault in each file that was left out, by the file's name, and `doubts` one for each
    bonus that cannot be reached in a file whose game can be played.
    """

    rulesets: Mapping[str, Ruleset] = field(default_factory=lambda: RULESETS)
    files: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    doubts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def ruleset(self, id: str) -> Ruleset:  # noqa: A002 - the project's word throughout
        """Return the rules with this id; UnknownRulesetError lists the ids, and the files left out."""
        if id in self.rulesets:
            return self.rulesets[id]
        left_out = ""
        if self.faults:
            left_out = say("These house rules have faults and were left out: {files}.", files=", ".join(self.faults))
        raise UnknownRulesetError(joined(no_such_game(id, self.rulesets), left_out))

    def fault_lines(self) -> list[str]:
        """Return a line for each file that was left out or is doubtful, followed by a line for each reason."""
        told = [
            (f"The house rules {file} have faults and were left out:", found) for file, found in self.faults.items()
        ]
        told += [
            (f"The house rules {file} promise what they cannot give:", found) for file, found in self.doubts.items()
        ]
        return [line for heading, found in told for line in (heading, *(f"  {reason}" for reason in found))]


STOCK = Games()
"""The built-in games alone."""


def load_games(data: Path) -> Games:
    """Read the house rules `<data>/rules/*.toml` in order of file name; a file with faults is left out."""
    rulesets = dict(RULESETS)
    files: dict[str, str] = {}
    faults: dict[str, tuple[str, ...]] = {}
    doubts: dict[str, tuple[str, ...]] = {}
    for path in sorted((data / RULES_FOLDER).glob(f"*{ENDING}")):
        if path.name.startswith("."):
            continue
        try:
            rules = read_house_rules(path)
            if rules.id in files:
                raise HouseRulesError({"id": f"{files[rules.id]} already has a game {rules.id}. Choose another id."})
        except HouseRulesError as error:
            faults[path.name] = tuple(format_faults(error.faults))
            continue
        rulesets[rules.id] = rules
        files[rules.id] = path.name
        if found := unreachable(rules):
            doubts[path.name] = tuple(format_faults(found))
    return Games(
        MappingProxyType(rulesets), MappingProxyType(files), MappingProxyType(faults), MappingProxyType(doubts)
    )


def read_house_rules(path: Path) -> Ruleset:
    """Return the house rules in a file ("-": standard input); HouseRulesError with every fault."""
    try:
        text = read_text(path)
    except OSError as error:
        raise HouseRulesError({"": f"The file cannot be read: {error.strerror or error}."}) from error
    except UnicodeDecodeError as error:
        raise HouseRulesError({"": f"This is not a text file: {error}. Save it as UTF-8."}) from error
    return house_ruleset(text)
