"""Server-sent events: frames out of bytes (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Frame(NamedTuple):
    """One frame: an id where it has one, and its data, empty in a sign of life."""

    id: str
    data: str


def frames(chunks: Iterable[bytes]) -> Iterator[Frame]:
    """Every frame that has come to its end; one that broke off is left out."""
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
    """Every line that has come to its end, without what ends it."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line.removesuffix(b"\r").decode() for line in whole)
