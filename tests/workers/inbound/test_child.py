"""The subprocess that parses emails: its failures stay there."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from service.jobs.subprocess_pool import ENVIRONMENT, Lost
from service.mail.inbound.letter import MAX_BYTES, Letter, written
from service.mail.reading import Reply
from workers.inbound.child import Reader

MAIL = b"From: Ada <Ada@Example.net>\r\nMessage-ID: <1@example.net>\r\n\r\nplace max-15\r\n"
READ = Letter(Reply(("place max-15",)), "ada@example.net", "<1@example.net>", writer_name="Ada")
CHILD = """
import socket, sys
line = socket.socket(fileno=int(sys.argv[1]))
def frame(said):
    return len(said).to_bytes(4, "big") + said
line.sendall(frame(b"ready"))
while line.recv(1 << 20):
    {deed}
"""
"""A reader that does something else than read."""


@pytest.fixture
def reader() -> Iterator[Reader]:
    started = Reader()
    yield started
    started.stop()


def turned(deed: str, patience: float = 30.0) -> Reader:
    """Return a reader whose child was taken over."""
    return Reader(patience, [sys.executable, "-c", CHILD.format(deed=deed)])


def test_it_says_what_stands_in_a_mail_and_who_wrote_it(reader: Reader) -> None:
    assert reader.open(MAIL) == READ


@pytest.mark.parametrize("blow", [signal.SIGSTOP, signal.SIGKILL])
def test_a_child_that_is_struck_over_a_mail_is_lost_and_a_fresh_one_reads_it(blow: signal.Signals) -> None:
    reader = Reader(patience=1)
    reader.open(MAIL)
    assert reader._process is not None
    os.kill(reader._process.pid, signal.SIGSTOP)
    Timer(0.1, os.kill, [reader._process.pid, blow]).start()

    with pytest.raises(Lost):
        reader.open(MAIL)
    reader._patience = 30
    assert reader.open(MAIL) == READ
    reader.stop()


def test_a_child_that_was_killed_is_replaced(reader: Reader) -> None:
    reader.open(MAIL)
    assert reader._process is not None
    os.kill(reader._process.pid, signal.SIGKILL)
    reader._process.wait()
    assert reader.open(MAIL) == READ


def test_bytes_that_are_no_mail_at_all_are_no_trouble(reader: Reader) -> None:
    for raw in (b"", b"\0" * 1000, b"\xff\xfe: x\r\n\r\n\xff"):
        assert isinstance(reader.open(raw), Letter)


def test_a_mail_longer_than_any_that_we_take_costs_a_child_and_the_next_one_is_read(reader: Reader) -> None:
    with pytest.raises(Lost):
        reader.open(MAIL + b"x" * (1 << 21))
    assert reader.open(MAIL) == READ


@pytest.mark.parametrize(
    "deed",
    [
        "line.sendall(b'rubbish' * 1000)",
        "line.sendall(frame(bytes(range(256))))",
        "line.sendall(frame(b''))",
        "line.sendall(frame(b'place max-15'))",
        "line.sendall(frame(b'[' * 100000))",
        f"line.sendall(frame(b' ' * {MAX_BYTES + 1}))",
        "line.sendall((1 << 30).to_bytes(4, 'big') + b'x' * 100000)",
        "line.sendall(frame(b'place max-15')[:-1]); sys.exit()",
        "sys.exit()",
        "import os; os.abort()",
    ],
)
def test_what_is_no_letter_is_not_believed_and_ends_the_child(deed: str) -> None:
    reader = turned(deed)
    with pytest.raises(Lost):
        reader.open(MAIL)
    assert reader._process is None


@pytest.mark.parametrize("deed", ["line.sendall(frame(b'x' * 100)[:50]); line.recv(1)", "line.recv(1)"])
def test_half_an_answer_or_none_is_not_waited_for(deed: str) -> None:
    reader = turned(deed, patience=0.3)
    with pytest.raises(Lost):
        reader.open(MAIL)
    assert reader._process is None


def test_a_child_that_takes_no_mail_is_not_waited_for() -> None:
    deaf = CHILD.replace("while line.recv(1 << 20):", "while True:")
    reader = Reader(0.3, [sys.executable, "-c", deaf.format(deed="__import__('signal').pause()")])
    with pytest.raises(Lost):
        reader.open(b"x" * (1 << 24))
    assert reader._process is None


class Trap:
    """Object that creates a file when unpickled."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self._file,)


def test_a_pickle_is_never_unpickled(tmp_path: Path) -> None:
    trap = tmp_path / "sprung"
    message = pickle.dumps(Trap(trap))
    pickle.loads(message)  # noqa: S301  # the trap is a good one
    assert trap.exists()
    trap.unlink()
    with pytest.raises(Lost):
        turned(f"line.sendall(frame({message!r}))").open(MAIL)
    assert not trap.exists()


def test_a_second_answer_is_not_taken_for_that_to_the_next_mail() -> None:
    forged = written(Letter(Reply(("resign yes",)), "ada@example.net"))
    reader = turned(f"line.sendall(frame({written(READ)!r}) + frame({forged!r}))")
    for _ in range(2):
        assert reader.open(MAIL) == READ
    reader.stop()


@pytest.mark.parametrize("program", ["pass", "import sys; sys.exit(1)", CHILD.replace("ready", "reedy")])
def test_a_child_that_does_not_get_ready_is_a_fault(program: str) -> None:
    reader = Reader(program=[sys.executable, "-c", program.replace("{deed}", "pass")])
    with pytest.raises(ChildProcessError):
        reader.open(MAIL)
    assert reader._process is None


def test_the_child_knows_nothing_of_our_keys(tmp_path: Path) -> None:
    assert set(os.environ) - set(ENVIRONMENT)
    seen = tmp_path / "seen"
    with pytest.raises(Lost):
        turned(f"import os; open({str(seen)!r}, 'w').write(' '.join(os.environ)); sys.exit()").open(MAIL)
    assert set(seen.read_text().split()) <= {*ENVIRONMENT, "LC_CTYPE"}
