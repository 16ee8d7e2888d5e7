"""The root of the error families: everything the program refuses on purpose is a DiceTableError."""


class DiceTableError(Exception):
    """A refusal with a sentence for people: what happened, why, and what to do."""
