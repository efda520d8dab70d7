"""A picture that hangs or crashes costs nothing but itself."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Timer

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


@pytest.mark.parametrize("blow", [signal.SIGSTOP, signal.SIGKILL])
def test_a_picture_whose_painter_is_struck_is_drawn_by_a_fresh_one(blow: signal.Signals) -> None:
    painter = Painter(patience=2)
    whole = painter.png(BOARD)
    process = painter._child._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    Timer(0.1, os.kill, [process.pid, blow]).start()

    assert painter.png(BOARD) == whole
    assert painter._child._process is not process
    painter.stop()


def test_what_is_no_picture_leaves_the_next_one_alone() -> None:
    painter = Painter(patience=60)
    with pytest.raises(NoPicture):
        painter.png("<svg")
    assert painter.png(BOARD)
    painter.stop()
