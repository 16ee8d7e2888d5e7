"""The sheet to print: cards to cut out on its first page, the board for the lens on its second, to scale."""

from types import MappingProxyType

from vision.calibration.markers import (
    BOARD_MODULES,
    BOARD_SQUARE,
    BOARD_SQUARES,
    CARD_MODULE,
    CARD_SIDE,
    board_modules,
    card_modules,
)
from vision.calibration.pdf import Page, pdf

PAPERS = MappingProxyType({"a4": (210.0, 297.0), "letter": (215.9, 279.4)})
"""Width and height in mm."""

RULER = 100.0
"""Millimetres."""

GAP = 12.0
"""Millimetres between cards: room for scissors."""

MARGIN = 18.0
"""Millimetres from the paper's left edge to the words."""

LINE = 5.0
"""Millimetres from line to line."""

CARD_WORDS = (
    "Print this page at 100 %, not fitted to the paper. The ruler is then 100 mm long.",
    "Cut the four cards out along the thin lines. Their white border belongs to them.",
    "Lay them flat on the tray's ground, clockwise 1, 2, 3, 4, beginning at the top left of the picture:",
    "each with the corner that has the dot in a corner of the tray.",
    "In a round tray lay them anywhere along the rim, clockwise, each with its dot touching it.",
    "Let the camera look while no dice lie there. Then take the cards out again.",
)
BOARD_WORDS = "Only for a lens that bends straight edges: ten photos of this page, flat on a board, near, far, tilted."


def sheet(paper: str) -> bytes:
    """The sheet as PDF, for a paper of PAPERS."""
    size = PAPERS[paper]
    return pdf([_cards(Page(*size)), _board(Page(*size))])


def _cards(page: Page) -> Page:
    page.text(MARGIN, 18, 15, "Dice table: where is the tray?")
    for line, words in enumerate(CARD_WORDS):
        page.text(MARGIN, 26 + line * LINE, 10, words)
    _ruler(page, MARGIN, 66)
    left, top = (page.width - 2 * CARD_SIDE - GAP) / 2, 84.0
    for card, (column, row) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        x, y = left + column * (CARD_SIDE + GAP), top + row * (CARD_SIDE + GAP)
        page.frame(x, y, CARD_SIDE, CARD_SIDE)
        page.cells(x + CARD_MODULE, y + CARD_MODULE, CARD_MODULE, card_modules(card))
        # Dot and number stand in the white border, small enough for the marker to be found all the same.
        dot = CARD_MODULE / 4
        page.fill(x + column * (CARD_SIDE - 3 * dot) + dot, y + row * (CARD_SIDE - 3 * dot) + dot, dot, dot)
        page.text(x + CARD_SIDE / 2 - 1, y + CARD_SIDE - 1.2, 9, str(card + 1))
    return page


def _ruler(page: Page, x: float, y: float) -> None:
    page.fill(x, y, RULER, 0.3)
    for centimetre in range(11):
        long = centimetre % 5 == 0
        page.fill(x + centimetre * 10 - 0.1, y - (4 if long else 2), 0.2, 4 if long else 2)
    page.text(x + RULER + 3, y, 10, "100 mm")


def _board(page: Page) -> Page:
    page.text(MARGIN, 14, 9, BOARD_WORDS)
    width, height = (squares * BOARD_SQUARE for squares in BOARD_SQUARES)
    page.cells((page.width - width) / 2, page.height - height - 7, BOARD_SQUARE / BOARD_MODULES, board_modules())
    return page
