"""What event streams say, made once for all pages that are to hear the same."""

import json
from collections.abc import Iterator
from dataclasses import replace

from firmware_host.setup import StepView, Wizard
from firmware_host.table.snapshot import TableSnapshot
from web_ui.language import Language
from web_ui.present import present
from web_ui.setup.present import present as present_step
from web_ui.setup.views import StepData

RETRY_MS = 1000  # a browser that lost the stream reconnects after this long
HEARTBEAT = ": still here\nevent: heartbeat\ndata: {}\n\n"
"""A comment, which proxies and tests see, and an event, because scripts never see comments."""
OUTDATED = "event: outdated\ndata: {}\n\n"


class Texts:
    """A snapshot as text in any language, and the steps of the setup as they are now, each made when first needed.

    `now` is the table's clock in seconds. `wizard` is asked for the steps only where a page shows them.
    """

    def __init__(self, snapshot: TableSnapshot, now: float, wizard: Wizard | None) -> None:
        self.snapshot = snapshot
        self._now = now
        self._wizard = wizard
        self._views: dict[str, str] = {}
        self._shown: tuple[StepView, ...] | None = None
        self._steps: dict[str, list[StepData]] = {}
        self._told: dict[int, bool] = {}

    def view(self, language: Language) -> str:
        """Return the event with the whole view."""
        if language.code not in self._views:
            view = present(self.snapshot, language, self._now)
            self._views[language.code] = f"id: {self.snapshot.version}\nevent: snapshot\ndata: {_json(view)}\n\n"
        return self._views[language.code]

    def steps(self, language: Language) -> list[StepData]:
        """Return all steps of the setup."""
        if self._shown is None:
            self._shown = () if self._wizard is None else self._wizard.show()
        if language.code not in self._steps:
            self._steps[language.code] = [present_step(step, language) for step in self._shown]
        return self._steps[language.code]

    def differs(self, before: TableSnapshot) -> bool:
        """Whether a page that shows `before` looks different now; the setup's own news are no difference."""
        if before.version not in self._told:
            after = self.snapshot
            self._told[before.version] = replace(before, version=after.version, setup=after.setup) != after
        return self._told[before.version]


class StreamText:
    """The stream of one page: what it has been told, and so what is news to it."""

    def __init__(self, language: Language, *, setup: bool) -> None:
        self._language = language
        self._setup = setup
        self._before: TableSnapshot | None = None
        self._sent: dict[str, StepData] = {}

    @property
    def version(self) -> int:
        """Of the snapshot that the page was told last, 0 before the first."""
        return 0 if self._before is None else self._before.version

    def opening(self, texts: Texts) -> Iterator[str]:
        """Yield what a page is told first: everything."""
        yield f"retry: {RETRY_MS}\n\n"
        yield from self.news(texts)

    def news(self, texts: Texts) -> Iterator[str]:
        """Yield the view if it looks different now, and those steps of the setup that are not as they were sent."""
        before, self._before = self._before, texts.snapshot
        if before is None or texts.differs(before):
            yield texts.view(self._language)
        if self._setup:
            fresh = [step for step in texts.steps(self._language) if step != self._sent.get(step["id"])]
            if fresh:
                self._sent.update((step["id"], step) for step in fresh)
                yield f"event: setup\ndata: {_json({'steps': fresh})}\n\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
