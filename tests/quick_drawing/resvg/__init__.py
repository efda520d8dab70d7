"""In the place of resvg: a picture is as large as the drawing says, and of one colour."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from . import usvg

__all__ = ["render", "usvg"]


def render(tree: usvg.Tree, _transform: Sequence[float]) -> bytes:
    """The picture, as PNG."""
    picture = BytesIO()
    Image.new("1", tree.size).save(picture, "PNG")
    return picture.getvalue()
