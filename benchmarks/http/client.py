"""HTTP client with one persistent connection, as a cheap process of its own: `client.py HOST PORT PLAN`.

PLAN is a JSON file: `chains` of requests, each a whole HTTP request, one chain after the other, and `again`, whether to
repeat them. It prints `ready` once it is connected, and begins when it reads a number of seconds. At the end it prints
JSON: the time of each request, the statuses, and whether it ran out of requests.
"""

from __future__ import annotations

import json
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

PATIENCE = 60.0
ENOUGH = 65536


class Line:
    """A connection that reconnects whenever the server closes it."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self.connect()

    def connect(self) -> None:
        """Open the connection."""
        self._socket = socket.create_connection(self._address, PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def ask(self, request: bytes) -> int:
        """Send a request, read the whole answer, and return its status."""
        self._socket.sendall(request)
        head, _, body = self._head().partition(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        fields = dict(line.partition(b":")[::2] for line in lines[1:])
        left = int(fields.get(b"content-length", 0)) - len(body)
        while left > 0:
            left -= len(self._receive())
        if fields.get(b"connection", b"").strip() == b"close":
            self.close()
            self.connect()
        return int(lines[0].split(b" ", 2)[1])

    def ask_or_reconnect(self, request: bytes) -> int:
        """Send a request; return 0 if the connection broke, or no answer came in time."""
        try:
            return self.ask(request)
        except OSError:
            self.close()
            self.connect()
            return 0

    def _head(self) -> bytes:
        """Read up to the end of the headers, and perhaps some of the body."""
        found = b""
        while b"\r\n\r\n" not in found:
            found += self._receive()
        return found

    def _receive(self) -> bytes:
        part = self._socket.recv(ENOUGH)
        if not part:
            raise ConnectionError("the server hung up")
        return part


def requests(chains: list[list[str]], *, again: bool) -> Iterator[tuple[int, bytes]]:
    """Yield each request with the number of its chain."""
    while True:
        for number, chain in enumerate(chains):
            for request in chain:
                yield number, request.encode()
        if not again:
            return


def play(line: Line, plan: Iterator[tuple[int, bytes]], seconds: float) -> dict[str, object]:
    """Send one request after the other for this long; a refusal ends its chain."""
    taken, statuses, broken, ran_out = list[float](), Counter[str](), -1, True
    begun = perf_counter()
    last = begun
    for chain, request in plan:
        if chain == broken:
            continue
        status = line.ask_or_reconnect(request)
        before, last = last, perf_counter()
        statuses[str(status)] += 1
        if 200 <= status < 300:  # noqa: PLR2004  # success in HTTP
            taken.append(last - before)
        else:
            broken = chain
        if last - begun >= seconds:
            ran_out = False
            break
    return {"taken": taken, "statuses": statuses, "seconds": last - begun, "ran_out": ran_out}


def main() -> None:
    """Play a plan."""
    host, port, file = sys.argv[1:]
    with open(file, encoding="utf-8") as opened:  # noqa: PTH123  # pathlib takes longer to import than all else here
        plan = json.load(opened)
    line = Line(host, int(port))
    print("ready", flush=True)
    seconds = float(sys.stdin.readline())
    print(json.dumps(play(line, requests(plan["chains"], again=plan["again"]), seconds)), flush=True)


if __name__ == "__main__":
    main()
