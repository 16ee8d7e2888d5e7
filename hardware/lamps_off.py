"""Puts the panel's lamps out: `python -m hardware.lamps_off`, after a program that could not do so itself.

A pin may keep its level when the program that set it dies. The service runs this whenever the table has ended.
"""

from gpiozero import LED
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory

from hardware.factory import find_factory
from hardware.pins import DiePins, read_pins


def put_out(pins: tuple[DiePins, ...], factory: Factory) -> None:
    """Make each lamp's pin low, then let go of it."""
    for die in pins:
        if die.lamp is not None:
            LED(die.lamp, initial_value=False, pin_factory=factory).close()


def main() -> None:
    """Put the lamps out; without a panel there is nothing to do."""
    factory = find_factory()
    if not isinstance(factory, MockFactory):
        put_out(read_pins(), factory)


if __name__ == "__main__":
    main()
