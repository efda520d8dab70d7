"""What page and mail say of plans."""

from __future__ import annotations

from collections.abc import Mapping

from rules.json_types import Json
from rules.prose import N_
from service.core.language import gettext
from service.core.refusals import EXPLANATIONS

WHY = {
    "unforeseen": N_("Your conditional moves ended: they have no answer to %(played)s."),
    "nothing-legal": N_("Your conditional moves ended: after %(played)s, none of them was legal."),
    "taken-back": N_("Your conditional moves ended: an earlier move was undone."),
}
"""By the code of the reason why a plan has ended."""


def end_in_words(ended: Mapping[str, str] | None) -> str:
    """Why a plan has ended; nothing if none has."""
    if not ended:
        return ""
    return gettext(WHY[ended["why"]], played=ended["played"] or gettext("what happened"))


def refusal_in_words(code: str, details: Mapping[str, Json]) -> str:
    """Why a plan is refused, with the branch and the move that it stumbled on, and what to do instead."""
    refused = EXPLANATIONS[code]
    said = [gettext(refused.title)]
    if "branch" in details:
        move = f"({details['move']})" if "move" in details else ""
        branch = " ".join(filter(None, [str(details["branch"]), move]))
        said.append(gettext("The problem is here: %(branch)s.", branch=branch))
    if code == "bad-plan":
        said.append(gettext("We couldn't read this part: %(near)s.", near=str(details["near"])))
        said.append(gettext("Write: if their move then your move."))
    return " ".join(said)
