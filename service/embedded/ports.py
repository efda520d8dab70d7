"""Find free ports on this machine.

They are below 32768, where Linux's ephemeral ports begin: one above may be taken before a server binds it.
"""

import os
import socket
from random import SystemRandom

LOWEST = 10_081
"""The first port above all that browsers block (Fetch, 2.9: 10080 is the last)."""
EPHEMERAL = 32_768
TRIES = 100


class NoFreePort(OSError):
    """A hundred ports in a row were taken."""


def host() -> str:
    """Return the address to serve on."""
    return os.environ.get("BIND") or "127.0.0.1"


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Check whether a server could listen on the port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """Find a free port on the loopback; NoFreePort if there is none."""
    for port in SystemRandom().sample(range(LOWEST, EPHEMERAL), TRIES):
        if is_free(port):
            return port
    raise NoFreePort
