"""Finds the pins of this machine: a Raspberry Pi's, or mock ones."""

import logging
import os
import warnings

from gpiozero import BadPinFactory, Device, PinFactoryFallback, PinUnknownPi
from gpiozero.pins import Factory
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.mock import MockFactory

_log = logging.getLogger(__name__)


def find_factory() -> Factory:
    """Return gpiozero's pin factory for this machine, or a MockFactory if it has no pins to drive.

    A factory already chosen, as `Device.pin_factory` or by the environment variable GPIOZERO_PIN_FACTORY (the pins of
    another Pi, for example), is used as it is.
    """
    chosen = Device.pin_factory is not None or "GPIOZERO_PIN_FACTORY" in os.environ
    if not chosen and not _is_raspberry_pi():
        return MockFactory()
    try:
        with warnings.catch_warnings(record=True) as fallbacks:
            warnings.simplefilter("always", PinFactoryFallback)
            Device.ensure_pin_factory()
    except BadPinFactory as error:
        reasons = "; ".join([*(str(fallback.message) for fallback in fallbacks), str(error)])
        _log.warning(
            "The pins of this Raspberry Pi cannot be used (%s), so buttons and lamps are on the screen only. "
            "Install lgpio as described in hardware/README.md.",
            reasons,
        )
        return MockFactory()
    for fallback in fallbacks:
        _log.info("%s", fallback.message)
    return Device.pin_factory


def _is_raspberry_pi() -> bool:
    # Checked first: as a last resort gpiozero would try to map this machine's memory as if it were a Pi's.
    try:
        get_pi_revision()
    except (OSError, PinUnknownPi):
        return False
    return True
