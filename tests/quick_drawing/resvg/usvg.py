"""What is known of a drawing before it is drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SIZE = re.compile(r'<svg [^>]*? width="([\d.]+)" height="([\d.]+)"')


class Options:
    """The fonts, none of which is looked at."""

    font_family = ""

    @classmethod
    def default(cls) -> Options:
        """Those of nobody."""
        return cls()

    def load_font_data(self, data: bytes) -> None:
        """Take a font."""


@dataclass(frozen=True)
class Tree:
    """A drawing."""

    size: tuple[int, int]

    @classmethod
    def from_str(cls, svg: str, _options: Options) -> Tree:
        """That of an SVG document."""
        size = _SIZE.search(svg)
        assert size is not None
        return cls((round(float(size[1])), round(float(size[2]))))
