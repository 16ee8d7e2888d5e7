"""The face reader and the dice reader built on it."""

from vision.read.reader import DiceReader, FaceReader, problems

__all__ = ["DiceReader", "FaceReader", "problems"]
