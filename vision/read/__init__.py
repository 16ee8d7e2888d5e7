"""The face reader, the dice reader built on it, and the dice sets that it can be taught."""

from vision.read.dice_set import DiceSet, DiceSetError, TaughtSet, check, taught
from vision.read.example import example
from vision.read.faces import FaceReader
from vision.read.kinds import KINDS
from vision.read.learning import Learner
from vision.read.lesson import Lesson
from vision.read.reader import AskingReader, DiceReader, problems, restricted
from vision.read.set_files import DiceSets

__all__ = [
    "KINDS",
    "AskingReader",
    "DiceReader",
    "DiceSet",
    "DiceSetError",
    "DiceSets",
    "FaceReader",
    "Learner",
    "Lesson",
    "TaughtSet",
    "check",
    "example",
    "problems",
    "restricted",
    "taught",
]
