"""The account was deleted."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("farewell")
