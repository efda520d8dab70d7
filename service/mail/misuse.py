"""What is said to whoever has written a word that is known, and behind it what is not."""

from __future__ import annotations

from rules.prose import N_
from service.core.language import gettext, languages, listed
from service.mail.usage import usage_of
from service.mail.vocabulary import as_written, begun_as_written
from service.models import Notice
from service.play.games import rulesets
from service.post.links import desk_address

MISUSED, ELSEWHERE = "misused", "elsewhere"
WORDS = {
    MISUSED: (N_("How the word %(word)s is used"), N_("Nothing was done. %(usage)s")),
    ELSEWHERE: (
        N_("That is asked for elsewhere"),
        N_("Nothing was done. Write it as the first line of a new mail to %(desk)s."),
    ),
}
"""By what the answer is about: its title, and what it says."""
_ALOUD = N_("If it was meant for the others at the table, write the word say before it.")


def title(notice: Notice) -> str:
    """What stands above the answer."""
    text, _ = WORDS[notice.data["topic"]]
    return gettext(text, word=as_written(notice.data["command"]))


def told(notice: Notice) -> str:
    """The text of the answer, with what may stand behind the word; at a table, also how to say it to the others."""
    topic = notice.data["topic"]
    about = {"games": listed(rulesets()), "languages": listed(languages())}
    usage = gettext(usage_of(notice.data["command"]).sentence, **about)
    text = gettext(WORDS[topic][1], usage=usage, desk=desk_address())
    return f"{text} {gettext(_ALOUD)}" if notice.game_id is not None and topic == MISUSED else text


def examples(notice: Notice) -> list[str]:
    """How the word is written, in the reader's language; of names, those that the notice tells."""
    if notice.data["topic"] != MISUSED:
        return []
    command = notice.data["command"]
    named = [begun_as_written(f"{command} {name}") for name in notice.data.get("names", [])]
    return named or [as_written(each) for each in usage_of(command).examples]
