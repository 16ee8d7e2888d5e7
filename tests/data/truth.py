"""Write truth/*.json: for each box of each game, how many of all rolls are worth how many points on an empty card.

A file holds the game as each option makes it, after the last roll and after the first ("@1") where that matters:
{variant: {box: {points: rolls}}}, with null for what may not be written; for poker-hands {variant: {hand: rolls}}.
Each box is told from the sorted faces as text, cut into stretches of equal faces such as 1 33 44, so that nothing is
shared with the scoring in firmware_host. Run it again with: python tests/data/truth.py
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

FOLDER = Path(__file__).with_name("truth")
WORDS = ("ones", "twos", "threes", "fours", "fives", "sixes")
Points = dict[str, int | None]


def total(dice: str) -> int:
    return sum(map(int, dice))


def stretches(dice: str) -> list[str]:
    return [match.group() for match in re.finditer(r"(.)\1*", dice)]


def shape(dice: str) -> str:
    """Return how long the stretches are, longest first: 32 is a full house."""
    return "".join(sorted((str(len(stretch)) for stretch in stretches(dice)), reverse=True))


def simple(dice: str) -> Points:
    return {word: total("".join(re.findall(str(face), dice))) for face, word in enumerate(WORDS, start=1)}


def at_least(dice: str, *sizes: int) -> int:
    """Add up the highest stretches that can be cut to these sizes, each stretch used once; 0 where they cannot."""
    best = 0
    for chosen in product(stretches(dice), repeat=len(sizes)):
        if len({*chosen}) == len(chosen) and all(len(part) >= size for part, size in zip(chosen, sizes, strict=True)):
            best = max(best, sum(total(part[:size]) for part, size in zip(chosen, sizes, strict=True)))
    return best


def exactly(dice: str, size: int, times: int = 1) -> int:
    fitting = sorted((stretch for stretch in stretches(dice) if len(stretch) == size), reverse=True)
    return total("".join(fitting[:times])) if len(fitting) >= times else 0


def ladder(dice: str, *ladders: str) -> bool:
    """Tell whether one of the ladders can be climbed, whatever lies beside it."""
    faces = "".join(stretch[0] for stretch in stretches(dice))
    return any(steps in faces for steps in ladders)


def thirteen_boxes(dice: str) -> Points:
    longest = int(shape(dice)[0])
    return simple(dice) | {
        "three-of-a-kind": total(dice) * (longest >= 3),
        "four-of-a-kind": total(dice) * (longest >= 4),
        "full-house": 25 * (shape(dice) == "32"),
        "small-straight": 30 * ladder(dice, "1234", "2345", "3456"),
        "large-straight": 40 * ladder(dice, "12345", "23456"),
        "five-of-a-kind": 50 * (shape(dice) == "5"),
        "chance": total(dice),
    }


def yacht(dice: str) -> Points:
    return simple(dice) | {
        "full-house": total(dice) * (shape(dice) == "32"),
        "four-of-a-kind": at_least(dice, 4),
        "little-straight": 30 * (dice == "12345"),
        "big-straight": 30 * (dice == "23456"),
        "choice": total(dice),
        "yacht": 50 * (shape(dice) == "5"),
    }


def figures(dice: str, lenient: bool, three_as_pair: bool = False) -> Points:
    pair = max(2 * int(face) * (dice.count(face) == 2 or (three_as_pair and dice.count(face) == 3)) for face in dice)
    pairs: Points = {"pair": pair, "two-pairs": exactly(dice, 2, times=2)}
    kinds: Points = {"three-of-a-kind": exactly(dice, 3), "four-of-a-kind": exactly(dice, 4)}
    if lenient:
        pairs = {"pair": at_least(dice, 2), "two-pairs": at_least(dice, 2, 2)}
        kinds = {"three-of-a-kind": at_least(dice, 3), "four-of-a-kind": at_least(dice, 4)}
    straights: Points = {"low-straight": 15 * (dice == "12345"), "high-straight": 20 * (dice == "23456")}
    return pairs | kinds | straights | {"full-house": total(dice) * (shape(dice) == "32")}


def school_poker(lenient: bool, doubled: bool, three_as_pair: bool = False) -> Callable[[str], Points]:
    marks = {0: None, 1: -1, 2: -1, 3: 0, 4: 1, 5: 1}

    def points(dice: str) -> Points:
        school: Points = {}
        for face, word in enumerate(WORDS, start=1):
            mark = marks[dice.count(str(face))]
            school[word] = None if mark is None else mark * face
        counted = figures(dice, lenient, three_as_pair) | {"five-of-a-kind": (total(dice) + 50) * (shape(dice) == "5")}
        times = 2 if doubled else 1
        return school | {box: times * (worth or 0) for box, worth in counted.items()} | {"chance": total(dice)}

    return points


def yatzy(lenient: bool, three_as_pair: bool = False) -> Callable[[str], Points]:
    def points(dice: str) -> Points:
        rest: Points = {"five-of-a-kind": 50 * (shape(dice) == "5"), "chance": total(dice)}
        return simple(dice) | figures(dice, lenient, three_as_pair) | rest

    return points


def balut(five_is_full: bool) -> Callable[[str], Points]:
    full_shapes = ("32", "5") if five_is_full else ("32",)

    def points(dice: str) -> Points:
        numbers = {word: worth for word, worth in simple(dice).items() if word in ("fours", "fives", "sixes")}
        return numbers | {
            "straight": {"12345": 15, "23456": 20}.get(dice, 0),
            "full-house": total(dice) * (shape(dice) in full_shapes),
            "chance": total(dice),
            "balut": (total(dice) + 20) * (shape(dice) == "5"),
        }

    return points


def crag(dice: str) -> Points:
    straights = {"low-straight": "123", "high-straight": "456", "even-straight": "246", "odd-straight": "135"}
    return (
        simple(dice)
        | {box: 20 * (dice == steps) for box, steps in straights.items()}
        | {
            "three-of-a-kind": 25 * (shape(dice) == "3"),
            "thirteen": 26 * (total(dice) == 13),
            "crag": 50 * (dice in ("445", "355", "166")),
        }
    )


def speed_yatzy(unused: int, all_boxes: bool, two_pairs: int) -> Callable[[str], Points]:
    def points(dice: str) -> Points:
        longest = int(shape(dice)[0])
        figure: Points = {
            "two-pairs": two_pairs * (shape(dice) in ("221", "32")),
            "three-of-a-kind": 25 * (longest >= 3),
            "four-of-a-kind": 35 * (longest >= 4),
            "straight": 30 * ladder(dice, "12345", "23456"),
            "full-house": 30 * (shape(dice) == "32"),
            "five-of-a-kind": 50 * (longest == 5),
        }
        others = simple(dice) | {"chance": total(dice)}
        fast = {box: worth + 5 * unused if worth else 0 for box, worth in figure.items()}
        return {box: worth + 5 * unused if worth and all_boxes else worth for box, worth in others.items()} | fast

    return points


def maxi_yatzy(dice: str) -> Points:
    return simple(dice) | {
        "pair": at_least(dice, 2),
        "two-pairs": at_least(dice, 2, 2),
        "three-pairs": at_least(dice, 2, 2, 2),
        "three-of-a-kind": at_least(dice, 3),
        "four-of-a-kind": at_least(dice, 4),
        "five-of-a-kind": at_least(dice, 5),
        "low-straight": 15 * ladder(dice, "12345"),
        "high-straight": 20 * ladder(dice, "23456"),
        "full-straight": 21 * (dice == "123456"),
        "full-house": at_least(dice, 3, 2),
        "villa": at_least(dice, 3, 3),
        "tower": at_least(dice, 4, 2),
        "chance": total(dice),
        "maxi-yatzy": 100 * (shape(dice) == "6"),
    }


def generala(first: bool) -> Callable[[str], Points]:
    more = 5 if first else 0

    def points(dice: str) -> Points:
        return simple(dice) | {
            "straight": (20 + more) * ladder(dice, "12345", "23456"),
            "full-house": (30 + more) * (shape(dice) == "32"),
            "four-of-a-kind": (40 + more) * (shape(dice) in ("41", "5")),
            "generala": (50 + 2 * more) * (shape(dice) == "5"),
            "double-generala": 0,
        }

    return points


def in_order(points: Callable[[str], Points], *, from_below: bool = False) -> Callable[[str], Points]:
    """Leave nothing to choose but the first box, or the last one."""

    def only_one(dice: str) -> Points:
        boxes = points(dice)
        due = list(boxes)[-1 if from_below else 0]
        return {box: worth if box == due else None for box, worth in boxes.items()}

    return only_one


def hand(straights: bool) -> Callable[[str], str]:
    names = {"5": "five-of-a-kind", "41": "four-of-a-kind", "32": "full-house", "311": "three-of-a-kind"}
    names |= {"221": "two-pairs", "2111": "one-pair"}

    def name(dice: str) -> str:
        if straights and dice in ("12345", "23456"):
            return "straight"
        return names.get(shape(dice), "bust")

    return name


def wild_hand(straights: bool) -> Callable[[str], str]:
    """Name the best of all hands that writing some face over each six gives."""
    best_first = ("five-of-a-kind", "four-of-a-kind", "full-house", "straight", "three-of-a-kind", "two-pairs")
    order, plain = (*best_first, "one-pair", "bust"), hand(straights)

    def name(dice: str) -> str:
        rest, wild = dice.replace("6", ""), dice.count("6")
        meant = ("".join(sorted(rest + "".join(faces))) for faces in product("123456", repeat=wild))
        return min((plain(one) for one in meant), key=order.index)

    return name


GAMES: dict[str, dict[str, Callable[[str], Points]]] = {
    "general": {"": thirteen_boxes},
    "yahtzee": {
        "": thirteen_boxes,
        "joker=free": thirteen_boxes,
        "order=top-down": in_order(thirteen_boxes),
        "order=bottom-up": in_order(thirteen_boxes, from_below=True),
    },
    "kniffel": {"": thirteen_boxes, "order=top-down": in_order(thirteen_boxes)},
    "yacht": {"": yacht},
    "yatzy": {
        "": yatzy(lenient=True),
        "three-as-pair=on": yatzy(lenient=True),
        "higher-counts-lower=off": yatzy(lenient=False),
        "higher-counts-lower=off three-as-pair=on": yatzy(lenient=False, three_as_pair=True),
        "order=top-down": in_order(yatzy(lenient=True)),
        "order=bottom-up": in_order(yatzy(lenient=True), from_below=True),
    },
    "school-poker": {
        "": school_poker(lenient=False, doubled=False),
        "@1": school_poker(lenient=False, doubled=True),
        "three-as-pair=on": school_poker(lenient=False, doubled=False, three_as_pair=True),
        "three-as-pair=on @1": school_poker(lenient=False, doubled=True, three_as_pair=True),
        "three-as-pair=on higher-counts-lower=on": school_poker(lenient=True, doubled=False),
        "higher-counts-lower=on": school_poker(lenient=True, doubled=False),
        "higher-counts-lower=on @1": school_poker(lenient=True, doubled=True),
    },
    "crag": {"": crag},
    "balut": {"": balut(five_is_full=False), "five-is-full-house=on": balut(five_is_full=True)},
    "speed-yatzy": {
        "": speed_yatzy(unused=0, all_boxes=True, two_pairs=20),
        "@2": speed_yatzy(unused=1, all_boxes=True, two_pairs=20),
        "@1": speed_yatzy(unused=2, all_boxes=True, two_pairs=20),
        "speed-bonus-on=figures @1": speed_yatzy(unused=2, all_boxes=False, two_pairs=20),
        "two-pairs-points=25 @1": speed_yatzy(unused=2, all_boxes=True, two_pairs=25),
    },
    "maxi-yatzy": {"": maxi_yatzy, "order=top-down": in_order(maxi_yatzy), "saved-rolls=on @9": maxi_yatzy},
    "generala": {
        "": generala(first=False),
        "@1": generala(first=True),
        "first-roll-wins=on": generala(first=False),
        "first-roll-wins=on @1": generala(first=True),
    },
}
HANDS = {
    "": hand(straights=True),
    "straights-are-busts=on": hand(straights=False),
    "wild=aces": wild_hand(straights=True),
    "wild=aces straights-are-busts=on": wild_hand(straights=False),
}
DICE = {"crag": 3, "maxi-yatzy": 6}


def rolls(dice: int) -> Counter[str]:
    """Return every roll with its faces sorted, and how many rolls it stands for."""
    return Counter("".join(sorted(faces)) for faces in product("123456", repeat=dice))


def counts(points: Callable[[str], Points], dice: int) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[int | None]] = {}
    for roll, times in rolls(dice).items():
        for box, worth in points(roll).items():
            found.setdefault(box, Counter())[worth] += times
    return {
        box: {json.dumps(worth): worths[worth] for worth in sorted(worths, key=lambda worth: (worth is None, worth))}
        for box, worths in found.items()
    }


def tables() -> dict[str, object]:
    """Return the content of each file, by game."""
    found: dict[str, object] = {
        game: {variant: counts(points, DICE.get(game, 5)) for variant, points in variants.items()}
        for game, variants in GAMES.items()
    }
    found["poker-hands"] = {
        variant: dict(sum((Counter({name(roll): times}) for roll, times in rolls(5).items()), Counter()).most_common())
        for variant, name in HANDS.items()
    }
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, table in tables().items():
        (FOLDER / f"{game}.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
