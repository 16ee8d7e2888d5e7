"""A module that stands in for picamera2: it asks of its users what the real one asks, and fails as it does."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from tests.vision.sources.pi_sensors import modes_of, scored_mode
from vision.sources.pace import FrameClock

BASE = "/base/soc/i2c0mux/i2c@1"


class FakeRequest:
    """A completed frame; libcamera has only so many, so each must be released, once."""

    def __init__(self, camera: "FakePicamera2", metadata: dict[str, Any], light: float) -> None:
        self._camera = camera
        self._light = light
        self._metadata = metadata
        self._released = False

    def make_array(self, name: str) -> np.ndarray:
        assert not self._released
        width, height = self._camera.configuration[name]["size"]
        assert self._camera.configuration[name]["format"] == "RGB888"
        # Blue first, as RGB888 lies in memory; the camera bends light as eyes like it.
        blue_green_red = np.array((200, 100, 50)) * self._light ** (1 / 2.2)
        return np.full((height, width, 3), np.minimum(blue_green_red, 255), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released
        return self._metadata

    def release(self) -> None:
        if self._released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._released = True
        self._camera.free += 1


class FakePicamera2:
    """A camera whose exposure and gains wander until they are set; a control takes effect three frames later.

    Its lens stands at 1.0 until AfMode is set to continuous; it is sharp at `sharp_at`, found after `search` frames.
    With the automatic exposure goes a gain of its own, `dropped`, that nobody is told of.
    """

    clock: FrameClock
    cameras: tuple[dict[str, Any], ...] = (
        {"Model": "uvcvideo", "Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.2:1.0-046d:0825", "Num": 0},
        {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": f"{BASE}/imx708@1a", "Num": 1},
    )
    sharp_at = 3.4
    search = 20
    dropped = 1.0
    advertised: tuple[str, ...] = (
        "AeEnable",
        "AeFlickerMode",
        "AeFlickerPeriod",
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
        self.mode: dict[str, Any] = {}
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
        return {name: (1, 66_666, 20_000) if name == "ExposureTime" else (0, 1, 0) for name in self.advertised}

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        """Found by configuring the camera for one after the other."""
        assert not self.started
        self.configuration = {}
        return modes_of(self.cameras[self.camera_num]["Model"])

    @property
    def field(self) -> list[int]:
        """Width and height of what the sensor sees, in its own pixels."""
        return list(self.mode["crop_limits"][2:])

    @property
    def lens(self) -> float:
        """Where the lens stands, in dioptres."""
        return float(self._focus()[1])

    def create_video_configuration(
        self,
        main: Mapping[str, Any],
        controls: Mapping[str, Any],
        sensor: Mapping[str, Any],
        buffer_count: int = 6,
        queue: bool = True,
    ) -> dict[str, Any]:
        unknown = set(main) - {"size", "format"}
        if unknown:
            raise ValueError(f"Bad key {unknown!r}: valid stream configuration keys are ('format', 'size')")
        rest = {"controls": dict(controls), "buffer_count": buffer_count, "queue": queue}
        return {"main": dict(main), "sensor": dict(sensor), **rest}

    def configure(self, configuration: dict[str, Any]) -> None:
        width, height = configuration["main"]["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        sensor = configuration["sensor"]
        if bad_keys := sensor.keys() - {"bit_depth", "output_size"}:
            raise RuntimeError(f"Unexpected keys {bad_keys} in sensor configuration")
        modes = modes_of(self.cameras[self.camera_num]["Model"])
        bits = sensor.get("bit_depth", max(mode["bit_depth"] for mode in modes))
        self.mode = scored_mode(modes, sensor.get("output_size", (width, height)), bits)
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
            settings["AfState"], settings["LensPosition"] = self._focus()
        in_force: dict[str, Any] = {}
        for since, controls in self.set_at:
            if self.frames - since > 3:
                in_force |= controls
        settings |= {name: in_force[name] for name in in_force.keys() & {"ExposureTime", "AnalogueGain", "ColourGains"}}
        light = 1.0
        if in_force.get("AeEnable") is False:
            light = settings["ExposureTime"] * settings["AnalogueGain"] / (9000 * 2.0) / self.dropped
        settings["ExposureTime"] -= settings["ExposureTime"] % 19  # a sensor exposes whole lines
        settings["SensorTimestamp"] = int((self.clock.now() - 0.04) * 1e9)
        return FakeRequest(self, settings, light)

    def _focus(self) -> tuple[int, float]:
        """AfState, and where the lens stands."""
        state, lens, continuous_since = 0, 1.0, None
        for since, controls in self.set_at:
            if self.frames - since <= 3:
                continue
            if "AfMode" in controls:
                continuous_since = since if controls["AfMode"] == 2 else None
            if continuous_since is None:
                lens = controls.get("LensPosition", lens)
        if continuous_since is not None:
            found = self.frames - continuous_since > self.search
            state, lens = (2, self.sharp_at) if found else (1, 1.0 + 0.1 * self.frames)
        return state, lens

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
