"""The answer to an email to our general address."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("general-mailbox")
