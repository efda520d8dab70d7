"""The sentence for each refusal of the service, and what to do next. Refusals of the rules have their own."""

from __future__ import annotations

from rules.prose import N_
from service.core.refusals.explanation import Explanation
from service.core.refusals.people import PEOPLE
from service.core.refusals.programs import PROGRAMS
from service.core.refusals.tables import TABLES

EXPLANATIONS = PEOPLE | TABLES | PROGRAMS
AGAINST_THE_RULES = Explanation(
    N_("The rules of the game do not allow that move."),
    N_("'action' is where it stumbled, 'legal' holds up to five actions that are possible there."),
)

__all__ = ["AGAINST_THE_RULES", "EXPLANATIONS", "Explanation"]
