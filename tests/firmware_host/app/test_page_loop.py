import threading
from types import SimpleNamespace

import pytest
from flask import Flask

from firmware_host.app import page_loop
from firmware_host.app.page_loop import PageLoop, listen
from firmware_host.app.stopping import Stopping
from web_ui.app import STREAMS


def test_it_is_ready_once_the_page_answers_however_late(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(page_loop, "RETRY_S", 0.01)
    pages = Flask(__name__)
    pages.extensions[STREAMS] = SimpleNamespace(close=lambda: None)
    answers = iter([503, 503, 200])
    pages.add_url_rule("/", view_func=lambda: ("", next(answers)))
    stopping = Stopping()
    addresses: list[str] = []
    with listen("127.0.0.1", 0) as listening:
        page = PageLoop(pages, listening)

        def ready(address: str) -> None:
            addresses.append(address)
            stopping.asked = True
            page.wake()

        serving = threading.Thread(target=page.serve, args=(ready, stopping))
        serving.start()
        serving.join(60)
        page.close()
    assert addresses == [page.address]
    assert [record.getMessage() for record in caplog.records if record.name == page_loop.__name__] == [
        f"The page at {page.address} answers with status 503"
    ]
