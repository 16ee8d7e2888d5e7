"""The printed marks: four cards for the corners of a tray, and a board that shows what a lens bends."""

import cv2
import numpy as np
from numpy.typing import NDArray

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
"""Its markers have the largest modules, so they are found from farthest away."""

MODULES = 6
"""A marker of this dictionary is so many modules wide, its black border among them."""

CARD_IDS = (40, 41, 42, 43)
"""Cards 1 to 4: top left, top right, bottom right, bottom left. The board has the ids from 0 on."""

CARD_MODULE = 6.0
"""Millimetres: seen by a camera of 640 pixels over a tray of 40 cm, a module is still 10 pixels wide."""

CARD_SIDE = (MODULES + 2) * CARD_MODULE
"""Millimetres: a card is cut out with a white border of one module, without which markers on dark cloth are lost."""

MARKER_SIDE = MODULES * CARD_MODULE
"""Millimetres."""

BOARD_SQUARES = (5, 7)
BOARD_SQUARE = 36.0
"""Millimetres: the largest board that fits on both papers."""

BOARD_MODULES = 8
"""A square of the board is so many modules wide: its marker's six and a white one on each side."""

BOARD = cv2.aruco.CharucoBoard(
    BOARD_SQUARES, BOARD_SQUARE, BOARD_SQUARE * MODULES / BOARD_MODULES, DICTIONARY, np.arange(17)
)

Modules = NDArray[np.bool_]
"""True where a module is black, rows x columns."""


def card_modules(card: int) -> Modules:
    """The modules of a card (0-3), shape (6, 6)."""
    return np.asarray(cv2.aruco.generateImageMarker(DICTIONARY, CARD_IDS[card], MODULES) == 0)


def board_modules() -> Modules:
    """The modules of the board, shape (56, 40)."""
    columns, rows = (squares * BOARD_MODULES for squares in BOARD_SQUARES)
    return np.asarray(BOARD.generateImage((columns, rows)) == 0)


def card_corners() -> NDArray[np.float64]:
    """The four corners of a marker, shape (4, 2), in mm from the card's middle, y down, as they are found."""
    half = MARKER_SIDE / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def card_tips() -> NDArray[np.float64]:
    """The corner of each card that lies in the tray's corner, shape (4, 2), in mm from the card's middle, y down."""
    return card_corners() * CARD_SIDE / MARKER_SIDE
