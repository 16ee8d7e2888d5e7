"""What the rules say with poker dice: the texts that name pips, and the same with 9 10 J Q K A."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware_host.words import say

POKER_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "Straight 1-5": "Straight 9 to K",
        "Straight 2-6": "Straight 10 to A",
        "Full straight 1-6": "Full straight 9 to A",
        "Low straight 1-2-3": "Low straight 9-10-J",
        "High straight 4-5-6": "High straight Q-K-A",
        "Even straight 2-4-6": "Even straight 10-Q-A",
        "Odd straight 1-3-5": "Odd straight 9-J-K",
        "15 for 1-5, 20 for 2-6": "15 for 9 to K, 20 for 10 to A",
        "Ones to sixes at 60": "9 to A at 60",
        "Fours at 52": say("{face} at {least}", face="Q", least=52),
        "Fives at 65": say("{face} at {least}", face="K", least=65),
        "Sixes at 78": say("{face} at {least}", face="A", least=78),
        say(
            "Figures are exact: a pair is exactly two equal dice, the higher pair if there are two. So 3 3 3 5 5 is a "
            "pair of fives or three threes, not two pairs."
        ): say(
            "Figures are exact: a pair is exactly two equal dice, the higher pair if there are two. So J J J K K is a "
            "pair of kings or three jacks, not two pairs."
        ),
        say(
            "A straight is 1-5 or 2-6; it never wraps around. Five equal dice are 4 of a kind, but not a full house."
        ): say(
            "A straight is 9 to K or 10 to A; it never wraps around. Five equal dice are 4 of a kind, but not a full "
            "house."
        ),
    }
)
"""What is said with poker dice, by the text for pips."""


CALLED: Mapping[str, str] = MappingProxyType(
    {"9": say("Nines"), "10": say("Tens"), "J": say("Jacks"), "Q": say("Queens"), "K": say("Kings"), "A": say("Aces")}
)
"""What sentences call the boxes whose titles are faces."""


def worded(text: str, faces: str) -> str:
    """Return a text of the rules as it is said with dice of these faces ("pips" or "poker")."""
    return text if faces == "pips" else POKER_WORDS.get(text, text)
