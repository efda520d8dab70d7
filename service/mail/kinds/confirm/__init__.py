"""The question whether a mail is its writer's."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("confirm")
