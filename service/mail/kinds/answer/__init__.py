"""The answer to an email about a game."""

from __future__ import annotations

from service.core.limits import limit
from service.post.kinds import Kind

KIND = Kind("answer", counted=limit("turn-answers"))
