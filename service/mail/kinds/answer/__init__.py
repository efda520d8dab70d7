"""The answer to a mail about a turn."""

from __future__ import annotations

from service.core.limits import limit
from service.post.kinds import Kind

KIND = Kind("answer", counted=limit("turn-answers"))
