"""Fake pictures for tests in which their content does not matter: rendering took a fifth of their time.

Tests of pictures, or of email sizes, are marked `real_pictures`. Sundial processes use the libraries in
`tests.quick_drawing` if their emails have many pictures that no test reads.
"""

from __future__ import annotations

import hashlib
import re
from io import BytesIO

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from service.pictures.painter import Painter

_SIZE = re.compile(r'<svg [^>]*? width="([\d.]+)" height="([\d.]+)"')


class QuickPainter(Painter):
    """Answers with a PNG of one colour, another one for each drawing, and as large as that."""

    def png(self, svg: str) -> bytes:
        """As `Painter.png`."""
        size = _SIZE.search(svg)
        assert size is not None
        picture, told = BytesIO(), PngInfo()
        told.add_text("of", hashlib.sha256(svg.encode()).hexdigest())
        Image.new("1", (round(float(size[1])), round(float(size[2])))).save(picture, "PNG", pnginfo=told)
        return picture.getvalue()


QUICK = QuickPainter()
