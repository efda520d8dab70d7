"""Paragraphs that a mail program has broken into lines and marked as such: format=flowed (RFC 3676)."""

from __future__ import annotations

from collections.abc import Iterator

_SIGNATURE = "-- "


def unflowed(text: str, *, delete_space: bool) -> str:
    """The text with soft line breaks taken out; quoted lines stay as they are and never join those that are not."""
    return "\n".join(_paragraphs(text, delete_space=delete_space))


def _paragraphs(text: str, *, delete_space: bool) -> Iterator[str]:
    pending: list[str] = []
    for line in text.split("\n"):
        if line.startswith(">") or line == _SIGNATURE:
            yield from _flushed(pending)
            yield line
            continue
        pending.append(line.removeprefix(" "))
        if line.endswith(" "):
            pending[-1] = pending[-1].removesuffix(" ") if delete_space else pending[-1]
        else:
            yield from _flushed(pending)
    yield from _flushed(pending)


def _flushed(pending: list[str]) -> Iterator[str]:
    if pending:
        yield "".join(pending)
        pending.clear()
