"""Chunked downloads: each part is produced after the client has read the one before.

Our server (see `service.server.asgi`) calls the view once for each part, so a slow reader holds neither a thread nor
memory. Any other server gets all parts at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Response

from service.http import long_polling


@dataclass(frozen=True)
class Part:
    """A part of a response, and the position of the next part; None after the last."""

    data: bytes
    following: int | None


PartAt = Callable[[int], Part]


def download(part_at: PartAt, media_type: str, name: str) -> Response:
    """Build a response from parts, the first at 0, as an attachment that is not cached."""
    part = part_at(long_polling.position() or 0)
    data = [part.data]
    while part.following is not None and not long_polling.can_ask_again():
        part = part_at(part.following)
        data.append(part.data)
    if part.following is not None:
        long_polling.ask_for_more(part.following)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(b"".join(data), mimetype=media_type, headers=headers)
