"""Arguments of commands about a game: the game, its house rules, the card so far, and dice."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_host.app.games import STOCK, Games
from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import NotationError, faces_in, parse_card, parse_roll
from firmware_host.rules.options import OptionError, Setting
from firmware_host.rules.possible import refuse_impossible
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import CardError, Scorecard
from firmware_host.words import say, say_count


class QuestionError(DiceTableError, ValueError):
    """Dice that this game cannot score."""


@dataclass(frozen=True, slots=True)
class Question:
    """A game, its card as text (None: empty), and its options as NAME=VALUE; `games` are the games to choose from."""

    game: str
    card: str | None = None
    options: Sequence[str] = ()
    games: Games = STOCK

    def card_to_fill(self, dice: Sequence[str] = ()) -> Scorecard:
        """Return the card, in the words for these dice; DiceTableError for an unknown game or option.

        Also for an impossible card, and for dice that are none.
        """
        rules = self.rules().titled(faces_in(" ".join(dice)))
        return Scorecard.empty(rules) if self.card is None else _parse_possible(self.card, rules)

    def rules(self) -> Ruleset:
        """Return the rules with the options; UnknownRulesetError or OptionError if there are none such."""
        rules = self.games.ruleset(self.game)
        chosen: dict[str, Setting] = {}
        for given in self.options:
            name, equals, word = (part.strip() for part in given.partition("="))
            if not equals:
                raise OptionError({name: f"The option {given!r} has no value. Write it as NAME=VALUE."})
            chosen[name] = rules.parse_option(name, word)
        return rules.with_options(chosen)


def _parse_possible(text: str, rules: Ruleset) -> Scorecard:
    """Read a card; NotationError for one that holds what no dice score there."""
    card = parse_card(text, rules)
    for box, row in zip(rules.boxes, card.rows, strict=True):
        for entry in set(row):
            try:
                refuse_impossible(rules, box.id, entry)
            except CardError as error:
                raise NotationError(
                    say("{text} is not a card of this game. {why}", text=repr(text), why=say(error.sentence))
                ) from error
    return card


def parse_dice(dice: Sequence[str], card: Scorecard) -> Roll:
    """Return the roll in these arguments; DiceTableError if they are not a roll of the card's dice."""
    if not dice:
        raise QuestionError(
            say_count(
                "No dice given. Give {count} face, such as 4.",
                "No dice given. Give {count} faces, such as 1 3 2 4 4.",
                card.ruleset.dice,
            )
        )
    return parse_roll(" ".join(dice), card.ruleset.faces)
