"""Finds the state of a card."""

import numpy as np

from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.box_groups import box_groups_of
from firmware_host.solver.errors import UnknownCardError
from firmware_host.solver.model import Model


class CardIndex:
    """Numbers the cards of a game by their states; `model` is that of the rules."""

    def __init__(self, rules: Ruleset, model: Model) -> None:
        self._rules = rules
        self._model = model
        self._groups = box_groups_of(rules)

    def nodes_of(self, card: Scorecard) -> tuple[int, ...]:
        """Return a card's node of each automaton of the model; UnknownCardError for an impossible card."""
        written = card.written
        try:
            return tuple(
                automaton.node_of[group.key(tuple(written[box.id] for box in group.boxes))]
                for group, automaton in zip(self._groups, self._model.automata, strict=True)
            )
        except KeyError:
            raise UnknownCardError(f"This card of {self._rules.title} is impossible under its rules.") from None

    def state_of(self, card: Scorecard) -> int:
        """Return the number of a card's state; UnknownCardError for an impossible card."""
        return int(np.ravel_multi_index(self.nodes_of(card), self._model.shape))
