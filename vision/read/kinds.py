"""Which faces dice may show: the labels of the face reader, by kind of dice."""

from collections.abc import Mapping
from types import MappingProxyType

PIPS = ("1", "2", "3", "4", "5", "6")
POKER = ("9", "10", "J", "Q", "K", "A")

KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType({"any": (*PIPS, *POKER), "pips": PIPS, "poker": POKER})
"""Faces by the name of their kind."""
