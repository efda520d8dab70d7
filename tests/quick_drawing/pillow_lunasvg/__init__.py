"""In the place of pillow_lunasvg: a picture is as large as the drawing says, and of one colour."""

from __future__ import annotations

import re
from math import ceil

from PIL import Image, ImageFile

__all__ = ["SvgImageFile", "add_font_file"]

_SIZE = re.compile(rb'<svg [^>]*? width="([\d.]+)" height="([\d.]+)"')


class SvgImageFile(ImageFile.ImageFile):
    """A drawing as Pillow opens it."""

    format = "SVG"
    format_description = "Scalable Vector Graphics, of which nothing is drawn"

    def _open(self) -> None:
        assert self.fp is not None
        size = _SIZE.search(self.fp.read())
        assert size is not None
        self._mode, self._size, self.tile = "RGBA", (ceil(float(size[1])), ceil(float(size[2]))), []

    def load(self) -> Image.core.PixelAccess | None:  # type: ignore[name-defined]  # Pillow's types leave its core out
        """Make it all black."""
        self.im = Image.core.new("RGBA", self._size)  # type: ignore[attr-defined]
        return Image.Image.load(self)


def add_font_file(_path: object, _family: str = "", *, bold: bool = False, italic: bool = False) -> None:
    """Take a font, which is not looked at."""


Image.register_open(SvgImageFile.format, SvgImageFile, lambda prefix: prefix.lstrip().startswith(b"<svg"))
