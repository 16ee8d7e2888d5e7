"""The process that a source lives in: opens it, and gives frames to its owner for as long as that one lives."""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import BinaryIO

from vision.errors import PictureError, SourceLostError, SourceUnavailableError, VisionError
from vision.sources.base import Report, ResumeState, Source
from vision.sources.named import open_source
from vision.sources.shared_picture import SharedPicture
from vision.sources.wire import (
    Message,
    packed_error,
    packed_report,
    receive,
    send,
    unpacked_state,
)

END_SECONDS = 0.3
"""How long a source may take to close once the owner is gone; a driver that hangs does not keep the process."""


class Child:
    """Does what the owner asks: `open` once, then `read` again and again, and `throw` at any time between.

    It ends when the owner closes the pipe or is gone, whatever the source is doing just then.
    """

    def __init__(
        self,
        requests: BinaryIO,
        answers: BinaryIO,
        picture: SharedPicture,
        opener: Callable[[str, ResumeState], Source],
    ) -> None:
        self._requests = requests
        self._answers = answers
        self._picture = picture
        self._opener = opener
        self._answering = threading.Lock()
        self._asked: SimpleQueue[Message | None] = SimpleQueue()
        self._source: Source | None = None
        self._told = Report()

    def run(self) -> None:
        """Serve until the owner is gone."""
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        self._answer({"ready": True})
        while (asked := self._asked.get()) is not None:
            if "open" in asked:
                self._open(asked)
            elif self._source is not None:
                self._answer(self._read(self._source, asked["read"]))
        if self._source is not None:
            self._source.close()

    def _listen(self) -> None:
        while (asked := receive(self._requests)) is not None:
            if "throw" in asked:
                self._answer(self._throw(asked))
            else:
                self._asked.put(asked)
        self._asked.put(None)
        time.sleep(END_SECONDS)
        os._exit(0)

    def _open(self, asked: Message) -> None:
        try:
            source = self._opener(asked["open"], unpacked_state(asked["memory"]))
        # Whatever a driver comes up with is told to the owner, who tries again.
        except Exception as error:
            self._answer(packed_error(error, SourceUnavailableError))
            return
        self._source, self._told = source, source.report
        opened = {"opened": source.spec, "can_throw": source.can_throw, "is_live": source.is_live}
        self._answer({**opened, "report": packed_report(self._told)})

    def _read(self, source: Source, timeout: float) -> Message:
        try:
            frame = source.read(timeout)
            self._picture.write(frame.image)
        except PictureError as error:
            return packed_error(error, PictureError)
        except Exception as error:
            return packed_error(error, SourceLostError)
        answer: Message = {"frame": frame.number, "time": frame.time, "size": frame.size}
        if source.report != self._told:
            self._told = source.report
            answer["report"] = packed_report(self._told)
        return answer

    def _throw(self, asked: Message) -> Message:
        try:
            if self._source is not None:
                self._source.throw([(x, y, face) for x, y, face in asked["throw"]], asked["count"], asked["kind"])
        except VisionError as error:
            return {"thrown": packed_error(error, VisionError)}
        return {"thrown": None}

    def _answer(self, message: Message) -> None:
        try:
            with self._answering:
                send(self._answers, message)
        except OSError:
            os._exit(0)


def main() -> None:
    """Serve a source over the standard streams; the one argument is the handle of the shared picture."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    # What drivers print must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    child = Child(
        sys.stdin.buffer,
        answers,
        SharedPicture.attach(sys.argv[1]),
        lambda spec, memory: open_source(spec, memory=memory),
    )
    child.run()


if __name__ == "__main__":
    main()
