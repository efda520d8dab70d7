"""A picture that hangs or crashes costs nothing but itself."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.pictures.painter import NoPicture, Painter
from tests.rules.pictures import GOLDENS

BOARD = (GOLDENS / "siesta-opening.svg").read_text()
CHILD = """
import socket, sys
line = socket.socket(fileno=int(sys.argv[1]))
line.sendall((5).to_bytes(4, "big") + b"ready")
while line.recv(1 << 20):
    {deed}
"""
"""A painter that does something else than draw."""


def turned(deed: str) -> Painter:
    return Painter(0.5, [sys.executable, "-c", CHILD.format(deed=deed)])


def test_many_threads_get_the_same_picture() -> None:
    painter = Painter(patience=60)
    with ThreadPoolExecutor(4) as pool:
        pictures = set(pool.map(painter.png, [BOARD] * 4))
    painter.stop()
    assert len(pictures) == 1
    assert pictures.pop().startswith(b"\x89PNG")


@pytest.mark.parametrize("deed", ["line.recv(1)", "sys.exit()", "import os; os.abort()"])
def test_a_picture_that_hangs_or_crashes_is_none(deed: str) -> None:
    painter = turned(deed)
    for _ in range(2):
        with pytest.raises(NoPicture):
            painter.png(BOARD)
    painter.stop()


def test_what_is_no_picture_leaves_the_next_one_alone() -> None:
    painter = Painter(patience=60)
    with pytest.raises(NoPicture):
        painter.png("<svg")
    assert painter.png(BOARD)
    painter.stop()
