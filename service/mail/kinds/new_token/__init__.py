"""A token was made."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("new-token")
