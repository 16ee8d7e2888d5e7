"""Requests that wait for a thread: each address in turn, and never all threads for one of them."""

from collections import Counter, OrderedDict, deque

from waitress.task import ThreadedTaskDispatcher

from web_ui.server.ports import Queued

AT_ONCE = 4
"""Requests of one address that are worked on at the same time: more of them are no sooner done, and slow others."""


class FairQueue:
    """Gives requests in turns by address, in order within each; one of which AT_ONCE are under way has to wait.

    It is true while there is one to give.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: OrderedDict[str, deque[Queued]] = OrderedDict()
        self._under_way: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._waiting.values())

    def __bool__(self) -> bool:
        return self._next() is not None

    def append(self, task: Queued) -> None:
        """Put a request behind the others of its address."""
        self._waiting.setdefault(task.address, deque()).append(task)

    def popleft(self) -> Queued:
        """Take the next request, which is under way from now on; IndexError where there is none to give."""
        address = self._next()
        if address is None:
            raise IndexError("no request may be worked on now")
        queue = self._waiting[address]
        task = queue.popleft()
        if queue:
            self._waiting.move_to_end(address)
        else:
            del self._waiting[address]
        self._under_way[address] += 1
        return task

    def done(self, task: Queued) -> None:
        """Note that a request has been answered."""
        self._under_way[task.address] -= 1
        if self._under_way[task.address] <= 0:
            del self._under_way[task.address]

    def _next(self) -> str | None:
        return next((address for address in self._waiting if self._under_way[address] < self._at_once), None)


class FairDispatcher(ThreadedTaskDispatcher):
    """waitress's threads over a FairQueue; a flood is neither served first nor logged request by request."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = FairQueue()
        self.set_thread_count(threads)

    def add_task(self, task: Queued) -> None:
        """Queue a request."""
        with self.lock:
            self.queue.append(task)
            self.queue_cv.notify()

    def done(self, task: Queued) -> None:
        """Note that a request has been answered, so that the next of its address may be."""
        with self.lock:
            self.queue.done(task)
            self.queue_cv.notify()
