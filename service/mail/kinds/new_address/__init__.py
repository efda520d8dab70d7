"""The email to an address that an account wants to have, or to write from: only its holder can confirm it."""

from __future__ import annotations

from service.accounts.addresses import TO_CONFIRM
from service.notifications.kinds import Kind

KIND = Kind(TO_CONFIRM, is_key=True)
