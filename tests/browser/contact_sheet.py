"""Contact sheets of the game page: a picture of each moment of a game in every room, to look at.

`python -m tests.browser.contact_sheet OUT` writes a sheet for each game and state to the folder OUT.
"""

from pathlib import Path

import click
import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.rooms import LARGE_TYPE, USUAL, ZOOMED, Moment, Room, enter, moments
from tests.browser.serving import Serving

ROW_PX = 420
GAP_PX = 12
WIDTH_PX = 2400
LABEL_PX = 26
ROOMS = {"usual": USUAL, "zoomed": ZOOMED, "large-type": LARGE_TYPE}


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", help="Colour scheme.")
@click.option(
    "--only", multiple=True, help="Moments whose name contains this, such as balut-8 or -question; all of them."
)
@click.option("--rooms", type=click.Choice(list(ROOMS)), default="usual", show_default=True, help="Rooms to show.")
def command(out: Path, scheme: str, only: tuple[str, ...], rooms: str) -> None:
    """Write a contact sheet of each moment of each game to the folder OUT."""
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = launch(driver)
        page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
        for moment in moments():
            if not only or any(part in str(moment) for part in only):
                path = out / f"{moment}-{rooms}-{scheme}.png"
                cv2.imwrite(str(path), sheet_of(page, moment, ROOMS[rooms]))
                click.echo(path)
        browser.close()


def sheet_of(page: Page, moment: Moment, rooms: tuple[Room, ...]) -> np.ndarray:
    """Return the sheet of a moment, (height, width, 3), each picture with the size of its room above."""
    serving = Serving(moment.table())
    page.goto(serving.address)
    page.locator("#game").wait_for()
    pictures = []
    for room in rooms:
        enter(page, room)
        picture = cv2.imdecode(np.frombuffer(page.screenshot(animations="disabled"), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        pictures.append(_labelled(np.asarray(picture), f"{moment} {room}"))
    serving.stop()
    serving.table.close()
    return _montage(pictures)


def _labelled(picture: np.ndarray, label: str) -> np.ndarray:
    """Return the picture at the height of a row, its label above."""
    width = round(picture.shape[1] * ROW_PX / picture.shape[0])
    small = cv2.resize(picture, (width, ROW_PX), interpolation=cv2.INTER_AREA)
    canvas = np.full((ROW_PX + LABEL_PX, max(width, 330), 3), 255, np.uint8)
    canvas[LABEL_PX:, :width] = small
    cv2.putText(canvas, label, (2, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return canvas


def _montage(pictures: list[np.ndarray]) -> np.ndarray:
    """Return the pictures side by side, in as many rows as they need."""
    rows: list[list[np.ndarray]] = [[]]
    for picture in pictures:
        if rows[-1] and sum(each.shape[1] + GAP_PX for each in rows[-1]) + picture.shape[1] > WIDTH_PX:
            rows.append([])
        rows[-1].append(picture)
    sheet = np.full((len(rows) * (ROW_PX + LABEL_PX + GAP_PX), WIDTH_PX, 3), 255, np.uint8)
    for row, pictures_of_row in enumerate(rows):
        left, top = 0, row * (ROW_PX + LABEL_PX + GAP_PX)
        for picture in pictures_of_row:
            sheet[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
            left += picture.shape[1] + GAP_PX
    return sheet


if __name__ == "__main__":
    command()
