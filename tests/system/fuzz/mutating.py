"""Inputs made of others: a few random changes each, without knowing what they lead to."""

import random
from collections.abc import Sequence

LARGEST = 200_000
ODD = (0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x5B, 0x7B, 0x0A)


def mutated(data: bytes, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random) -> bytes:
    """Return `data` with one to eight changes: bytes flipped, cut, doubled, replaced by words or by parts of seeds."""
    made = bytearray(data)
    for _ in range(1 << chance.randrange(4)):
        at = chance.randrange(len(made) + 1)
        length = min(len(made) - at, int(chance.expovariate(1 / 16)) + 1)
        match chance.randrange(8):
            case 0 if at < len(made):
                made[at] ^= 1 << chance.randrange(8)
            case 1 if at < len(made):
                made[at] = chance.choice(ODD)
            case 2:
                del made[at : at + length]
            case 3:
                made[at:at] = made[at : at + length] * chance.choice((1, 2, 40))
            case 4 if words:
                made[at : at + chance.choice((0, length))] = chance.choice(words)
            case 5:
                other = chance.choice(seeds)
                start = chance.randrange(len(other) + 1)
                made[at : at + length] = other[start : start + length * 4]
            case 6:
                _renumber(made, at, chance)
            case _:
                made[at : at + length] = chance.randbytes(length)
    return bytes(made[:LARGEST])


def _renumber(made: bytearray, at: int, chance: random.Random) -> None:
    """Write another number for the first one from a place on."""
    start = next((place for place in range(at, len(made)) if chr(made[place]).isdigit()), None)
    if start is not None:
        end = next((place for place in range(start, len(made)) if not chr(made[place]).isdigit()), len(made))
        made[start:end] = str(chance.choice((0, -1, 6, 7, 255, 65_536, 2**31, 2**63, 10**30))).encode()
