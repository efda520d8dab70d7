"""The email that asks the owner of an address whether they wrote to us."""

from __future__ import annotations

from service.post.kinds import Kind
from service.post.questions import KIND as NAME
from service.post.questions import is_asked_for

KIND = Kind(NAME, worth_telling=is_asked_for)
