"""The face reader, the dice reader built on it, and the dice sets that it can be taught."""

from vision.read.dice_set import DiceSet, DiceSetError, TaughtSet, taught
from vision.read.example import example
from vision.read.faces import FaceReader
from vision.read.kinds import KINDS
from vision.read.lesson import Lesson
from vision.read.reader import DiceReader, problems
from vision.read.set_files import DiceSets

__all__ = [
    "KINDS",
    "DiceReader",
    "DiceSet",
    "DiceSetError",
    "DiceSets",
    "FaceReader",
    "Lesson",
    "TaughtSet",
    "example",
    "problems",
    "taught",
]
