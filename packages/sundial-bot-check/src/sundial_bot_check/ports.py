"""A port for a bot, or for a Sundial, of this machine that nobody listens on."""

from __future__ import annotations

import socket
from random import SystemRandom

PORTS = range(10_081, 32_768)
"""Above those that browsers refuse to talk to, and below those that Linux hands out to outgoing connections."""
TRIES = 100


class NoFreePort(OSError):
    """A hundred ports in a row were taken."""


def free_port() -> int:
    """A port on the loopback that is free at this moment; NoFreePort if none is found."""
    for port in SystemRandom().sample(PORTS, TRIES):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise NoFreePort
