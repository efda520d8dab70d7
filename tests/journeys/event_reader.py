"""A client of the event stream that can be killed at any moment.

`TOKEN=… event_reader ADDRESS FILE` appends a line per event to the file; restarted, it continues after the last
complete line.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import httpx


def main(address: str, seen: Path) -> None:
    """Read until killed."""
    with seen.open("ab+") as file:
        after = drop_torn_line(seen)
        headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Last-Event-ID": str(after)}
        with httpx.stream("GET", f"{address}/api/v1/events/stream", headers=headers, timeout=60) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    file.write(line.removeprefix("data: ").encode() + b"\n")
                    file.flush()


def drop_torn_line(seen: Path) -> int:
    """Cut off an incomplete last line; return the id of the last complete event."""
    whole, _, _ = seen.read_bytes().rpartition(b"\n")
    os.truncate(seen, len(whole) + 1 if whole else 0)
    last = whole.rpartition(b"\n")[2]
    return int(httpx.Response(200, content=last).json()["id"]) if last else 0


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
