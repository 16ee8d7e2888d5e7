"""A target led by coverage: `python -m tests.system.fuzz.led TARGET`, then libFuzzer's own options. Needs atheris."""

import contextlib
import logging
import sys

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore] # absent where it is not called

with atheris.instrument_imports(include=["firmware_host", "vision", "web_ui"]):
    from tests.system.fuzz.running import quiet
    from tests.system.fuzz.targets import TARGETS


def main() -> None:
    """Try inputs until something goes wrong or the time is over."""
    target = TARGETS[sys.argv.pop(1)]

    def run(data: bytes) -> None:
        with contextlib.suppress(*target.refusals):
            target.run(data)

    with quiet():
        for seed in target.seeds():
            run(seed)
    logging.disable(logging.CRITICAL)
    atheris.Setup(sys.argv, run)  # it tells what it finds on the screen, so nothing else is kept from there
    atheris.Fuzz()


if __name__ == "__main__":
    main()
