"""The root of the error families: everything the program refuses on purpose is a DiceTableError."""


class DiceTableError(Exception):
    """A refusal with a sentence for people: what happened, why, and what to do."""

    @property
    def sentence(self) -> str:
        """The sentence as it was raised, which pages tell in their language; `str` of the error is always English."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)
