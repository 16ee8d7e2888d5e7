"""The school of `table.setup`: lessons with dice that lie in the tray, kept with the sets of the data folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import SettledRoll
from firmware_host.table.setup.school import Learnt, LessonShown
from firmware_host.words import say
from vision.pipeline import SettledRoll as SeenRoll
from vision.read import DiceSets, FaceReader, Lesson, taught
from vision.read.dice_set import FEWEST_LOOKS
from vision.read.lesson import MOST_ASKED


class DiceSchool:
    """Teaches sets of the `data` folder (`table.setup.school.School`); `use` has the table play with one, "" none.

    `reader` gives the network that learns: it is loaded when a set is learnt, and let go of.
    """

    def __init__(
        self, data: Path, use: Callable[[str], object], reader: Callable[[], FaceReader] = FaceReader.load
    ) -> None:
        self._sets = DiceSets(data)
        self._use = use
        self._reader = reader
        self._lesson: Lesson | None = None

    @property
    def chosen(self) -> bool:
        """Whether anybody has said which dice are played with."""
        return self._sets.chosen

    def names(self) -> Sequence[str]:
        """Return the sets there are."""
        return self._sets.names()

    def using(self) -> str:
        """Return the set in use, "" for ordinary dice; DiceSetError where it cannot be found."""
        return self._sets.in_use() or ""

    def use(self, name: str) -> None:
        """Play with a set from now on, "" for ordinary dice; DiceSetError for one that is not there."""
        self._use(name)

    def begin(self, name: str, faces: Sequence[str]) -> None:
        """Begin a lesson in place of any other; DiceSetError for a broken set or no name for one."""
        self._lesson = Lesson(self._sets.begun(name), faces)

    def lesson(self) -> LessonShown | None:
        """Tell how far the lesson is; None where there is none."""
        lesson = self._lesson
        if lesson is None:
            return None
        return LessonShown(
            name=lesson.dice_set.name,
            looks=lesson.looks,
            next_face=lesson.next_face,
            ready=lesson.ready,
            showings=lesson.showings,
            needed=FEWEST_LOOKS,
            asked=MOST_ASKED,
        )

    def show(self, face: str, roll: SettledRoll, dice: Sequence[int]) -> tuple[int, int]:
        """Take dice of a roll as looks at a face; tells how many were new, and how many lay as before."""
        if not isinstance(roll, SeenRoll):
            raise TypeError(f"{type(roll).__name__} has no picture to learn from")
        showing = self._begun().show(face, roll.picture, [roll.dice[die].box for die in dice])
        return showing.new, showing.known

    def take_back(self) -> None:
        """Forget the last showing; DiceSetError where there is none."""
        self._begun().take_back()

    def learn(self) -> Learnt:
        """Learn and keep the set, and end the lesson; DiceSetError, and the lesson goes on, where it cannot be."""
        lesson = self._begun()
        learnt = taught(lesson.dice_set, self._reader())
        self._sets.save(lesson.dice_set)
        self._lesson = None
        return Learnt(lesson.dice_set.looks, learnt.estimate, learnt.by_face, learnt.alike)

    def drop(self) -> None:
        """End the lesson without keeping anything."""
        self._lesson = None

    def _begun(self) -> Lesson:
        if self._lesson is None:
            raise TableRefusal(say("No dice are being taught. Choose the dice to teach first."))
        return self._lesson
