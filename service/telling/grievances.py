"""Why something that was said can be reported, as people choose it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.prose import N_
from service.models import Grievance

GRIEVANCES: Mapping[Grievance, str] = {
    Grievance.ABUSE: N_("It insults or threatens somebody"),
    Grievance.SPAM: N_("It sells something, or leads elsewhere"),
    Grievance.CHEATING: N_("It is there to win by other means than the game's"),
    Grievance.OTHER: N_("Something else"),
}
