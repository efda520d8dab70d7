"""Answers to a command that started no game."""

from __future__ import annotations

from typing import Any

from rules import Sentence
from rules.prose import N_
from service.beacon import promises
from service.language.catalogue import gettext, listed, span
from service.language.refusals import EXPLANATIONS
from service.mail.usage import TERMS
from service.mail.vocabulary import as_written
from service.models import Notice
from service.play.games import MAX_LEVEL, MIN_LEVEL, rulesets
from service.play.matches.series import LENGTHS
from service.play.proposals import MOST_GRACE
from service.play.timekeeping import MOST_DAYS, MOST_MINUTES

WORDS = {
    "no-game": (
        N_("Which game?"),
        N_(
            "No game was started. After “new”, write the name of a game (%(games)s) and who plays. Example: %(example)s"
        ),
    ),
    "no-such-ruleset": (
        N_("We don't have that game"),
        N_(
            "No game was started: no game here is called %(word)s. You can play %(games)s. Write one of them "
            "after “new”, then who plays. Example: %(example)s"
        ),
    ),
    "no-opponents": (
        N_("Who do you want to play with?"),
        N_(
            "No game was started. After the game's name, write who plays: email addresses, level1 to level5 for "
            "the computer, bot or open. Example: %(example)s"
        ),
    ),
    "bad-seat": (
        N_("We didn't understand one word"),
        N_(
            "No game was started. %(word)s isn't an email address, level1 to level5, bot or open. It "
            "isn't in the list below, either."
        ),
    ),
    "bad-term": (N_("We didn't understand one word"), N_("No game was started. %(usage)s Example: %(example)s")),
    "refused": (N_("The game wasn't started"), ""),
}
"""Title and text of the answer, by topic. It lists all commands."""
NAMING = ("no-such-ruleset", "no-opponents", "bad-seat", "bad-term")
"""Topics whose text names the word that was not understood."""
REASONS = {
    "bad-layout": N_(
        "We found no such layout. After “layout”, write the number of a game with the same rules that you can view."
    ),
    "unreachable-address": N_(
        "Email can't reach %(name)s. Check how the address is written. Or write “open” instead, and we answer with a "
        "link that you can send yourself."
    ),
    "already-invited": N_(
        "%(name)s already has an open invitation from you. Wait for the answer or withdraw from that game. Then you "
        "can invite them again."
    ),
    "invitations-unwanted": N_("%(name)s doesn't accept invitations from you."),
    "limit-reached": N_(
        "You can have %(most)s games against the computer at a time. Finish or resign one, then try again."
    ),
    "no-beacon": N_("This server has no public beacon. Leave out “beacon” and its minutes."),
    "no-bot-available": N_(
        "No bot can play that right now. To play the computer, write level1 to level5 instead of “bot”."
    ),
    "too-many-invitations": N_(
        "You have reached the limit of invitations for one day. Try again in %(wait)s. Or write “open” instead "
        "of an address: then anyone can join."
    ),
}
"""Advice by code of the refusal, where that says more than the refusal itself."""
_BOUNDS = {
    "level": (MIN_LEVEL, MAX_LEVEL),
    "days": (1, MOST_DAYS),
    "fast": (1, MOST_MINUTES),
    "grace": (1, MOST_GRACE),
    "beacon": (promises.SHORTEST, promises.LONGEST),
    "series": (LENGTHS[0], LENGTHS[-1]),
}
"""The smallest and the largest number after a term."""


def told(notice: Notice) -> str:
    """Return the text of the answer."""
    if notice.data.get("code"):
        return _reason(notice.data)
    topic, word = notice.data["topic"], notice.data.get("word", "")
    values = {"word": word, "games": listed(rulesets()), "example": as_written("new siesta level2")}
    if topic == "no-opponents":
        values["example"] = as_written(f"new {word} level2")
    if topic == "bad-term":
        least, most = _BOUNDS.get(word, ("", ""))
        values["usage"] = gettext(TERMS[word].sentence, least=least, most=most)
        values["example"] = as_written(f"new siesta {TERMS[word].examples[0]}")
    return gettext(WORDS[topic][1], **values)


def _reason(data: dict[str, Any]) -> str:
    """Return why the game could not be started."""
    refusal, details = data["code"], data.get("details", {})
    code = details.get("reason", refusal)
    if code in REASONS:
        wait = {"wait": span(details["retry_after"])} if "retry_after" in details else {}
        return gettext(REASONS[code], **details | wait)
    if "reason" in data:
        return Sentence(data["reason"], data["named"]).translated(gettext)
    return gettext(EXPLANATIONS[refusal].title)
