"""What the decorators of a view have noted about it: its contract."""

from __future__ import annotations

from typing import Any

from flask import current_app, request


def contract() -> dict[str, Any]:
    """The notes on the view that the request under way is for; empty where there are none."""
    view = current_app.view_functions.get(request.endpoint or "")
    notes: dict[str, Any] = getattr(view, "_apidoc", {}).get("contract", {})
    return notes
