"""The email about a change of an account's address or recovery codes, with the way to undo it."""

from __future__ import annotations

from service.accounts.addresses import TO_TELL
from service.notifications.kinds import Kind

KIND = Kind(TO_TELL, is_key=True)
