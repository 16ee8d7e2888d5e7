"""The face reader, the dice reader built on it, and the dice sets that it can be taught."""

from vision.read.dice_set import DiceSet, DiceSetError, TaughtSet, check_set, fit_set
from vision.read.enroller import Enroller
from vision.read.enrolment import Enrolment
from vision.read.example import example
from vision.read.faces import FaceReader
from vision.read.kinds import KINDS
from vision.read.reader import AskingReader, DiceReader, problems, restricted
from vision.read.set_files import DiceSets

__all__ = [
    "KINDS",
    "AskingReader",
    "DiceReader",
    "DiceSet",
    "DiceSetError",
    "DiceSets",
    "Enroller",
    "Enrolment",
    "FaceReader",
    "TaughtSet",
    "check_set",
    "example",
    "fit_set",
    "problems",
    "restricted",
]
