"""The daily digest: several notifications in one email."""

from __future__ import annotations

from rules.prose import N_
from service.models import Lane
from service.notifications.kinds import Kind

KIND = Kind("digest", lane=Lane.FIRST, mails=N_("emails about your games"))
