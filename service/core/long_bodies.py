"""Where a body may be longer than elsewhere, because a whole record of a game comes in it."""

from __future__ import annotations

from flask import Flask, request

MAX_RECORD_BYTES = 256 * 1024
"""Of a record. Those of the longest games have 40 KiB, and twice as many where they are written for people to read."""
_ROUND_IT = 8 * 1024
"""What may stand round a record: the other members, or the boundaries of a form."""
LONG_BODIES = dict.fromkeys(("/api/v1/me/imports", "/me/imports"), MAX_RECORD_BYTES + _ROUND_IT)
"""How many bytes are taken at these paths."""


def init_app(app: Flask) -> None:
    """Let the app read them; what is longer was refused before it."""
    app.before_request(_take_more)


def _take_more() -> None:
    longest = LONG_BODIES.get(request.path)
    if longest is not None:
        request.max_content_length = request.max_form_memory_size = longest
