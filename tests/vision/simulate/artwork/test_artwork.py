import numpy as np
import pytest

from vision.simulate.artwork.canvas import KEPT, Canvas, box, ellipse
from vision.simulate.artwork.families import HELD_OUT, NAMED, design, family, training_family
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.artwork.pips import MARKS, PIP_SHAPES, PipStyle, draw_pips
from vision.simulate.artwork.poker import FACES, LANGUAGES, columns
from vision.simulate.artwork.suits import MAKES, SIGNS, sign

RED = (0.5, 0.0, 0.0)
BLUE = (0.0, 0.0, 0.5)


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """Part of the inked pixels in which two faces differ, at the quarter turn where they differ least."""
    first, second = (face[..., 3] > 127 for face in (one, other))
    turned = [np.rot90(second, quarter) for quarter in range(4)]
    return float(min((first ^ turn).sum() / (first | turn).sum() for turn in turned))


class TestCanvas:
    def test_ink_lies_where_it_was_put_and_y_points_up(self) -> None:
        canvas = Canvas()
        canvas.at(0.5, 0.5, 0.25).fill(box(-1, -1, 1, 1), RED)
        face = canvas.picture()

        covered = np.argwhere(face[..., 3] > 200)
        assert face.shape == (KEPT, KEPT, 4)
        assert covered.mean(0) == pytest.approx((KEPT * 0.25, KEPT * 0.75), abs=1)
        assert np.ptp(covered, axis=0) == pytest.approx((KEPT / 4, KEPT / 4), abs=2)
        assert face[KEPT // 4, KEPT * 3 // 4].tolist() == [round(0.5 * 255), 0, 0, 255]

    def test_a_later_ink_covers_an_earlier_one_and_bare_takes_all_away(self) -> None:
        canvas = Canvas()
        canvas.fill(box(-1, -1, 1, 1), RED)
        canvas.disc(0, 0, 0.5, BLUE)
        canvas.disc(0, 0, 0.2, None)
        face, middle = canvas.picture(), KEPT // 2

        assert face[middle, middle, 3] == 0
        assert face[middle, middle + 22, 2] == face[2, 2, 0] == 128
        assert face[middle, middle + 22, 0] == 0

    def test_loops_within_loops_are_holes(self) -> None:
        canvas = Canvas()
        canvas.fill((ellipse(0, 0, 0.8, 0.8), ellipse(0, 0, 0.4, 0.4)), RED)
        face = canvas.picture()

        assert face[KEPT // 2, KEPT // 2, 3] == 0
        assert face[KEPT // 2, KEPT * 4 // 5, 3] == 255


@pytest.mark.parametrize("name", SIGNS)
def test_every_make_of_a_sign_fills_its_box(name: str) -> None:
    for make in range(MAKES):
        points = np.concatenate(sign(name, make))
        assert np.ptp(points, axis=0).min() > 0.8
        assert np.abs(points).max() < 1.25


@pytest.mark.parametrize("lettering", [Lettering(), Lettering("pen", 700, 0.6), Lettering("uni"), Lettering("italic")])
def test_letters_have_the_height_asked_for_and_differ(lettering: Lettering) -> None:
    written = {letter for letters in LANGUAGES.values() for letter in letters.values()} | {"9", "10"}
    pictures = {}
    for text in written:
        canvas = Canvas()
        lettering.write(canvas, text, 1.0, RED)
        pictures[text] = canvas.picture()
        rows = np.flatnonzero(pictures[text][..., 3].max(1) > 127)
        assert np.ptp(rows) == pytest.approx(KEPT / 2, rel=0.4), text
    names = sorted(written)
    assert all(
        (pictures[one][..., 3] != pictures[other][..., 3]).mean() > 0.02
        for index, one in enumerate(names)
        for other in names[:index]
    )


class TestFamilies:
    @pytest.mark.parametrize("number", range(NAMED))
    def test_every_family_draws_six_distinct_faces(self, number: int) -> None:
        faces = design(number).prints.faces

        assert len(faces) == len(FACES)
        for index, face in enumerate(faces):
            assert 0.01 < (face[..., 3] > 127).mean() < 0.85
            assert min((apart(face, other) for other in faces[:index]), default=1) > 0.1

    def test_there_are_enough_of_them_and_eight_are_kept_back(self) -> None:
        assert NAMED - len(HELD_OUT) >= 48
        assert len(set(HELD_OUT)) == 8
        assert all(number < NAMED for number in HELD_OUT)

    def test_no_two_named_families_are_alike(self) -> None:
        recipes = {repr(family(number)) for number in range(NAMED)}

        assert len(recipes) == NAMED

    def test_a_design_is_the_same_each_time_and_its_variants_are_not(self) -> None:
        first = design(20, 1)
        design.cache_clear()

        assert np.array_equal(first.prints.faces, design(20, 1).prints.faces)
        assert first.body == design(20, 1).body
        assert not np.array_equal(first.prints.faces, design(20, 2).prints.faces)

    def test_held_out_families_are_never_drawn_for_training_and_all_others_are(self) -> None:
        rng = np.random.default_rng(5)
        drawn = {training_family(rng) for _ in range(4000)}

        assert not drawn & set(HELD_OUT)
        assert set(range(NAMED)) - set(HELD_OUT) <= drawn
        assert len(drawn) > 1000, "and many beyond the named ones"

    def test_held_out_families_have_letters_and_suits_of_their_own(self) -> None:
        own = {(family(number).recipe.lettering.face, family(number).recipe.make) for number in HELD_OUT}
        others = [family(number).recipe for number in range(200) if number not in HELD_OUT]

        assert own == {("uni", MAKES - 1)}
        assert all(recipe.lettering.face != "uni" and recipe.make != MAKES - 1 for recipe in others)
        assert not any(recipe.figures.profile for recipe in others)

    def test_a_negative_family_is_refused(self) -> None:
        with pytest.raises(ValueError, match="numbered from 0"):
            family(-1)


@pytest.mark.parametrize(("face", "way"), [("9", "4-1-4"), ("9", "3-3-3"), ("10", "4-2-4"), ("10", "3-4-3")])
def test_nine_and_ten_have_as_many_pips_as_they_say(face: str, way: str) -> None:
    assert len(set(columns(face, way))) == int(face)


def test_ten_pips_are_no_nine() -> None:
    with pytest.raises(ValueError, match="are not 9"):
        columns("9", "4-2-4")


@pytest.mark.parametrize("shape", PIP_SHAPES)
def test_pips_of_every_shape_are_as_many_as_the_value(shape: str) -> None:
    faces = draw_pips(PipStyle(shape=shape, radius=0.2))

    inked = [float((face[..., 3] / 255).sum()) for face in faces]
    assert inked == pytest.approx([inked[0] * value for value in range(1, 7)], rel=0.12)


@pytest.mark.parametrize("mark", MARKS[1:])
def test_a_makers_mark_stands_only_on_the_one(mark: str) -> None:
    plain, marked = draw_pips(PipStyle()), draw_pips(PipStyle(mark=mark))

    assert apart(plain[0], marked[0]) > 0.2
    assert np.array_equal(plain[1:], marked[1:])
