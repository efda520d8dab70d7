"""Ports of this machine that nobody listens on.

They are taken below 32768, where Linux begins to hand out ports to outgoing connections: one above may be gone by the
time a server asks for it.
"""

import os
import socket
from random import SystemRandom

LOWEST = 10_081
"""The first one above all that browsers refuse to talk to (Fetch, 2.9: 10080 is the last)."""
EPHEMERAL = 32_768
TRIES = 100


class NoFreePort(OSError):
    """A hundred ports in a row were taken."""


def host() -> str:
    """The address of this machine to serve on."""
    return os.environ.get("BIND") or "127.0.0.1"


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """True if a server could listen on the port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """A port on the loopback that is free at this moment; NoFreePort if none is found."""
    for port in SystemRandom().sample(range(LOWEST, EPHEMERAL), TRIES):
        if is_free(port):
            return port
    raise NoFreePort
