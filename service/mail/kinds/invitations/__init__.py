"""Several invitations in one email."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind

KIND = Kind("invitations", mails=N_("invitations"))
