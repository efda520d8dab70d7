"""Free ports of this machine for a bot or a Sundial."""

from __future__ import annotations

import socket
from random import SystemRandom

PORTS = range(10_081, 32_768)
"""Ports above those that browsers block, and below those that Linux gives to outgoing connections."""
TRIES = 100


class NoFreePort(OSError):
    """A hundred ports in a row were taken."""


def free_port() -> int:
    """Find a port on the loopback that is free at this moment; raise NoFreePort."""
    for port in SystemRandom().sample(PORTS, TRIES):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise NoFreePort
