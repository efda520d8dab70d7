"""The child process that parses emails: `python -m workers.inbound.reading FD`, with a socket's descriptor."""

from __future__ import annotations

import resource
import sys
from dataclasses import replace
from socket import socket

from service.jobs.subprocess_pool import READY, receive, send
from service.mail.inbound.letter import open_letter, written
from service.mail.inbound.vouching import Vouching

READ, VERIFY = b"\0", b"\1"
"""First byte of a request: with VERIFY, DNS is asked who vouches for the sender."""
MAX_MEMORY = 1 << 30
MAX_RAW = 1 << 20
"""Bytes of an email; the mail server accepts fewer."""


def serve(line: socket, vouching: Vouching) -> None:
    """Parse each email from the socket and send back the result, until the socket is closed."""
    send(line, READY)
    while True:
        try:
            asked = receive(line, MAX_RAW)
        except EOFError:
            return
        raw = asked[1:]
        letter = open_letter(raw)
        if asked[:1] == VERIFY:
            letter = replace(letter, vouched_by=vouching.organisation(raw, letter.writer))
        send(line, written(letter))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    with socket(fileno=int(sys.argv[1])) as to_parent:
        serve(to_parent, Vouching())
