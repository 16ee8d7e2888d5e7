"""A camera on a Raspberry Pi's own connector, through picamera2."""

import importlib.util
import re
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from vision.errors import SourceLostError, SourceUnavailableError
from vision.frame import Frame, Picture, as_picture
from vision.sentence import say
from vision.sources.base import RATE, WANTED, WARM_UP, Lock, Report, ResumeState, WatchOnlySource
from vision.sources.brightness import ExposureSearch, brightness
from vision.sources.kind import CameraInfo, Open, SourceKind
from vision.sources.mains import mains_hertz
from vision.sources.pace import FrameClock, MonotonicClock, dated
from vision.sources.sensor_modes import full_field_mode, picture_size

FRAME_MICROSECONDS = round(1e6 / RATE)

BUFFERS = 3
"""Frames that the camera works on at once; more only take memory."""

TAKE_EFFECT = 1.0
"""Seconds after which the frames tell whether what was set has been taken: it passes through all that is under way."""

FOCUS_SECONDS = 8.0
"""How long the lens may search. libcamera begins with a lens that stands at 1 m and does not move by itself."""

MANUAL_FOCUS, CONTINUOUS_FOCUS = 0, 2
"""Values of libcamera's AfMode."""
FOCUSED = 2
"""Value of libcamera's AfState; 0 has not begun, 1 searches, 3 has failed."""
MANUAL_FLICKER = 1
"""Value of libcamera's AeFlickerMode: the exposure keeps to the period that is set."""


class PiCamera(WatchOnlySource):
    """Frames of the camera `pi:N`, its exposure, white balance and focus locked once it has warmed up.

    picamera2 is loaded only here: it comes with Raspberry Pi OS, as python3-picamera2, and from nowhere else. Raises
    SourceUnavailableError where it is missing, where there is no such camera, and where another program holds it.
    Waiting for a frame may take for ever: this is for a process of its own.
    """

    is_live = True

    def __init__(self, number: int = 0, memory: ResumeState | None = None, *, clock: FrameClock | None = None) -> None:
        self._number = number
        self._title = _title(str(number))
        self._clock = clock or MonotonicClock()
        library = load_picamera2(self.spec)
        found = connected_cameras(library)
        if number >= len(found):
            raise SourceUnavailableError(
                say(
                    "{source} is not there. Turn the power off and check that its cable sits straight at both ends.",
                    source=self._title,
                )
            )
        before = memory.report.locks if memory else ()
        index, described = found[number]
        self._report = Report(str(described.get("Model", self.spec)), str(described.get("Id", "")))
        self._camera = self._opened(library, index, focus=not before)
        self._reading = threading.Lock()
        self._closed = False
        self._count = 0
        self._asked: dict[str, float] = {}
        self._lock_at: float | None = self._clock.now() + WARM_UP
        self._focus_by = self._clock.now() + FOCUS_SECONDS
        self._blurred = False
        self._search: ExposureSearch | None = None
        self._read_back_at: float | None = None
        if before:
            self._lock({lock.setting: lock.asked for lock in before if lock.asked is not None})

    @property
    def spec(self) -> str:
        """`pi:N`."""
        return f"pi:{self._number}"

    @property
    def report(self) -> Report:
        """The sensor's name, the connector, and how its settings are locked."""
        return self._report

    def read(self, timeout: float) -> Frame:  # noqa: ARG002 - libcamera waits as long as it takes
        """Wait for the next frame; SourceLostError once closed or where libcamera gives up."""
        with self._reading:
            if self._closed:
                raise SourceLostError(f"{self.spec} was closed.")  # not for players
            try:
                request = self._camera.capture_request()
                try:
                    image, metadata = request.make_array("main"), request.get_metadata()
                finally:
                    request.release()
            except RuntimeError as error:
                raise SourceLostError(
                    say("{source} gives no picture. {why}", source=self._title, why=str(error))
                ) from error
        now = self._clock.now()
        picture = as_picture(image)
        self._keep_locked(metadata, picture, now)
        taken_at = dated(metadata.get("SensorTimestamp", 0) / 1e9, now)
        self._count += 1
        return Frame(picture, now if taken_at is None else taken_at, self._count - 1)

    def close(self) -> None:
        """Let go of the camera, once nobody is reading it."""
        if not self._closed and self._reading.acquire(timeout=1.0):
            self._closed = True
            self._camera.stop()
            self._camera.close()
            self._reading.release()

    def _opened(self, library: Any, index: int, *, focus: bool) -> Any:
        try:
            camera = library.Picamera2(index)
        except (RuntimeError, IndexError) as error:
            raise SourceUnavailableError(
                say("{source} cannot be opened. Another program may be using it. {why}", source=self._title, why=error)
            ) from error
        # What libcamera calls RGB888 lies in memory as OpenCV's BGR. A frame that waits in a queue would be an old one.
        # Left to itself picamera2 takes the mode nearest in size, which may show no more than the middle.
        mode = full_field_mode(camera.sensor_modes)
        sensor = {} if mode is None else {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        camera.configure(
            camera.create_video_configuration(
                main={"size": WANTED if mode is None else picture_size(mode), "format": "RGB888"},
                sensor=sensor,
                controls={"FrameDurationLimits": (FRAME_MICROSECONDS, FRAME_MICROSECONDS)},
                buffer_count=BUFFERS,
                queue=False,
            )
        )
        automatics = {"AeFlickerMode": MANUAL_FLICKER, "AeFlickerPeriod": round(1e6 / (2 * mains_hertz()))}
        if focus:
            automatics["AfMode"] = CONTINUOUS_FOCUS
        known = camera.camera_controls
        if automatics := {name: value for name, value in automatics.items() if name in known}:
            camera.set_controls(automatics)
        camera.start()
        return camera

    def _keep_locked(self, metadata: Mapping[str, Any], picture: Picture, now: float) -> None:
        """Lock the settings at what this frame was taken with, once warm and sharp; later tell what became of that."""
        if self._lock_at is not None and now >= self._lock_at:
            state = metadata.get("AfState", FOCUSED)
            if state == FOCUSED or now >= self._focus_by:
                self._blurred = state != FOCUSED
                settings = _settings(metadata)
                if "exposure" in settings:
                    self._search = self._searching(brightness(picture), settings["exposure"])
                self._lock(settings)
        elif self._read_back_at is not None and now >= self._read_back_at:
            self._read_back_at = None
            exposure = self._search.judge(brightness(picture)) if self._search else None
            if exposure is not None:
                self._lock({**self._asked, "exposure": exposure})
                return
            answered = _settings(metadata)
            if self._blurred:
                answered.pop("focus", None)
            if self._search is not None and not self._search.agrees:
                answered.pop("exposure", None)
            locks = tuple(Lock(name, value, answered.get(name)) for name, value in self._asked.items())
            self._report = Report(self._report.name, self._report.identity, locks)

    def _searching(self, light: float, exposure: float) -> ExposureSearch:
        least, most, _ = self._camera.camera_controls.get("ExposureTime", (1, FRAME_MICROSECONDS, 0))
        return ExposureSearch(light, exposure, least, min(most or FRAME_MICROSECONDS, FRAME_MICROSECONDS))

    def _lock(self, settings: dict[str, float]) -> None:
        known = self._camera.camera_controls
        self._asked = {name: value for name, value in settings.items() if name != "focus" or "LensPosition" in known}
        controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        if "exposure" in settings and "gain" in settings:
            controls |= {"ExposureTime": round(settings["exposure"]), "AnalogueGain": settings["gain"]}
        if "red" in settings and "blue" in settings:
            controls["ColourGains"] = (settings["red"], settings["blue"])
        if "focus" in self._asked:
            controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": settings["focus"]}
        self._camera.set_controls({name: value for name, value in controls.items() if name in known})
        self._lock_at = None
        self._read_back_at = self._clock.now() + TAKE_EFFECT


def pi_specs() -> tuple[str, ...]:
    """The source to offer where picamera2 is installed, without loading it: the first camera, be it there or not."""
    return ("pi:0",) if importlib.util.find_spec("picamera2") else ()


def pi_cameras() -> Iterator[CameraInfo]:
    """The cameras on this machine's own connectors, from libcamera, which may hang; none without picamera2."""
    if not pi_specs():
        return
    try:
        library = load_picamera2()
    except SourceUnavailableError:  # whoever chooses it is told why
        yield CameraInfo("pi:0", "pi:0")
        return
    for number, (_, described) in enumerate(connected_cameras(library)):
        # libcamera scales to any size.
        yield CameraInfo(f"pi:{number}", str(described.get("Model")), (WANTED,))


def load_picamera2(spec: str = "pi") -> Any:
    """The module picamera2; SourceUnavailableError, with what to do, where it cannot be loaded."""
    try:
        return importlib.import_module("picamera2")
    except Exception as error:  # whatever its parts do where they cannot be loaded
        if isinstance(error, ValueError) and "numpy" in str(error):  # parts that were compiled for another one
            sentence = say(
                "{source} cannot be used, because picamera2 does not fit this environment's numpy: {why}. In the "
                "environment: pip install --upgrade simplejpeg",
                source=spec,
                why=error,
            )
        else:
            sentence = say(
                "{source} needs picamera2, which cannot be loaded: {why}. On Raspberry Pi OS: sudo apt install "
                "python3-picamera2, and recreate the environment with python3 -m venv --system-site-packages.",
                source=spec,
                why=error,
            )
        raise SourceUnavailableError(sentence) from error


def connected_cameras(library: Any) -> list[tuple[int, dict[str, Any]]]:
    """Each camera on a connector: its number and what is told of it. Those on USB, which are seen too, are left out."""
    info: list[dict[str, Any]] = library.Picamera2.global_camera_info()
    return [(index, camera) for index, camera in enumerate(info) if "usb" not in str(camera.get("Id", "")).lower()]


def _settings(metadata: Mapping[str, Any]) -> dict[str, float]:
    """What a frame was taken with: exposure in microseconds, gains, and focus in dioptres."""
    settings = {
        name: float(metadata[key])
        for name, key in (("exposure", "ExposureTime"), ("gain", "AnalogueGain"), ("focus", "LensPosition"))
        if metadata.get(key) is not None
    }
    if metadata.get("ColourGains") is not None:
        settings["red"], settings["blue"] = (float(gain) for gain in metadata["ColourGains"])
    return settings


def _title(number: str, _name: str = "") -> str:
    return say("Raspberry Pi camera {number}", number=number)


def _find(number: str) -> Open | None:
    if not re.fullmatch("[0-9]", number):
        return None
    return lambda _clock, memory: PiCamera(int(number), memory)


PI = SourceKind(
    "pi:",
    ("pi:N (camera number N on a Raspberry Pi's own connectors, such as pi:0)",),
    _find,
    _title,
    offered=pi_specs,
    cameras=pi_cameras,
    is_camera=True,
    fixed_view=True,
)
