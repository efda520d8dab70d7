"""The email that a webhook was disabled."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind

KIND = Kind(
    "webhook-off",
    place=70,
    label=N_("one of my webhooks is switched off"),
    mails=N_("emails about webhooks that were switched off"),
)
