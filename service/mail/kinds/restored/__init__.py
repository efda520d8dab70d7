"""The email that a turn is under way again, because a backup was restored."""

from __future__ import annotations

from rules.prose import N_
from service.mail.kinds.more_time import goes_on
from service.notifications.kinds import Kind

KIND = Kind("restored", true_while=goes_on, told_as=N_("Email about the turn, after a backup was restored"))
