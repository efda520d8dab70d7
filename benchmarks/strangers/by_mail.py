"""Floods of emails, a function for each."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress

from benchmarks.strangers.browsers import GENERAL_ADDRESS
from benchmarks.strangers.scene import FLOODS_FROM
from benchmarks.strangers.stranger import Stranger

SENDERS, LINES = 500, 5
CONNECTIONS, AGAIN, SILENCE = 100, 0.5, 4.0
"""Seconds until a connection is retried, and from one NOOP to the next."""
AN_HOUR = 40
"""More emails of each kind than anybody gets answered in an hour."""
LARGE = 240 * 1024
BOXES = [f"{box}@sundial.localhost" for box in ("play", "postmaster", "abuse", "sign-in", "bounces")]
NAMED_BY_STRANGERS = "t{}@example.org"


def forged(stranger: Stranger) -> None:
    """Send orders to the general address in a player's name: some need confirmation, and some get answers."""
    server, name = stranger.mail_server(), str(stranger.told["victim"])
    orders = _orders("new seasons friend{}@example.org", "games")
    for _ in range(AN_HOUR):
        stranger.mail(server, name, next(orders), GENERAL_ADDRESS)

    def write() -> None:
        stranger.mail(server, name, next(orders), GENERAL_ADDRESS)
        stranger.wait(1)

    stranger.crowd(1, write)


def asking(stranger: Stranger) -> None:
    """Request help in the name of 500 nonexistent people, each once, and then in that of others."""

    def ask() -> None:
        server = stranger.mail_server()
        for _ in range(SENDERS // LINES):
            if stranger.goes_on():
                number = next(stranger.numbers)
                stranger.mail(server, f"invented{number}@invented{number % 50}.example", "help", GENERAL_ADDRESS)

    stranger.crowd(LINES, ask)


def newcomer(stranger: Stranger) -> None:
    """Send orders in the name of a newcomer who was asked to confirm one."""
    server, name = stranger.mail_server(), str(stranger.told["victim"])
    for number in range(9):
        stranger.mail(server, name, f"new seasons {NAMED_BY_STRANGERS.format(number)}", GENERAL_ADDRESS)


def connections(stranger: Stranger) -> None:
    """Keep a hundred connections to the mail server, and send NOOP now and then."""
    kept: list[socket.socket] = []

    def keep() -> None:
        for _ in range(CONNECTIONS - len(kept)):
            connected = socket.create_connection(("127.0.0.1", stranger.mail_port), 10, (FLOODS_FROM, 0))
            greeting = connected.recv(512)[:3].decode()
            stranger.note(greeting or "hung up")
            if greeting != "220":
                connected.close()
                break
            connected.sendall(b"EHLO x\r\n")
            kept.append(connected)
        stranger.wait(AGAIN)
        if next(stranger.numbers) % (SILENCE // AGAIN) == 0:
            for connected in [each for each in kept if not _says_noop(each)]:
                stranger.note("was closed")
                kept.remove(connected)

    with suppress(OSError):
        stranger.crowd(1, keep)


def large(stranger: Stranger) -> None:
    """Send emails of the largest size, each to all public mailboxes."""

    def write() -> None:
        server, line = stranger.mail_server(), "x" * 70 + "\n"
        while stranger.goes_on():
            number = next(stranger.numbers)
            text = f"{number}\n" + line * (LARGE // len(line))
            stranger.mail(server, f"large{number}@large.example", text, *BOXES)

    stranger.crowd(4, write)


def _says_noop(connected: socket.socket) -> bool:
    """Return whether NOOP gets an answer."""
    try:
        connected.sendall(b"NOOP\r\n")
        return bool(connected.recv(4096))
    except OSError:
        return False


def _orders(*orders: str) -> Iterator[str]:
    number = 0
    while True:
        for order in orders:
            number += 1
            yield order.format(number)


BY_MAIL: dict[str, Callable[[Stranger], None]] = {
    "forged": forged,
    "asking": asking,
    "newcomer": newcomer,
    "connections": connections,
    "large": large,
}
