"""Body size limits of the paths that accept a whole record of a game."""

from __future__ import annotations

from flask import Flask, request

MAX_RECORD_BYTES = 256 * 1024
"""For a record. The longest games have 40 KiB, and twice that when indented for people."""
_ROUND_IT = 8 * 1024
"""For the rest of the body: other members, or the boundaries of a form."""
LONG_BODIES = dict.fromkeys(("/api/v1/me/imports", "/me/imports"), MAX_RECORD_BYTES + _ROUND_IT)
"""The largest body in bytes, by path."""


def init_app(app: Flask) -> None:
    """Raise Flask's body limits on these paths; the server has already refused longer bodies."""
    app.before_request(_take_more)


def _take_more() -> None:
    longest = LONG_BODIES.get(request.path)
    if longest is not None:
        request.max_content_length = request.max_form_memory_size = longest
