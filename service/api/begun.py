"""What was found out about a request before Flask was asked to answer it, so that it is not found out again."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from flask import request

from service.core.rates import Charge, Use

SLOT = "sundial.begun"
"""Where it stands in the environment of the request."""


@dataclass
class Begun:
    """What it was counted as, with what came of it; the tag of what it asks for; or what has failed.

    Each is known only if it was come to.
    """

    counted: Use | None = None
    charge: Charge | None = None
    tag: str | None = None
    failure: Exception | None = None


def begun() -> Begun | None:
    """That of the request under way, if anything was begun."""
    environ: MutableMapping[str, Any] = request.environ
    found: Begun | None = environ.get(SLOT)
    return found
