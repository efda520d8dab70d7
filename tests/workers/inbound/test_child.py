"""The process that reads mails: what becomes of it stays there."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from service.mail.inbound.letter import Letter
from service.mail.reading import Answer, Unreadable
from workers.inbound.child import Reader

MAIL = b"From: Ada <Ada@Example.net>\r\nMessage-ID: <1@example.net>\r\n\r\nplace max-15\r\n"


@pytest.fixture
def reader() -> Iterator[Reader]:
    started = Reader()
    yield started
    started.stop()


def test_it_says_what_stands_in_a_mail_and_who_wrote_it(reader: Reader) -> None:
    assert reader.open(MAIL) == Letter(Answer(("place max-15",)), "ada@example.net", "<1@example.net>")


def test_a_mail_that_takes_too_long_is_given_up_and_the_next_one_is_read(reader: Reader) -> None:
    hasty = Reader(patience=0.0)
    assert hasty.open(MAIL).reading == Unreadable("too-hard")
    hasty.stop()
    assert reader.open(MAIL).reading == Answer(("place max-15",))


def test_a_child_that_was_killed_is_replaced(reader: Reader) -> None:
    reader.open(MAIL)
    assert reader._process is not None
    os.kill(reader._process.pid, signal.SIGKILL)
    reader._process.wait()
    assert reader.open(MAIL).reading == Answer(("place max-15",))


def test_bytes_that_are_no_mail_at_all_are_no_trouble(reader: Reader) -> None:
    for raw in (b"", b"\0" * 1000, b"\xff\xfe: x\r\n\r\n\xff"):
        assert isinstance(reader.open(raw), Letter)
