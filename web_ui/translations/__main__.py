"""Update the catalogues with the page's texts, or report what they lack."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from babel.messages import Catalog
from babel.messages.pofile import PoFileError

from web_ui.translations import catalogues, loading
from web_ui.translations.collect import collect


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail unless every text is translated into every language.")
@click.option(
    "--template",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write the texts without translations to this .pot file, and nothing else.",
)
def main(check: bool, template: Path | None) -> None:
    """Collect every text of the page and update the .po file of each language.

    Translations of unchanged texts stay; texts no longer used are removed. A changed text keeps the translation of the
    old one, marked as fuzzy, with the old English text above it. Players see fuzzy and new texts in English: fix the
    translation, then delete the line that says fuzzy.
    """
    collected = collect()
    if template:
        template.write_bytes(catalogues.po_text(collected))
    elif check:
        found = [f"{code}: {fault}" for code in loading.TRANSLATED for fault in _faults(code, collected)]
        click.echo("\n".join(found) or "Every text of the page is translated.")
        sys.exit(bool(found))
    else:
        for code in loading.TRANSLATED:
            fresh = catalogues.renewed(collected, _read(code))
            loading.po_path(code).write_bytes(catalogues.po_text(fresh))
            left = sum(1 for _ in catalogues.to_do(collected, fresh))
            click.echo(f"{code}: {len(fresh)} texts, {left} to translate")


def _read(code: str) -> loading.Texts:
    try:
        return loading.read(code)
    except (PoFileError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{loading.po_path(code)} cannot be read: {error}") from error


def _faults(code: str, collected: Catalog) -> Iterator[str]:
    catalog = _read(code)
    found = [*catalogues.wrong(catalog), *catalogues.to_do(collected, catalog)]
    yield from found
    if not found and loading.po_path(code).read_bytes() != catalogues.po_text(catalogues.renewed(collected, catalog)):
        yield "its comments are out of date: run without --check"


if __name__ == "__main__":
    main()
