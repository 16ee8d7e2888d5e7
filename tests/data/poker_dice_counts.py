"""Write poker_dice_counts.json: for each box of poker dice, how many of the 7776 rolls are worth how many points.

Each box is told from the sorted faces as text, by patterns and literal lists of straights, so that nothing is shared
with the scoring in firmware_host. Run it again with: python tests/data/poker_dice_counts.py
"""

import json
import re
from collections import Counter
from itertools import product
from pathlib import Path

NUMBER_WORDS = {"1": "ones", "2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes"}
FULL_HOUSES = re.compile(r"(\d)\1\1(?!\1)(\d)\2|(\d)\3(?!\3)(\d)\4\4")
THREE = re.compile(r"(\d)\1\1")
FOUR = re.compile(r"(\d)\1\1\1")
FIVE = re.compile(r"(\d)\1\1\1\1")
FOUR_IN_A_ROW = ("1234", "2345", "3456")
FIVE_IN_A_ROW = ("12345", "23456")


def points(dice: str) -> dict[str, int]:
    """Return the points of each box for five faces sorted as text, such as 12344."""
    sum_of_faces = sum(map(int, dice))
    once_each = re.sub(r"(\d)\1+", r"\1", dice)
    upper = {word: int(face) * len(re.findall(face, dice)) for face, word in NUMBER_WORDS.items()}
    return upper | {
        "three-of-a-kind": sum_of_faces if THREE.search(dice) else 0,
        "four-of-a-kind": sum_of_faces if FOUR.search(dice) else 0,
        "full-house": 25 if FULL_HOUSES.fullmatch(dice) else 0,
        "small-straight": 30 if any(row in once_each for row in FOUR_IN_A_ROW) else 0,
        "large-straight": 40 if dice in FIVE_IN_A_ROW else 0,
        "five-of-a-kind": 50 if FIVE.fullmatch(dice) else 0,
        "chance": sum_of_faces,
    }


def table() -> dict[str, dict[str, int]]:
    """Return box → points (as text, JSON's only key) → number of rolls, points rising."""
    counts: dict[str, Counter[int]] = {}
    for faces in product("123456", repeat=5):
        for box, worth in points("".join(sorted(faces))).items():
            counts.setdefault(box, Counter())[worth] += 1
    return {box: {str(worth): count for worth, count in sorted(found.items())} for box, found in counts.items()}


if __name__ == "__main__":
    Path(__file__).with_suffix(".json").write_text(json.dumps(table(), indent=1) + "\n", encoding="utf-8")
