"""A tray of dice that are thrown, tumble, lie still, and are seen by a camera above them."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CannotThrowError
from vision.frame import Picture
from vision.geometry import Kept
from vision.sentence import say
from vision.simulate.appearance import random_appearance
from vision.simulate.dice import DiePose, LightSource, VirtualCamera, render
from vision.simulate.layout import EDGE, DiePlace, beside, free_place, inside, touching_place
from vision.simulate.material import Material
from vision.simulate.noise import SensorNoise
from vision.simulate.sets import SIZE as SET
from vision.simulate.sets import SimulatedDiceSet, pip_set, poker_set
from vision.simulate.tray_picture import empty_tray
from vision.simulate.tumble import Tumble, height, plan, stance

SIZE = (1280, 960)
"""Pixels, width and height: a die is 75 wide."""

CAMERA = VirtualCamera(eye=(0.0, -20.0, 560.0), target=(0.0, -1.0, 0.0), focal=2360.0, size=SIZE)
CAMERA_POSE = CAMERA.camera_pose()
"""Where the camera looks at the tray from."""
LIGHT = LightSource()
LIGHT_IN_FLIGHT = replace(LIGHT, samples=4)  # nobody sees how soft the shadow of a flying die is

COARSE = 2
"""Dice in flight are drawn this many times smaller: a moving die is never sharp, and the frame is ready in time."""

GATHER_SECONDS = 0.3
"""How long the tray is without the dice that were picked up, before they are thrown."""

NEAR = 1.3 * EDGE
"""Millimetres: a kept die is looked for this far around the place given for it."""

NOISE = 2.2
"""Grey levels (deviation) of the sensor's noise, as a decent webcam has by lamplight."""

EXPOSURE = 1 / 60
"""Seconds that the camera looks at each picture: dice in flight are smeared along their way."""


@dataclass(frozen=True, slots=True)
class SimulatedDie:
    """One die of the set. `place` is None while it is in the hand, as before the first throw."""

    material: Material
    value: int = 1
    place: DiePlace | None = None


@dataclass(frozen=True, slots=True)
class _Push:
    """A die pushed over the cloth."""

    start: DiePlace
    end: DiePlace
    began: float
    seconds: float

    def place(self, now: float) -> DiePlace:
        part = min(max((now - self.began) / self.seconds, 0.0), 1.0)
        start, end = self.start, self.end
        return replace(
            end,
            x=start.x + part * (end.x - start.x),
            y=start.y + part * (end.y - start.y),
            heading=start.heading + part * (end.heading - start.heading),
        )


class SimulatedTray:
    """Some dice of one set and a tray, both chosen by the seed; nothing but pictures tells how the dice lie.

    `throw` may come at any time; times are monotonic seconds. `speed` above 1 makes the dice tumble faster than real
    ones, for tests. A tray made with the `state` that another one told goes on from there. `kind` ("pips" or "poker")
    is for a tray that is played with such dice alone; one without begins with pips and takes the dice it is asked to
    throw. `family` is the number of its poker dice's family, None for one by chance.
    """

    def __init__(
        self, seed: int, *, speed: float = 1.0, state: str = "", kind: str | None = None, family: int | None = None
    ) -> None:
        self.seed = seed
        looks, self._grain = (np.random.default_rng([seed, n]) for n in (0, 3))
        self._look = random_appearance(looks)
        self._speed = speed
        self._pips = pip_set(self._look, looks)
        self._kind, self._family = kind, family
        self._dice: list[SimulatedDie] = []
        self._flights: dict[int, Tumble] = {}
        self._pushes: dict[int, _Push] = {}
        self._thrown_at = -math.inf
        self._staying: Picture | None = None
        self._staying_coarse: Picture | None = None
        self._still: Picture | None = None
        saved: dict[str, Any] = json.loads(state) if state else {"throws": 0, "dice": {}}
        self._take(kind or saved.get("kind", "pips"))
        for index, (value, *place) in saved["dice"].items():
            self._dice[int(index)] = replace(self._dice[int(index)], value=value, place=DiePlace(*place))
        self._begin_chances(saved["throws"])

    def state(self) -> str:
        """How the dice lie, or will once they lie still, and how far the chances have come."""
        dice = {index: (value, *astuple(place)) for index, (place, value) in self.places().items()}
        return json.dumps({"throws": self._throws, "kind": self._set.kind, "dice": dice})

    def check(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        """Raise CannotThrowError for faces that these dice do not have and for more dice than there are."""
        if not len(kept) <= count <= SET:
            raise CannotThrowError(
                say(
                    "The simulated tray has {dice} dice, so it cannot throw {number} and keep {kept} of them.",
                    dice=SET,
                    number=count,
                    kept=len(kept),
                )
            )
        faces = self._of_kind(kind).faces
        for _, _, face in kept:
            if face not in faces:
                raise CannotThrowError(
                    say(
                        "The simulated dice show {faces}, so none can be kept that shows {face}.",
                        faces=" ".join(faces),
                        face=face,
                    )
                )

    def throw(self, kept: Sequence[Kept], now: float, count: int = 5, kind: str | None = None) -> None:
        """Pick up all dice but the kept ones (x, y in picture pixels, face) and throw the rest of `count`.

        The die nearest to each kept place stays; one that shows another face than the kept one is turned to it, as a
        player would put it back, and where none lies one is put there. Dice of another `kind` than asked for are put
        away, where the tray is not bound to one; None and kinds it does not have leave the dice. Raises
        CannotThrowError as `check` does.
        """
        self.check(kept, count, kind)
        if self._of_kind(kind) is not self._set:
            self._take(self._of_kind(kind).kind)
        faces = self._set.faces
        dice = _put_back(self._dice, [(_on_tray(x, y), faces.index(face) + 1) for x, y, face in kept])
        taken = [die.place for die in dice if die.place is not None]
        thrown = [index for index, die in enumerate(dice) if die.place is None][: count - len(taken)]
        targets = {}
        for index in thrown:
            place, value = self.chance(taken)
            taken.append(place)
            targets[index] = (place, value)
        self._dice = dice
        self.tumble(targets, now)

    def chance(self, taken: Sequence[DiePlace], neighbour: DiePlace | None = None) -> tuple[DiePlace, int]:
        """A place that no die at the `taken` ones is in the way of, and a value, both by chance.

        With a neighbour the die comes to lie side by side with it.
        """
        value = int(self._faces.integers(1, 7))
        if neighbour is not None:
            return touching_place(neighbour, taken, self._places), value
        return free_place(taken, self._places), value

    def tumble(self, targets: Mapping[int, tuple[DiePlace, int]], now: float) -> None:
        """Throw some dice (0-based) so that each comes to lie at its place and shows its value; the others stay."""
        for index, (place, value) in targets.items():
            self._dice[index] = replace(self._dice[index], value=value, place=place)
        staying = [die.place for index, die in enumerate(self._dice) if index not in targets and die.place is not None]
        self._flights = dict(zip(targets, plan(tuple(targets.values()), staying, self._places), strict=True))
        self._thrown_at = now
        self._begin_chances(self._throws + 1)
        self._forget_pictures()

    def lay(self, index: int, place: DiePlace | None, value: int, now: float, seconds: float = 0.0) -> None:
        """Push a die (0-based) to a place within some seconds, or put it there from the hand; None takes it away."""
        before = self._dice[index].place
        if before is not None and place is not None and seconds > 0:
            self._pushes[index] = _Push(before, place, now, seconds)
        self._dice[index] = replace(self._dice[index], value=value, place=place)
        self._flights.pop(index, None)
        self._forget_pictures()

    def places(self) -> dict[int, tuple[DiePlace, int]]:
        """Where each die lies (0-based) that is not in the hand, or will once it lies still, and what it shows."""
        return {index: (die.place, die.value) for index, die in enumerate(self._dice) if die.place is not None}

    def picture(self, now: float) -> Picture:
        """What the camera sees at a moment (BGR uint8, 960 x 1280 x 3)."""
        return self.noisy(self.scene(now))

    def scene(self, now: float) -> Picture:
        """What lies before the camera at a moment; shared with later pictures, so nobody draws into it."""
        time = (now - self._thrown_at) * self._speed - GATHER_SECONDS
        if any(time < flight.seconds for flight in self._flights.values()):
            return self._in_flight(time)
        pushed = {index: push.place(now) for index, push in self._pushes.items() if now < push.began + push.seconds}
        return self._drawn(range(len(self._dice)), pushed) if pushed else self._at_rest()

    def noisy(self, scene: Picture) -> Picture:
        """A copy of a scene as the camera's sensor gives it."""
        return self._noise.add(scene)

    def truth(self) -> tuple[Kept, ...]:
        """How the dice lie, or will once they lie still, left to right. For tests alone: a camera cannot know it."""
        faces = self._set.faces
        seen = [(self._pose(die, die.place), faces[die.value - 1]) for die in self._dice if die.place is not None]
        where = [(CAMERA.project(np.array([pose.centre]))[0], face) for pose, face in seen]
        return tuple(sorted((float(point[0]), float(point[1]), face) for point, face in where))

    @cached_property
    def _ground(self) -> Picture:
        return empty_tray(self._look, CAMERA, LIGHT, self._grain)

    @cached_property
    def _noise(self) -> SensorNoise:
        return SensorNoise(SIZE, NOISE, self._grain)

    @cached_property
    def _poker(self) -> SimulatedDiceSet:
        return poker_set(self._look, self.seed, self._family)

    def _of_kind(self, kind: str | None) -> SimulatedDiceSet:
        """The set that a throw of a kind is made with."""
        wanted = self._kind or kind
        return self._poker if wanted == "poker" else self._pips if wanted == "pips" else self._set

    def _take(self, kind: str) -> None:
        """Take the set of a kind into the hand; what lay in the tray is put away."""
        self._set = self._poker if kind == "poker" else self._pips
        self._dice = [SimulatedDie(material) for material in self._set.materials]
        self._flights, self._pushes = {}, {}
        self._forget_pictures()

    def _begin_chances(self, throws: int) -> None:
        """Each throw has chances of its own, so that those of the next one do not hang on who remembers this one."""
        self._throws = throws
        self._places, self._faces = (np.random.default_rng([self.seed, n, throws]) for n in (1, 2))

    def _forget_pictures(self) -> None:
        self._staying = self._staying_coarse = self._still = None

    def _at_rest(self) -> Picture:
        if self._still is None:
            self._still = self._drawn(range(len(self._dice)))
        return self._still

    def _in_flight(self, time: float) -> Picture:
        """The dice in flight, drawn small, over those that stay."""
        if self._staying is None or self._staying_coarse is None:
            self._staying = self._drawn(index for index in range(len(self._dice)) if index not in self._flights)
            size = (SIZE[0] // COARSE, SIZE[1] // COARSE)
            self._staying_coarse = np.asarray(cv2.resize(self._staying, size, interpolation=cv2.INTER_AREA), np.uint8)
        if time < 0:
            return self._staying
        poses = [self._flying(index, flight, time) for index, flight in self._flights.items()]
        drawn = render(poses, _coarse_camera(), LIGHT_IN_FLIGHT, self._staying_coarse)
        added = cv2.subtract(drawn, self._staying_coarse, dtype=cv2.CV_16S)
        added = cv2.resize(self._smeared(added, time), SIZE, interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.add(self._staying, added, dtype=cv2.CV_8U), np.uint8)

    def _drawn(self, indices: Iterable[int], pushed: Mapping[int, DiePlace] | None = None) -> Picture:
        """The chosen dice lying in the tray, drawn fine; the `pushed` ones are on their way."""
        chosen = ((self._dice[index], (pushed or {}).get(index, self._dice[index].place)) for index in indices)
        poses = [self._pose(die, place) for die, place in chosen if place is not None]
        return render(poses, CAMERA, LIGHT, self._ground)

    def _pose(self, die: SimulatedDie, place: DiePlace) -> DiePose:
        rotation = stance(place, die.value)
        centre = (place.x, place.y, height(rotation) + place.base)
        return DiePose(centre, rotation, EDGE, self._set.shape, die.material)

    def _flying(self, index: int, flight: Tumble, time: float) -> DiePose:
        return DiePose(flight.centre(time), flight.rotation(time), EDGE, self._set.shape, self._dice[index].material)

    def _smeared(self, added: NDArray[Any], time: float) -> NDArray[np.int16]:
        """What the flying dice add to the picture, smeared along their common way during one exposure."""
        ways = [np.subtract(flight.ground(time), flight.ground(time - EXPOSURE)) for flight in self._flights.values()]
        across, away = np.mean(ways, axis=0) * CAMERA.focal / CAMERA.eye[2] / COARSE
        # At the picture's edges lies the table, where nothing is added: what rolls over there is nothing.
        shifts = [(round(-away * part), round(across * part)) for part in (-0.5, -0.17, 0.17, 0.5)]
        total = sum(np.roll(added, shift, (0, 1)) for shift in shifts)
        return np.asarray(total // len(shifts), np.int16)


def _put_back(dice: Sequence[SimulatedDie], kept: Sequence[tuple[tuple[float, float], int]]) -> list[SimulatedDie]:
    """The set with the kept dice (x, y in mm, value) lying where they are wanted and all others in the hand."""
    left = [replace(die, place=None) for die in dice]
    free = dict(enumerate(dice))
    missing = []
    for (x, y), value in kept:
        distances = {index: die.place.away(DiePlace(x, y, 0)) for index, die in free.items() if die.place is not None}
        nearest = min(distances, key=distances.__getitem__, default=None)
        if nearest is None or distances[nearest] > NEAR:
            missing.append((inside(DiePlace(x, y, 0)), value))
        else:
            left[nearest] = replace(free.pop(nearest), value=value)
    for wanted, value in missing:
        index = next(iter(free))
        place = beside(wanted, [die.place for die in left if die.place is not None])
        left[index] = replace(free.pop(index), value=value, place=place)
    return left


def _on_tray(x: float, y: float) -> tuple[float, float]:
    """Where the middle of a die lies that is seen at a pixel, in mm."""
    right, down, forward = CAMERA.axes()
    ray = (x - SIZE[0] / 2) * right + (y - SIZE[1] / 2) * down + CAMERA.focal * forward
    reach = (EDGE / 2 - CAMERA.eye[2]) / ray[2]
    return float(CAMERA.eye[0] + ray[0] * reach), float(CAMERA.eye[1] + ray[1] * reach)


def _coarse_camera() -> VirtualCamera:
    return replace(CAMERA, focal=CAMERA.focal / COARSE, size=(SIZE[0] // COARSE, SIZE[1] // COARSE))
