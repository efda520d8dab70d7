"""Answers that are too long for one piece: each part is asked for when the one before has been taken.

A server that can (see `service.edge.asgi`) asks the view for one part after the other, so that neither a thread nor
memory is held by whoever reads slowly. Any other gets all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Response

from service.core import waiting


@dataclass(frozen=True)
class Part:
    """Some of an answer, and where the next part begins; None after the last."""

    data: bytes
    following: int | None


PartAt = Callable[[int], Part]


def download(part_at: PartAt, media_type: str, name: str) -> Response:
    """The answer whose first part is at 0, as a file of that name that no cache keeps."""
    part = part_at(waiting.position() or 0)
    data = [part.data]
    while part.following is not None and not waiting.can_ask_again():
        part = part_at(part.following)
        data.append(part.data)
    if part.following is not None:
        waiting.ask_for_more(part.following)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(b"".join(data), mimetype=media_type, headers=headers)
