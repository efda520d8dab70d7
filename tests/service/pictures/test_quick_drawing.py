"""Tests that look at no picture have those of other libraries, which are as large as those of people."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from service.pictures.painter import Painter
from tests.quick_drawing import python_path
from tests.rules.pictures import GOLDENS

BOARD = (GOLDENS / "siesta-opening.svg").read_text()
BY_THE_LAST_RELEASE = """
import sys
from resvg_py import svg_to_bytes
sys.stdout.buffer.write(svg_to_bytes(svg_string=sys.stdin.read(), width=720))
"""


def drawn() -> Image.Image:
    """The board by the child of this process."""
    painter = Painter(patience=60)
    picture = Image.open(BytesIO(painter.png(BOARD)))
    painter.stop()
    return picture


def drawn_by_the_last_release() -> Image.Image:
    """The board by the library that only the last release draws by."""
    command = [sys.executable, "-c", BY_THE_LAST_RELEASE]
    done = subprocess.run(command, env=os.environ, input=BOARD.encode(), capture_output=True, check=True)
    return Image.open(BytesIO(done.stdout))


@pytest.mark.parametrize("draw", [drawn, drawn_by_the_last_release])
def test_pictures_in_no_time_are_as_large_as_real_ones(
    draw: Callable[[], Image.Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = draw()
    monkeypatch.setenv("PYTHONPATH", python_path())
    quick = draw()

    assert quick.size == real.size
    assert colours(quick) == 1 < colours(real)


def colours(picture: Image.Image) -> int:
    """How many colours there are in it."""
    return len(picture.convert("RGB").getcolors(1 << 20) or [])
