"""The fake drawing libraries make pictures of the real size."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from service.pictures.painter import Painter
from tests.quick_drawing import python_path
from tests.rules.pictures import GOLDENS

BOARD = (GOLDENS / "siesta-opening.svg").read_text()


def drawn() -> Image.Image:
    """Render the board with this process's child."""
    painter = Painter(patience=60)
    picture = Image.open(BytesIO(painter.png(BOARD)))
    painter.stop()
    return picture


def test_pictures_in_no_time_are_as_large_as_real_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    real = drawn()
    monkeypatch.setenv("PYTHONPATH", python_path())
    quick = drawn()

    assert quick.size == real.size
    assert colours(quick) == 1 < colours(real)


def colours(picture: Image.Image) -> int:
    """How many colours there are in it."""
    return len(picture.convert("RGB").getcolors(1 << 20) or [])
