"""Every text of the page is translated into every language."""

import pytest
from babel.messages import Catalog

from web_ui.translations.catalogues import TRANSLATED, faults, read
from web_ui.translations.collect import collect


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return collect()


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_of_the_page_is_translated(collected: Catalog, code: str) -> None:
    assert list(faults(collected, read(code))) == [], "run python -m web_ui.translations, and translate what is empty"
