"""Pages drawn in millimetres, written as PDF: rectangles and lines of text, all that a sheet to print needs."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

MILLIMETRE = 72 / 25.4
"""Points of PDF in a millimetre."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of `width` x `height` mm; places are in mm from its top left corner, y down."""

    width: float
    height: float
    drawn: list[str] = field(default_factory=list)

    def fill(self, x: float, y: float, width: float, height: float) -> None:
        """A black rectangle."""
        self.drawn.append(f"{self._rectangle(x, y, width, height)} f")

    def frame(self, x: float, y: float, width: float, height: float) -> None:
        """A rectangle of thin grey lines."""
        self.drawn.append(f"0.6 G 0.1 w {self._rectangle(x, y, width, height)} S")

    def cells(self, x: float, y: float, side: float, black: NDArray[np.bool_]) -> None:
        """A grid of square cells (rows x columns), those that are `black` filled.

        Cells in a row are one rectangle, and all are filled at once: between neighbours no seam is seen on paper.
        """
        for row, cells in enumerate(black):
            edges = np.flatnonzero(np.diff(np.concatenate([[0], cells, [0]])))
            for start, end in edges.reshape(-1, 2).tolist():
                self.drawn.append(self._rectangle(x + start * side, y + row * side, (end - start) * side, side))
        self.drawn.append("f")

    def text(self, x: float, y: float, points: float, line: str) -> None:
        """A line of text of so many points, its baseline beginning at x, y. Latin letters only."""
        escaped = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = f"{x:.3f} {self.height - y:.3f}"
        self.drawn.append(f"BT /F1 {points / MILLIMETRE:.3f} Tf {place} Td ({escaped}) Tj ET")

    def _rectangle(self, x: float, y: float, width: float, height: float) -> str:
        return f"{x:.3f} {self.height - y - height:.3f} {width:.3f} {height:.3f} re"


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF file, whose viewers are asked to print it to scale."""
    first = 4
    numbers = [first + 2 * index for index in range(len(pages))]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in zip(numbers, pages, strict=True):
        box = f"0 0 {page.width * MILLIMETRE:.4f} {page.height * MILLIMETRE:.4f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {number + 1} 0 R >>".encode()
        )
        scale = f"{MILLIMETRE:.8f} 0 0 {MILLIMETRE:.8f} 0 0 cm"
        content = zlib.compress("\n".join([scale, *page.drawn]).encode("cp1252"))
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(content) + content + b"\nendstream")
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, the first of them the catalogue, with the table of where each begins."""
    written = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    begins = []
    for number, content in enumerate(objects, 1):
        begins.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % begin for begin in begins)
    written += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(written)
