"""What is said when somebody takes a name, a time zone or a language by mail, or wants boards in words."""

from __future__ import annotations

from datetime import datetime

import rules
from rules.prose import N_
from service.core.language import formatted, gettext, listed, own_name
from service.core.refusals import EXPLANATIONS
from service.core.time_zones import zone_of
from service.models import Notice

# Translators: a pattern of CLDR for times of a day
CLOCK = N_("HH:mm")
WORDS = {
    "named": (N_("Your name is %(name)s now"), N_("That is what the others at your tables see.")),
    "named-plainly": (
        N_("Your name is %(name)s now"),
        N_(
            "That is what the others at your tables see: names here have small letters from a to z, digits, dots, "
            "dashes and underlines."
        ),
    ),
    "no-name": (N_("That name cannot be yours"), ""),
    "zoned": (
        N_("Your time zone is %(zone)s now"),
        N_("It is %(time)s there. Deadlines in your mails are told in that time."),
    ),
    "no-zone": (
        N_("Which time zone is yours?"),
        N_("There is none of that name. Write the word zone, and a large city near you that has the same time."),
    ),
    "language": (N_("You are told everything in %(language)s now"), N_("So are your pages when you are signed in.")),
    "no-language": (N_("That language is not spoken here"), N_("These can be had.")),
    "substitute": (
        N_("You are asked when a seat is left"),
        N_("In %(games)s, a mail asks whether you take the seat over. To be asked no more, write: substitute off"),
    ),
    "substitute-off": (N_("You are asked for no seats"), N_("To be asked again, write: substitute siesta")),
    "no-substitute": (N_("Which games are they?"), N_("Write the word substitute, and the names of games.")),
    "words-on": (
        N_("Boards are told in words, too"),
        N_("From now on each mail with a board has it in words at its end. To leave them out, answer with: words off"),
    ),
    "words-off": (
        N_("No more boards in words"),
        N_("They are left out of your mails from now on. To have them again, answer with: words"),
    ),
}
"""By what the answer is about: its title, and what it says."""


def title(notice: Notice) -> str:
    """What stands above the answer."""
    return gettext(WORDS[notice.data["topic"]][0], **_values(notice))


def told(notice: Notice) -> str:
    """The text of the answer, with why something cannot be had."""
    if "code" in notice.data:
        return gettext(EXPLANATIONS[notice.data["code"]].title)
    return gettext(WORDS[notice.data["topic"]][1], **_values(notice))


def _values(notice: Notice) -> dict[str, str]:
    values: dict[str, str] = dict(notice.data.get("values", {}))
    if "rulesets" in values:
        values["games"] = listed(gettext(rules.game(name).name) for name in values["rulesets"].split())
    if "zone" in values:
        values["time"] = formatted(datetime.fromisoformat(values["at"]), CLOCK, zone_of(values["zone"]))
    if "language" in values:
        values["language"] = own_name(values["language"])
    return values
