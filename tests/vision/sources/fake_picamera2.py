"""A module that stands in for picamera2: it asks of its users what the real one asks, and fails as it does."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from vision.sources.pace import FrameClock

BASE = "/base/soc/i2c0mux/i2c@1"


class FakeRequest:
    """A completed frame; libcamera has only so many, so each must be released, once."""

    def __init__(self, camera: "FakePicamera2", metadata: dict[str, Any]) -> None:
        self._camera = camera
        self._metadata = metadata
        self._released = False

    def make_array(self, name: str) -> np.ndarray:
        assert not self._released
        width, height = self._camera.configuration[name]["size"]
        assert self._camera.configuration[name]["format"] == "RGB888"
        # Blue first, as RGB888 lies in memory.
        return np.full((height, width, 3), (200, 100, 50), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released
        return self._metadata

    def release(self) -> None:
        if self._released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._released = True
        self._camera.free += 1


class FakePicamera2:
    """A camera whose exposure, gains and focus wander until they are set; a control takes effect three frames later."""

    clock: FrameClock
    cameras: tuple[dict[str, Any], ...] = (
        {"Model": "uvcvideo", "Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.2:1.0-046d:0825", "Num": 0},
        {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": f"{BASE}/imx708@1a", "Num": 1},
    )
    advertised = (
        "AeEnable",
        "AfMode",
        "AnalogueGain",
        "AwbEnable",
        "ColourGains",
        "ExposureTime",
        "FrameDurationLimits",
        "LensPosition",
    )
    busy = False
    made: "list[FakePicamera2]"

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= len(self.cameras) or self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.camera_num = camera_num
        self.configuration: dict[str, Any] = {}
        self.started = self.closed = False
        self.free = 0
        self.frames = 0
        self.set_at: list[tuple[int, dict[str, Any]]] = []
        self.failing = False
        self.made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return list(cls.cameras)

    @property
    def camera_controls(self) -> dict[str, tuple[int, int, int]]:
        return dict.fromkeys(self.advertised, (0, 1, 0))

    def create_video_configuration(
        self,
        main: Mapping[str, Any],
        controls: Mapping[str, Any],
        buffer_count: int = 6,
        queue: bool = True,
    ) -> dict[str, Any]:
        unknown = set(main) - {"size", "format"}
        if unknown:
            raise ValueError(f"Bad key {unknown!r}: valid stream configuration keys are ('format', 'size')")
        return {"main": dict(main), "controls": dict(controls), "buffer_count": buffer_count, "queue": queue}

    def configure(self, configuration: dict[str, Any]) -> None:
        width, height = configuration["main"]["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        self.set_controls(configuration["controls"])
        self.configuration = configuration
        self.free = configuration["buffer_count"]

    def start(self) -> None:
        if not self.configuration:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.advertised:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set_at.append((self.frames, dict(controls)))

    def capture_request(self) -> FakeRequest:
        if self.failing:
            raise RuntimeError("Camera frontend has timed out")
        assert self.started
        assert self.free, "a request was not released, and none is left"
        self.free -= 1
        self.frames += 1
        self.clock.sleep(1 / 15)
        settings: dict[str, Any] = {
            "ExposureTime": 9000 + self.frames,
            "AnalogueGain": 2.0,
            "ColourGains": (1.8, 1.6),
        }
        if "LensPosition" in self.advertised:
            settings["LensPosition"] = 1.25
        for since, controls in self.set_at:
            if self.frames - since > 3:
                settings |= {name: value for name, value in controls.items() if name in settings}
        settings["ExposureTime"] -= settings["ExposureTime"] % 19  # a sensor exposes whole lines
        settings["SensorTimestamp"] = int((self.clock.now() - 0.04) * 1e9)
        return FakeRequest(self, settings)

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        assert not self.started
        self.closed = True


def fake_module(clock: FrameClock) -> ModuleType:
    """The module, over cameras of its own that keep to `clock`."""
    module = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (FakePicamera2,), {"clock": clock, "made": []})  # type: ignore[attr-defined]
    return module
