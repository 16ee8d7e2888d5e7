"""Runs a program and tells which files its threads enter: `watched_program.py MODULE:FUNCTION ARGUMENT...`.

It runs by itself, with the tree that holds the program at the front of the path. Each line on standard input begins or
ends a stretch; each end is answered on standard output with "ENTERED " and JSON, {thread: [file, ...]}.
"""

import json
import sys
import threading
from importlib import import_module
from types import FrameType

BEGIN = "begin"
ANSWER = "ENTERED "


class Watch:
    """Notes whose functions are called, in whichever thread, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self._entered: dict[str, set[str]] = {}

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Note the file of a call; loading a module calls none of its functions."""
        if self.on and event == "call" and frame.f_code.co_name != "<module>":
            name = f"{threading.current_thread().name} ({threading.get_ident()})"
            self._entered.setdefault(name, set()).add(frame.f_code.co_filename)

    def listen(self) -> None:
        """Obey standard input."""
        for line in sys.stdin:
            if line.strip() == BEGIN:
                self._entered = {}
                self.on = True
            else:
                self.on = False
                entered, self._entered = self._entered, {}
                said = {thread: sorted(files) for thread, files in entered.items()}
                sys.stdout.write(ANSWER + json.dumps(said) + "\n")
                sys.stdout.flush()


def main() -> None:
    """Watch from the start, so that each thread is."""
    watch = Watch()
    threading.Thread(target=watch.listen, daemon=True).start()
    module, _, function = sys.argv.pop(1).partition(":")
    threading.setprofile(watch.note)
    sys.setprofile(watch.note)
    getattr(import_module(module), function)()


if __name__ == "__main__":
    main()
