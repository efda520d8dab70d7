"""An API token was created."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("new-token")
