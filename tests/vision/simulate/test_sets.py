import json

import numpy as np
import pytest

from vision.errors import CannotThrowError
from vision.simulate.appearance import APPEARANCES, SetAppearance
from vision.simulate.artwork.families import HELD_OUT, design
from vision.simulate.sets import SIZE, VARIANTS, poker_set
from vision.simulate.tray import SimulatedTray

LYING = 10.0  # seconds after a throw: everything lies still
POKER = ("9", "10", "J", "Q", "K", "A")
GREEN = APPEARANCES[0]


def faces(tray: SimulatedTray) -> list[str]:
    return [face for _, _, face in tray.truth()]


def test_a_tray_throws_the_dice_it_is_asked_for() -> None:
    tray = SimulatedTray(7)
    pips = SimulatedTray(7)
    pips.throw((), 0.0)

    tray.throw((), 0.0, 5, "poker")
    poker = faces(tray)
    picture = tray.picture(LYING)

    assert set(poker) <= set(POKER)
    assert [POKER[int(face) - 1] for face in faces(pips)] == poker, "the same throw, with other dice"
    assert np.abs(picture.astype(np.int16) - pips.picture(LYING)).max() > 60
    tray.throw((), 20.0, 5, None)
    assert set(faces(tray)) <= set(POKER), "who asks for nothing gets the dice that are there"
    tray.throw((), 40.0, 3, "pips")
    assert len(faces(tray)) == 3
    assert set(faces(tray)) <= set("123456")


def test_a_tray_bound_to_poker_dice_throws_no_others() -> None:
    tray = SimulatedTray(7, kind="poker")

    tray.throw((), 0.0, 5, "pips")

    assert set(faces(tray)) <= set(POKER)
    with pytest.raises(CannotThrowError, match="show 9 10 J Q K A, so none can be kept that shows 3"):
        tray.throw([(100.0, 100.0, "3")], 20.0, 5, "pips")


def test_poker_dice_are_kept_by_their_faces() -> None:
    tray = SimulatedTray(7, kind="poker")
    tray.throw((), 0.0)
    kept = tray.truth()[1:3]

    tray.throw(kept, 20.0, 5)

    assert set(kept) <= set(tray.truth())


def test_a_tray_that_goes_on_has_the_dice_it_had() -> None:
    tray = SimulatedTray(7)
    tray.throw((), 0.0, 5, "poker")

    later = SimulatedTray(7, state=tray.state())

    assert later.truth() == tray.truth()
    told = json.loads(SimulatedTray(7).state())
    del told["kind"]
    assert SimulatedTray(7, state=json.dumps(told)).truth() == (), "a state from before there were kinds"


def test_a_family_may_be_asked_for_and_chance_keeps_examinations_out() -> None:
    asked = poker_set(GREEN, 7, HELD_OUT[0])
    bodies = {design(HELD_OUT[0], variant).prints.faces.tobytes() for variant in range(VARIANTS)}
    prints = asked.materials[0].prints

    assert len(asked.materials) == SIZE
    assert prints is not None
    assert prints.faces.tobytes() in bodies
    examined = {design(n, variant).prints.faces.tobytes() for n in HELD_OUT for variant in range(VARIANTS)}
    for seed in range(20):
        by_chance = poker_set(GREEN, seed).materials[0].prints
        assert by_chance is not None
        assert by_chance.faces.tobytes() not in examined


@pytest.mark.parametrize("look", APPEARANCES, ids=[look.name for look in APPEARANCES])
def test_dice_chosen_by_chance_stand_out_from_their_cloth(look: SetAppearance) -> None:
    for seed in range(20):
        body = np.asarray(poker_set(look, seed).materials[0].body) ** (1 / 2.2)
        assert np.linalg.norm(body - np.asarray(look.cloth[::-1]) / 255) > 0.2


def test_the_cloth_stays_where_the_dice_are_changed() -> None:
    tray = SimulatedTray(7)
    before = tray.picture(0.0)
    tray.throw((), 1.0, 5, "poker")

    gathered = tray.picture(1.1)

    assert np.abs(gathered.astype(np.int16) - before).max() < 30
