"""Parser of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Frame(NamedTuple):
    """One frame: its id, if any, and its data, empty in a keep-alive."""

    id: str
    data: str


def frames(chunks: Iterable[bytes]) -> Iterator[Frame]:
    """Yield every complete frame; drop an incomplete one."""
    number, data = "", list[str]()
    for line in lines_of(chunks):
        name, _, value = line.partition(":")
        if not line:
            yield Frame(number, "\n".join(data))
            number, data = "", []
        elif name == "id":
            number = value.removeprefix(" ")
        elif name == "data":
            data.append(value.removeprefix(" "))


def lines_of(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield every complete line, without its line ending."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line.removesuffix(b"\r").decode() for line in whole)
