"""One client with one persistent connection, as a process of its own that costs little: `client.py HOST PORT PLAN`.

PLAN is a file of JSON: `chains` of requests, each a whole request of HTTP, one chain played after the other, and
`again`, whether to begin anew when all were. It says `ready` once it is connected, begins when it is told for how many
seconds to go on, and says in JSON how long each request took, which statuses it met, and whether it ran out of them.
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
    """A connection that is opened anew whenever the server ends it."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self.connect()

    def connect(self) -> None:
        """Open it."""
        self._socket = socket.create_connection(self._address, PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        """End it."""
        self._socket.close()

    def ask(self, request: bytes) -> int:
        """Send a request, read all of the answer, and say its status."""
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
        """As `ask`; 0 where the line broke, or no answer came in time."""
        try:
            return self.ask(request)
        except OSError:
            self.close()
            self.connect()
            return 0

    def _head(self) -> bytes:
        """All up to the end of the headers, and perhaps some of the body."""
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
    """Each request with the number of its chain."""
    while True:
        for number, chain in enumerate(chains):
            for request in chain:
                yield number, request.encode()
        if not again:
            return


def play(line: Line, plan: Iterator[tuple[int, bytes]], seconds: float) -> dict[str, object]:
    """Send one request after the other for so long; what was refused ends its chain."""
    taken, statuses, broken, ran_out = list[float](), Counter[str](), -1, True
    begun = perf_counter()
    last = begun
    for chain, request in plan:
        if chain == broken:
            continue
        status = line.ask_or_reconnect(request)
        before, last = last, perf_counter()
        statuses[str(status)] += 1
        if 200 <= status < 300:  # noqa: PLR2004  # what HTTP calls successful
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
