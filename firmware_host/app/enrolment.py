"""Enrolment for the setup page: dice sets taught with dice in the tray, kept in the data folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.rules.dice import FACES
from firmware_host.setup.enrolment import EnrolmentResult, EnrolmentView
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import SeenRoll
from firmware_host.words import say
from vision.pipeline import SettledRoll
from vision.read import DiceSetError, DiceSets, Enrolment, FaceReader, fit_set
from vision.read.dice_set import MIN_EXAMPLES
from vision.read.enrolment import ENOUGH_EXAMPLES
from vision.sources import source_dice


class DiceEnrolment:
    """Teaches dice sets of the `data` folder (`setup.enrolment.EnrolmentPort`); `use` plays with one, "" with none.

    `reader` returns the network that learns: it is loaded when a set is learnt, and released again.
    """

    def __init__(
        self, data: Path, use: Callable[[str], object], reader: Callable[[], FaceReader] = FaceReader.load
    ) -> None:
        self._sets = DiceSets(data)
        self._use = use
        self._reader = reader
        self._lesson: Enrolment | None = None
        self._kinds: dict[str, str] = {}

    @property
    def chosen(self) -> bool:
        """Whether somebody has chosen the dice to play with."""
        return self._sets.chosen

    def names(self) -> Sequence[str]:
        """Return the names of all sets."""
        return self._sets.names()

    def using(self) -> str:
        """Return the set in use, "" for ordinary dice; DiceSetError if it cannot be found."""
        return self._sets.in_use() or ""

    def use(self, name: str) -> None:
        """Play with a set from now on, "" for ordinary dice; DiceSetError if there is no such set."""
        self._use(name)

    def kind(self, name: str, source: str) -> str:
        """Return the kind of dice of a set, or without one of a source; "" where a set cannot be read."""
        if not name:
            return source_dice(source)
        if name not in self._kinds:
            try:
                shown = set(self._sets.load(name).faces)
            except DiceSetError:
                return ""  # which is told where it is to be used
            kinds = (kind for kind, faces in FACES.items() if shown and shown <= set(faces))
            self._kinds[name] = next(kinds, "")
        return self._kinds[name]

    def begin(self, name: str, faces: Sequence[str]) -> None:
        """Begin teaching a set, in place of any other; DiceSetError for a broken set or a name that cannot be used."""
        self._lesson = Enrolment(self._sets.load_or_new(name), faces)

    def lesson(self) -> EnrolmentView | None:
        """Return how far teaching has got; None if no set is being taught."""
        lesson = self._lesson
        if lesson is None:
            return None
        return EnrolmentView(
            name=lesson.dice_set.name,
            looks=lesson.example_counts,
            next_face=lesson.next_face,
            ready=lesson.ready,
            showings=lesson.undoable,
            needed=MIN_EXAMPLES,
            asked=ENOUGH_EXAMPLES,
        )

    def show(self, face: str, roll: SeenRoll, dice: Sequence[int]) -> tuple[int, int]:
        """Take dice of a roll as examples of a face; return how many were new, and how many were known."""
        if not isinstance(roll, SettledRoll):
            raise TypeError(f"{type(roll).__name__} has no picture to learn from")
        showing = self._begun().add_examples(face, roll.picture, [roll.dice[die].box for die in dice])
        return showing.new, showing.known

    def take_back(self) -> None:
        """Forget the examples shown last; DiceSetError if there are none."""
        self._begun().undo()

    def learn(self) -> EnrolmentResult:
        """Learn the set, save it and stop teaching; DiceSetError if it cannot be learnt, and teaching goes on."""
        lesson = self._begun()
        learnt = fit_set(lesson.dice_set, self._reader())
        self._sets.save(lesson.dice_set)
        self._kinds.pop(lesson.dice_set.name, None)
        self._lesson = None
        return EnrolmentResult(lesson.dice_set.example_counts, learnt.estimate, learnt.by_face, learnt.alike)

    def drop(self) -> None:
        """Stop teaching without saving anything."""
        self._lesson = None

    def _begun(self) -> Enrolment:
        if self._lesson is None:
            raise TableRefusal(say("No dice are being taught. First choose the dice to teach."))
        return self._lesson
