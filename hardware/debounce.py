"""Tells a press of a button from bounce and from interference on its wires."""

import math

CLOSED_S = 0.005
"""Contacts that close for less were touched by interference, or have only begun to bounce."""

REST_S = 0.025
"""Contacts that close again sooner belong to the press before: those of push buttons bounce for up to 20 ms."""

LOOK_S = CLOSED_S / 2
"""Between two looks at the level: one alone may have met interference."""


class Debounce:
    """One button's contacts. A press counts once they were closed for CLOSED_S, after REST_S of not being so.

    gpiozero's own bounce time is not used: what it ignores differs between pin libraries (bounce on release, for one),
    and mock pins do not have it. Times are seconds of one clock that never goes back. Edges are given with the time at
    which they happened, in order, however late; the level is looked at twice in between, so that a press counts while
    the button is still held. `due` is when to look next, None while there is nothing to look for. Contacts that are
    `closed` at first count from their next press.
    """

    def __init__(self, *, closed: bool = False) -> None:
        self._since: float | None = -math.inf if closed else None
        self._known = -math.inf  # the latest time at which they were known to be closed
        self._ended = -math.inf  # when they were last opened after CLOSED_S or more
        self._told = closed  # there is nothing to tell of this closing, or no longer
        self._seen = False  # they were looked at and still closed
        self._looked = False  # it was told after a look at the level
        self._ahead = -math.inf  # a press was told by a look at this time, though its own closing came later
        self.due: float | None = None

    def close(self, at: float) -> None:
        """Note that the contacts closed."""
        if self._since is not None:  # the edge between was lost
            self.open(self._known)
        self._since = self._known = at
        self._told = at - max(self._ended, self._ahead) < REST_S
        self._seen = self._looked = False
        self.due = None if self._told else at + LOOK_S

    def open(self, at: float) -> bool:
        """Note that the contacts opened; return True if that ends a press that was not told yet."""
        since, self._since, self.due = self._since, None, None
        if since is None:
            return False
        if at - since < CLOSED_S:
            if self._looked:
                self._ahead = self._known
            return False
        self._ended = at
        self._ahead = -math.inf
        return not self._told

    def look(self, now: float, *, closed: bool) -> bool:
        """Note the level of the contacts; return True if they are pressed and that was not told yet."""
        if self._since is None or self._told:
            return False
        if not closed:  # an edge that is on its way says since when
            self.due = None
            return False
        late = now - self._known > REST_S  # so late that they may have been open in between
        if late or not self._seen:
            self._seen = True
            self._known = now
            self.due = now + CLOSED_S if late else max(self._since + CLOSED_S, now + LOOK_S)
            return False
        if self.due is None or now < self.due:
            return False
        self._known = now
        self._told = self._looked = True
        self.due = None
        return True
