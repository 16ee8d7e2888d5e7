"""The latest requests with what came of them, so that one that comes twice is done once."""

from collections import OrderedDict
from collections.abc import Callable, Iterable

from firmware_host.journal.store import REQUESTS_KEPT, KeptRequest
from firmware_host.table.errors import TableRefusal
from firmware_host.table.requests import Ticket
from firmware_host.words import say

SHOWN = 8  # pages send one request at a time; so many devices may wait for an answer at once


class AnsweredRequests:
    """Remembers outcomes by the requests' ids; only the table's writer calls it.

    `kept` are those that the journal has stored with their events. All others are remembered until the program ends,
    which is enough. A refused request changed nothing, so it is decided anew. A throw is made again only if the roll
    of the first one was never recorded: otherwise the game has moved on. Holding a die as it is held already, naming a
    face again or asking the coach again changes nothing.
    """

    def __init__(self, kept: Iterable[KeptRequest] = ()) -> None:
        self._outcomes: OrderedDict[str, str | Exception] = OrderedDict((one.id, one.moment) for one in kept)
        self._done = list(self._outcomes)[-SHOWN:]

    @property
    def done(self) -> tuple[tuple[str, str], ...]:
        """The latest requests that were carried out, the newest last: id, and moment of the game right after."""
        return tuple((id_, moment) for id_ in self._done if isinstance(moment := self._outcomes.get(id_), str))

    def once(self, ticket: Ticket, do: Callable[[], None], moment: Callable[[], str]) -> None:
        """Do a request unless it was done before; raise as it did then if it was refused.

        `moment` returns the present moment of the game. TableRefusal if the request is meant for another one.
        """
        if not ticket.id:
            _do(ticket, do, moment)
            return
        if ticket.id not in self._outcomes:
            try:
                _do(ticket, do, moment)
            except Exception as error:  # whatever it was: the same request fails in the same way
                self._remember(ticket.id, error)
            else:
                self._remember(ticket.id, moment())
        outcome = self._outcomes[ticket.id]
        if isinstance(outcome, Exception):
            raise outcome.with_traceback(None)
        self._done = [*(id_ for id_ in self._done if id_ != ticket.id), ticket.id][-SHOWN:]

    def _remember(self, id_: str, outcome: str | Exception) -> None:
        self._outcomes[id_] = outcome
        while len(self._outcomes) > REQUESTS_KEPT:
            self._outcomes.popitem(last=False)


def _do(ticket: Ticket, do: Callable[[], None], moment: Callable[[], str]) -> None:
    if not ticket.fits(moment()):
        raise TableRefusal(say("The game has moved on; look again."))
    do()
