"""The answer to an email to our general address."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("desk")
