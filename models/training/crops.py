"""Single dice in close-up, straight from the renderer: what the face reader is trained on, without whole scenes."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.training.appearance import DieAppearance, siblings
from models.training.labels import COCKED, LYING, STACKED, TOUCHING, UNDER, Label
from models.training.placing import Placed, beside, standing, tilted
from models.training.scenes import Setting, any_camera, compose
from models.training.trays import any_tray
from vision.locate.crop import MARGIN, Box
from vision.simulate.dice import VirtualCamera
from vision.simulate.layout import DiePlace, overlap

Rng = np.random.Generator
Picture = NDArray[np.uint8]

SHOWN = MARGIN * 1.7 * 1.12
"""Side of a close-up in widths of the die's box: what is stored of a crop, and a little more."""
WIDTHS = (34.0, 70.0)
"""Widths in pixels of a die's box in a close-up."""
TROUBLES = ("none", "cocked", "covered", "nothing", "stacked")
"""What may be wrong with a close-up's die: it leans, a hand lies over it, it is not there, it lies on another one."""


@dataclass(frozen=True, slots=True, eq=False)
class CloseUp:
    """A die in the middle of a picture (BGR uint8): the box to crop, its label, and the camera that looks at it.

    The label is None where no die is seen: for the trouble "nothing", the picture shows ground, things and at most
    dice beside the box.
    """

    picture: Picture
    box: Box
    label: Label | None
    camera: VirtualCamera

    @property
    def slant(self) -> tuple[float, float]:
        """How aslant the die is seen, in degrees to the right and down: see `vision.camera_pose`."""
        pose = self.camera.camera_pose()
        right, down = pose.viewing_angles(np.divide([self.camera.size], 2), self.camera.size)[0].tolist()
        return right, down


def close_up(rng: Rng, look: DieAppearance, value: int, edge: float, trouble: str = "none") -> CloseUp:
    """A die of `edge` mm with a value (1-6) up, and what may be wrong with it: see TROUBLES."""
    middle = DiePlace(0.0, 0.0, float(rng.uniform(0, 360)), edge)
    focus = standing(rng, look, middle, LYING, 0.0, value)
    below: list[Placed] = []
    if trouble == "cocked":
        focus = Placed(tilted(rng, focus.pose, float(rng.uniform(13, 45))), COCKED, look.family)
    elif trouble == "stacked":
        x, y = rng.uniform(-0.4, 0.4, 2) * edge
        place = DiePlace(float(x), float(y), float(rng.uniform(0, 360)), edge)
        below = [standing(rng, siblings(rng, look, 1)[0], place, UNDER, 0.0)]
        focus = Placed(replace(focus.pose, centre=(0.0, 0.0, edge * 1.5)), STACKED, look.family)
    wide = float(np.exp(rng.uniform(*np.log(WIDTHS))))
    camera = _framed(rng, focus, wide)
    placed = [] if trouble == "nothing" else [focus, *below]
    placed += _neighbours(rng, look, middle, trouble == "nothing")
    tray = any_tray(rng, edge * 3, edge) if rng.random() < 0.25 else None
    things = int(rng.integers(1, 4)) if trouble == "nothing" else int(rng.random() < 0.2)
    setting = Setting(tray, things, hand=1.0 if trouble == "covered" else 0.03, grabs=trouble == "covered")
    width = camera.focal * edge / float(np.linalg.norm(camera.eye))
    picture, labels = compose(rng, camera, edge, width, placed, setting)
    label = labels[0] if trouble != "nothing" else None
    near, far = (camera.size[0] - wide) / 2, (camera.size[0] + wide) / 2
    return CloseUp(picture, (near, near, far, far) if label is None else label.box, label, camera)


def _framed(rng: Rng, focus: Placed, wide: float) -> VirtualCamera:
    """A camera by chance whose picture shows the die's box in its middle, `wide` pixels wide."""
    side = int(wide * SHOWN)
    camera = any_camera(rng, focus.pose.edge, wide, side)
    camera = replace(camera, target=focus.pose.centre)
    points = camera.project(focus.pose.corners(focus.pose.shape.rounding * 0.28))
    return replace(camera, focal=camera.focal * wide / float(np.ptp(points, axis=0).mean()))


def _neighbours(rng: Rng, look: DieAppearance, middle: DiePlace, absent: bool) -> list[Placed]:
    """Dice of the same set around the middle, some of them touching a die there that may be absent."""
    taken = [middle]
    found = []
    for other in siblings(rng, look, int(rng.integers(1, 4)) if rng.random() < 0.45 else 0):
        for _ in range(6):
            if not absent and rng.random() < 0.5:
                place, lies = beside(rng, middle, middle.edge), TOUCHING
            else:
                x, y = rng.normal(0, middle.edge * 1.8, 2)
                place, lies = DiePlace(float(x), float(y), float(rng.uniform(0, 360)), middle.edge), LYING
            if not any(overlap(place, one) for one in taken):
                taken.append(place)
                found.append(standing(rng, other, place, lies, 0.05))
                break
    return found
