"""Somebody has signed in by a browser that was not seen before."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("new-sign-in")
