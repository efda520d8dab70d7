"""Sundial with a fault of its own, to show that a run would find it: `SABOTAGE` in the environment names which."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from smtplib import SMTP
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import redis
from flask import current_app

from service.db.engines import transaction
from service.db.session import BatchedSession
from service.models import Notice
from service.notifications import notices
from service.play import moves, seating
from service.server import asgi
from service.telemetry.requests import Traced
from workers.transports import Letter, Offering, unnoted
from workers.transports.smtp import SmtpLine

KNOB = "SABOTAGE"
FORGOTTEN = 0.5
"""How many moves are answered and never committed, as where a machine dies between the one and the other."""
LATE = 150.0
"""Seconds."""


def lock_nothing() -> None:
    """Remove locks: two concurrent movers both read the game before either move."""
    unlocked = seating._LOCKING._generate()
    unlocked._for_update_arg = None
    seating._LOCKING = unlocked


def send_before_commit() -> None:
    """Notify before the commit, even if it fails."""
    write = notices.add_notice

    def write_and_send(*args: Any, **about: Any) -> Notice:
        notice = write(*args, **about)
        server = urlsplit(current_app.config["SETTINGS"].smtp_url)
        with SMTP(str(server.hostname), server.port or 0, timeout=5) as smtp:
            letter = f"Message-ID: {notice.message_id}\r\nX-Sundial-Mail: {notice.kind}\r\n\r\nSomething happens.\r\n"
            smtp.sendmail("play@sundial.localhost", [notice.email], letter)
        return notice

    notices.add_notice = write_and_send


def answer_before_commit() -> None:
    """Acknowledge some moves that are then rolled back."""
    rng = Random(1)

    @contextmanager
    def forgetful(wait: int | None = None) -> Iterator[BatchedSession]:
        with transaction(wait) as current:
            yield current
            if rng.random() < FORGOTTEN:
                current.rollback()

    moves.transaction = forgetful  # type: ignore[attr-defined]  # it is imported there


def forget_answers() -> None:
    """Treat repeated moves as new ones."""
    moves.first_turn = lambda *_, **_sent: None


def confuse_moves() -> None:
    """Any move for a version that is over is taken for the one that was played, and answered alike."""
    moves.fingerprint = lambda *_: "a move"  # type: ignore[attr-defined]  # it is imported there


def lose_mails() -> None:
    """Record some emails as sent without sending them."""
    send, rng = SmtpLine.send, Random(1)

    def forgetful(line: SmtpLine, letter: Letter, offering: Offering = unnoted) -> str:
        return "250 2.0.0 Kept" if rng.random() < FORGOTTEN else send(line, letter, offering)

    SmtpLine.send = forgetful  # type: ignore[assignment, method-assign]


def come_back_late() -> None:
    """Workers that could not reach Redis try again minutes later."""
    connect = redis.Connection.connect

    def late(connection: redis.Connection) -> None:
        try:
            connect(connection)  # type: ignore[no-untyped-call]
        except redis.RedisError:
            sleep(LATE)
            raise

    if Path(sys.argv[0]).name == "celery":
        redis.Connection.connect = late  # type: ignore[assignment, method-assign]


SABOTAGES: dict[str, Callable[[], None]] = {
    "no lock": lock_nothing,
    "send before commit": send_before_commit,
    "answer before commit": answer_before_commit,
    "forget answers": forget_answers,
    "confuse moves": confuse_moves,
    "lose mails": lose_mails,
    "come back late": come_back_late,
}


def create_server() -> Traced:
    """Create the server of `service.server.asgi`, broken."""
    SABOTAGES[os.environ[KNOB]]()
    return asgi.create_server()
