"""Bring the catalogues up to date with the page's texts, or say what they lack."""

import sys

import click
from babel.messages import Catalog

from web_ui.translations import catalogues
from web_ui.translations.collect import collect


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail where something is missing, wrong or not compiled.")
def main(check: bool) -> None:
    """Collect every text of the page and write messages.pot, and a messages.po and messages.mo for each language.

    Translations that are there stay; new texts get empty ones, and texts that are no longer said go.
    """
    collected = collect()
    if check:
        found = [fault for code in catalogues.TRANSLATED for fault in _faults(code, collected)]
        click.echo("\n".join(found) or "Every text of the page is translated.")
        sys.exit(bool(found))
    catalogues.TEMPLATE.write_bytes(catalogues.pot_text(collected))
    for code in catalogues.TRANSLATED:
        fresh = catalogues.renewed(collected, catalogues.read(code))
        path = catalogues.po_path(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(catalogues.po_text(fresh))
        catalogues.mo_path(code).write_bytes(catalogues.mo_bytes(fresh))
        left = sum(1 for _ in catalogues.faults(collected, fresh))
        click.echo(f"{code}: {len(fresh)} texts, {left} to do")


def _faults(code: str, collected: Catalog) -> list[str]:
    catalog = catalogues.read(code)
    mo = catalogues.mo_path(code)
    found = list(catalogues.faults(collected, catalog))
    if not mo.exists() or mo.read_bytes() != catalogues.mo_bytes(catalog):
        found.append("messages.mo is not made of messages.po: run without --check")
    return [f"{code}: {fault}" for fault in found]


if __name__ == "__main__":
    main()
