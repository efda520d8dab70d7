"""The email that asks the owner of an address whether they wrote to us."""

from __future__ import annotations

from service.notifications.kinds import Kind
from service.notifications.questions import KIND as NAME
from service.notifications.questions import is_asked_for

KIND = Kind(NAME, worth_telling=is_asked_for)
