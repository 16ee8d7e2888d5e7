"""A source in its own process: whatever a driver does there, no caller waits longer than its timeout."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

import vision
from vision.errors import CannotThrowError, SourceLostError, SourceUnavailableError, VisionError
from vision.frame import Frame
from vision.geometry import Kept
from vision.sentence import say
from vision.sources.base import ClosableSource, Report, ResumeState, Source, no_picture
from vision.sources.named import check_spec, source_title
from vision.sources.shared_picture import SharedPicture
from vision.sources.usb_names import find_node
from vision.sources.wire import Message, packed_state, receive, send, unpacked_error, unpacked_report

log = logging.getLogger(__name__)

START_SECONDS = 15.0
"""How long the process may take to start: a Raspberry Pi loads OpenCV from a slow card."""

OPEN_SECONDS = 4.0
"""A driver that has not opened its camera by then is stuck."""

GRACE_SECONDS = 0.2
"""How much longer than the source itself the owner waits for a frame, to hear the source's own reason."""

THROW_SECONDS = 5.0
"""How long a source may take to take in that it is to throw. One that hangs is closed sooner, for want of frames, and
that ends the waiting: a machine that is merely slow must not be told "no" and then throw all the same."""

END_SECONDS = 0.5
"""How long the process may take to end by itself."""

KILL_SECONDS = 1.0
"""How long a killed process may take to be gone; one that hangs in the system's own driver stays until it is let go."""


def open_in_child(spec: str, memory: ResumeState | None = None) -> Source:
    """Open the source that `spec` names, in a process of its own; raises what ChildSource raises.

    For a USB camera that is not there no process is started: looking again and again costs nothing.
    """
    check_spec(spec)
    kind, _, name = spec.partition(":")
    if kind == "usb":
        find_node(name, memory.report.identity if memory else "")
    return ChildSource(spec, memory)


class ChildSource(ClosableSource):
    """A source like any other, that lives in a process of its own and ends with this one.

    Raises SourceSpecError and SourceUnavailableError as the source itself does, and SourceUnavailableError when it
    has not opened in OPEN_SECONDS. The process, its threads and its memory are gone after `close`, which may be
    called from any thread. `pid` is there for tests, which stop and kill it.
    """

    def __init__(self, spec: str, memory: ResumeState | None = None) -> None:
        self._spec = spec
        self._report = memory.report if memory else Report()
        self._lock = threading.Lock()
        self._ended = False
        self._answers: SimpleQueue[Message | None] = SimpleQueue()
        self._thrown: SimpleQueue[Message | None] = SimpleQueue()
        self._picture = SharedPicture.create()
        self._process = _start(self._picture)
        self.pid = self._process.pid
        self._listener = threading.Thread(target=self._listen, name=f"listen-{self.pid}", daemon=True)
        self._listener.start()
        try:
            self._open(memory or ResumeState())
        except SourceLostError as error:
            self.close()
            raise SourceUnavailableError(error.sentence) from error
        except BaseException:
            self.close()
            raise

    @property
    def spec(self) -> str:
        """The name of the source."""
        return self._spec

    @property
    def can_throw(self) -> bool:
        """Whether the source throws when asked."""
        return self._can_throw

    @property
    def is_live(self) -> bool:
        """Whether no two of its pictures are alike."""
        return self._is_live

    @property
    def report(self) -> Report:
        """What the source last told of itself."""
        return self._report

    def read(self, timeout: float) -> Frame:
        """Wait for the next frame; SourceLostError after a little more than `timeout` seconds, or once closed."""
        answer = self._ask({"read": timeout}, timeout + GRACE_SECONDS)
        if answer is None:
            raise SourceLostError(no_picture(self._title, timeout))
        if "error" in answer:
            raise unpacked_error(answer)
        if "report" in answer:
            self._report = unpacked_report(answer["report"])
        width, height = answer["size"]
        with self._lock:
            if self._ended:
                raise SourceLostError(f"{self._spec} was closed.")  # not for players
            picture = self._picture.read(width, height)
        return Frame(picture, answer["time"], answer["frame"])

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        """Pass the throw on; raises CannotThrowError as the source does, and when it does not answer."""
        try:
            self._send({"throw": list(kept), "count": count, "kind": kind})
            answer = self._thrown.get(timeout=THROW_SECONDS)
        except (OSError, Empty):
            answer = None
        if answer is None:
            raise CannotThrowError(
                say("{source} does not respond and cannot throw. Try again when it is back.", source=self._title)
            )
        if answer["thrown"] is not None:
            raise unpacked_error(answer["thrown"])

    def close(self) -> None:
        """End the process, at once where it hangs."""
        with self._lock:
            if self._ended:
                return
            self._ended = True
            _close_pipe(self._process)
            if not _gone(self._process, END_SECONDS):
                self._process.kill()
                if not _gone(self._process, KILL_SECONDS):
                    log.warning("the process %d of %s cannot be ended: its driver hangs", self.pid, self._spec)
            self._picture.close()
        self._answers.put(None)
        self._thrown.put(None)
        self._listener.join(KILL_SECONDS)

    @property
    def _title(self) -> str:
        return source_title(self._spec, self._report.name)

    def _open(self, memory: ResumeState) -> None:
        if self._answer(START_SECONDS) is None:
            raise SourceUnavailableError(
                say("The process for {source} does not start. See the log.", source=self._title)
            )
        answer = self._ask({"open": self._spec, "memory": packed_state(memory)}, OPEN_SECONDS)
        if answer is None:
            raise SourceUnavailableError(
                say(
                    "{source} did not respond within {seconds} s. Unplug it, wait, and plug it in again.",
                    source=self._title,
                    seconds=round(OPEN_SECONDS),
                )
            )
        if "error" in answer:
            raise unpacked_error(answer)
        self._can_throw, self._is_live = bool(answer["can_throw"]), bool(answer["is_live"])
        self._spec, self._report = answer["opened"], unpacked_report(answer["report"])

    def _ask(self, message: Message, timeout: float) -> Message | None:
        """The answer to a message; None where none came in time. Raises SourceLostError when the process is gone."""
        try:
            self._send(message)
        except OSError:
            raise self._loss() from None
        return self._answer(timeout)

    def _answer(self, timeout: float) -> Message | None:
        try:
            answer = self._answers.get(timeout=timeout)
        except Empty:
            return None
        if answer is None:
            raise self._loss()
        return answer

    def _loss(self) -> VisionError:
        if self._ended:
            return SourceLostError(f"{self._spec} was closed.")  # not for players
        return SourceLostError(say("The process for {source} has ended.", source=self._title))

    def _send(self, message: Message) -> None:
        if self._ended or self._process.stdin is None:
            raise BrokenPipeError
        try:
            send(self._process.stdin, message)
        except ValueError as error:  # closed by another thread just now
            raise BrokenPipeError from error

    def _listen(self) -> None:
        pipe = self._process.stdout
        if pipe is None:
            return
        with pipe:
            while (answer := receive(pipe)) is not None:
                (self._thrown if "thrown" in answer else self._answers).put(answer)
        self._answers.put(None)
        self._thrown.put(None)


def python_module(module: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """The command and the environment that run a module of this project in a Python of its own."""
    root = str(Path(vision.__file__).parent.parent)
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
    return [sys.executable, "-P", "-m", module, *arguments], {**os.environ, "PYTHONPATH": path}


def _start(picture: SharedPicture) -> subprocess.Popen[bytes]:
    """Start the process, out of reach of the terminal's Ctrl-C."""
    command, environment = python_module("vision.sources.child", picture.handle)
    return subprocess.Popen(  # noqa: S603 - this very Python, with a module of ours
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=picture.inherited,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        env=environment,
    )


def _close_pipe(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()


def _gone(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True
