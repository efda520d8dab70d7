"""The output of the HTTP benchmarks in their shortest form, and their calculations."""

import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from math import isnan
from pathlib import Path
from threading import Thread

from benchmarks.http.client import Line, play, requests
from benchmarks.http.crowd import Taken, request
from benchmarks.http.figures import centile, milliseconds, ratio
from benchmarks.http.moves import faults
from benchmarks.http.plan import Target
from benchmarks.http.spending import by_library

ROOT = Path(__file__).parents[2]
GET = request("GET", "/")


def test_moves_and_reads_are_measured_with_everything_on_and_nothing_is_refused() -> None:
    command = [sys.executable, "-m", "benchmarks.http", "moves", "reads", "--short"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines()[-1].startswith("bench-http: valid")
    for what in ("bare", "seasons", "empty", "GET game, 304"):
        assert f"| {what} |" in done.stdout


@contextmanager
def answering(*answers: str) -> Iterator[Line]:
    """Connect to a server that gives these answers in order, whatever the request."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=answer_all, args=(server, answers))
        thread.start()
        with closing(Line(*server.getsockname())) as line:
            yield line
        thread.join()


def answer_all(server: socket.socket, answers: tuple[str, ...]) -> None:
    connection, _ = server.accept()
    for answer in answers:
        if not answer:
            connection.close()
            connection, _ = server.accept()
            continue
        connection.recv(65536)
        connection.sendall(f"HTTP/1.1 {answer}\r\nContent-Length: 2\r\n\r\nok".encode())
    connection.close()


def test_what_is_refused_ends_its_chain_and_is_counted() -> None:
    with answering("201 Created", "409 Conflict", "201 Created") as line:
        seen = play(line, requests([[GET, GET, GET], [GET]], again=False), 60)
    assert seen["statuses"] == {"201": 2, "409": 1}
    assert seen["ran_out"]


def test_a_line_that_breaks_is_counted_and_opened_again() -> None:
    with answering("201 Created", "", "201 Created") as line:
        seen = play(line, requests([[GET, GET], [GET]], again=False), 60)
    assert seen["statuses"] == {"201": 2, "0": 1}


def test_a_round_in_which_anything_was_refused_is_not_valid() -> None:
    taken = Taken([10.0], [0.1], Counter({"409": 1}))
    assert [*faults("seasons", taken)] == ["seasons: not valid, answered {'409': 1}"]
    assert not [*faults("seasons", Taken([10.0], [0.1]))]


def test_what_was_not_measured_is_neither_met_nor_missed() -> None:
    assert Target("speed", float("nan"), 1).verdict == "not measured"
    assert Target("speed", 0.9, 1).verdict == "met"
    assert Target("speed", 0.9, 1, at_most=False).verdict == "missed"


def test_a_centile_is_one_of_the_values() -> None:
    assert centile(range(1, 101), 99) == 99
    assert centile([3.0], 50) == 3.0
    assert isnan(centile([], 50))


def test_ratios_are_of_the_same_round() -> None:
    assert ratio([1, 10, 100], [2, 20, 50]) == 0.5


def test_seconds_are_written_as_milliseconds() -> None:
    assert [milliseconds(each) for each in (0.0001234, 0.0123, 1.5)] == ["0.123", "12.3", "1500"]


def test_shares_of_libraries_make_a_whole() -> None:
    shares = by_library(lambda: centile(map(hash, range(10_000)), 50))
    assert abs(sum(shares.values()) - 1) < 0.001
    assert "benchmarks" in shares
