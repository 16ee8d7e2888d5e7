"""The base of all errors that the program raises on purpose."""


class DiceTableError(Exception):
    """An error with a sentence for people: what happened, why, and what to do."""

    @property
    def sentence(self) -> str:
        """The sentence as raised, which pages translate; `str` of the error is always English."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)
