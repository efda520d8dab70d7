"""What is said when somebody plans by mail."""

from __future__ import annotations

from rules.prose import N_
from service.core.language import gettext, ngettext
from service.models import Notice
from service.telling.plan_words import refusal_in_words

WORDS = {
    "plan-set": (N_("Your plan is kept"), N_("Nobody else sees it. If it fits, it plays for you: %(plan)s.")),
    "plan-shown": (N_("Your plan"), N_("Nobody else sees it: %(plan)s.")),
    "no-plan": (
        N_("You have no plan here"),
        N_(
            "To make one, write in one line: plan if their move then your move. More branches stand behind it, each "
            "with if and then; what goes on from one stands in brackets. In place of their move you can write "
            "anything, or anything but some move; in place of yours several with or between them, of which the first "
            "that is legal is played."
        ),
    ),
    "plan-dropped": (N_("Your plan is off"), N_("You move yourself.")),
    "plan-refused": (N_("That plan was not kept"), N_("%(reason)s What was planned before stays as it was.")),
}
"""By what the answer is about: its title, and what it says."""


def told(notice: Notice) -> str:
    """The text of an answer, with the plan, how long it is, or what it stumbled on."""
    data = notice.data
    _, text = WORDS[data["topic"]]
    if data["topic"] == "plan-refused":
        return gettext(text, reason=refusal_in_words(data["code"], data["details"]))
    said = gettext(text, plan=data.get("plan", ""))
    turns = data.get("turns", 0)
    if not turns:
        return said
    return f"{said} {ngettext('It is for one turn.', 'It is for up to %(num)d turns.', turns)}"
