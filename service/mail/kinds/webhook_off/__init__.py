"""A webhook was switched off."""

from __future__ import annotations

from rules.prose import N_
from service.post.kinds import Kind

KIND = Kind(
    "webhook-off",
    place=70,
    label=N_("a webhook of mine is switched off"),
    mails=N_("mails that say a webhook was switched off"),
)
