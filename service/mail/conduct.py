"""What is said to somebody who reports by mail what was said at a table, or blocks who has said it."""

from __future__ import annotations

from rules.prose import N_
from service.core.language import gettext
from service.models import Notice

WORDS = {
    "reported": (
        N_("Thank you: it is reported"),
        N_(
            "Whoever runs this server looks at what %(name)s said: “%(said)s” Nobody is told who has reported it. "
            "Anything else that was said can be reported on the page of the game."
        ),
    ),
    "not-reported": (N_("That was not reported"), ""),
    "nothing-heard": (
        N_("There is nothing to report"),
        N_("Nobody else has said anything at this table that you could hear."),
    ),
    "blocked": (
        N_("%(name)s is blocked"),
        N_(
            "You get no invitations from %(name)s any more, and nothing that is said to you alone; your games go on. "
            "To lift it, answer with: unblock %(name)s"
        ),
    ),
    "unblocked": (N_("%(name)s is not blocked"), N_("%(name)s can invite you, and say something to you alone.")),
    "nobody-called-so": (
        N_("Nobody at this table is called so"),
        N_("Write the name as the table shows it."),
    ),
}
"""By what the answer is about: its title, and what it says."""


def title(notice: Notice) -> str:
    """What stands above the answer."""
    return gettext(WORDS[notice.data["topic"]][0], **notice.data.get("values", {}))


def told(notice: Notice) -> str:
    """The text of the answer."""
    refused = notice.data.get("reason")
    return gettext(refused) if refused else gettext(WORDS[notice.data["topic"]][1], **notice.data.get("values", {}))
