"""Short turns: Python's threads run one at a time, and a press must not wait until several others had theirs."""

import sys

TURN_S = 0.0005
"""How long a busy thread runs on while others wait for their turn. Python's own 5 ms make a press wait for 30 beside
six of them, several times until the lamp is lit."""


def take_short_turns() -> None:
    """Let threads take short turns from now on; `python -m tests.system.presses` shows what comes of it."""
    sys.setswitchinterval(TURN_S)
