"""Drawing in a process of its own, which alone knows how: a picture that hangs or crashes costs only itself."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Sequence
from functools import cache
from threading import Lock

from service.core.children import Child, Lost

PATIENCE = 5.0
"""Seconds for one picture; on a quiet machine the dearest takes less than a tenth of one."""
TRIES = 2
"""How many child processes one picture may lose; after that it cannot be drawn."""
LONGEST = 1 << 20
"""Bytes of a PNG."""
DRAWING = "service.drawing"
"""By its name alone: what it imports is for the child."""
PROGRAM = (sys.executable, "-m", DRAWING)


class NoPicture(Exception):
    """A picture cannot be drawn now; the board is told in words."""


class Painter:
    """A child that draws one picture after the other, for all threads of this process."""

    def __init__(self, patience: float = PATIENCE, program: Sequence[str] = PROGRAM) -> None:
        self._child = Child(program, patience, LONGEST)
        self._patience = patience
        self._free = Lock()

    def png(self, svg: str) -> bytes:
        """Render an SVG document as PNG, or raise NoPicture. A child process that was lost is replaced.

        For each child, at most `patience` seconds are waited for other threads, and as many for it.
        """
        for _ in range(TRIES):
            if not self._free.acquire(timeout=self._patience):
                break
            try:
                return self._child.ask(svg.encode())
            except Lost:
                continue
            except ChildProcessError:
                break
            finally:
                self._free.release()
        raise NoPicture

    def stop(self) -> None:
        """End the child, if there is one."""
        self._child.stop()


@cache
def painter() -> Painter:
    """That of this process."""
    own = Painter()
    atexit.register(own.stop)
    return own
