"""Rendering in a subprocess: a picture that hangs or crashes costs only itself."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Sequence
from functools import cache
from threading import Lock

from service.jobs.subprocess_pool import Child, Lost

PATIENCE = 5.0
"""Seconds for one picture; on an idle machine the slowest takes less than a tenth of one."""
TRIES = 2
"""Child processes that one picture may crash before it counts as impossible."""
LONGEST = 1 << 20
"""Bytes of a PNG."""
DRAWING = "service.pictures.renderer"
"""By name only: its imports are for the child process."""
PROGRAM = (sys.executable, "-m", DRAWING)


class NoPicture(Exception):
    """The picture cannot be rendered now; the board is described in words."""


class Painter:
    """A child process that renders one picture at a time, for all threads of this process."""

    def __init__(self, patience: float = PATIENCE, program: Sequence[str] = PROGRAM) -> None:
        self._child = Child(program, patience, LONGEST)
        self._patience = patience
        self._free = Lock()

    def png(self, svg: str) -> bytes:
        """Render an SVG document as PNG, or raise NoPicture; a lost child process is replaced.

        For each child it waits at most `patience` seconds for other threads, and as long for the child.
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
        """Stop the child process if it runs."""
        self._child.stop()


@cache
def painter() -> Painter:
    """Return the painter of this process."""
    own = Painter()
    atexit.register(own.stop)
    return own
