"""What the child runs that reads mails: `python -m workers.inbound.reading FD`, a pipe by its file descriptor."""

from __future__ import annotations

import resource
import sys
from multiprocessing.connection import Connection

from service.mail.inbound.letter import open_letter

MAX_MEMORY = 1 << 30
READY = "ready"


def serve(pipe: Connection) -> None:
    """Read each mail that comes through the pipe and send what it says, until the pipe is closed."""
    pipe.send(READY)
    while True:
        try:
            raw = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send(open_letter(raw))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    serve(Connection(int(sys.argv[1])))
