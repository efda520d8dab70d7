"""What is said to whoever begins a game by mail."""

from __future__ import annotations

from typing import Any

from rules import Sentence
from rules.prose import N_
from service.beacon import promises
from service.core.language import gettext, listed, span
from service.core.refusals import EXPLANATIONS
from service.mail.usage import TERMS
from service.mail.vocabulary import as_written
from service.models import Notice
from service.play.course.series import LENGTHS
from service.play.games import MAX_LEVEL, MIN_LEVEL, rulesets
from service.play.proposals import MOST_GRACE
from service.play.timekeeping import MOST_DAYS, MOST_MINUTES

WORDS = {
    "no-game": (
        N_("Which game is it?"),
        N_(
            "Nothing was done. Behind the word new stand the name of a game (%(games)s) and who plays, such as: "
            "%(example)s"
        ),
    ),
    "no-such-ruleset": (
        N_("There is no such game here"),
        N_(
            "Nothing was done: no game here is called %(word)s. The games are %(games)s. Write one of them behind the "
            "word new, and who plays, such as: %(example)s"
        ),
    ),
    "no-opponents": (
        N_("Nobody to play against"),
        N_(
            "Nothing was done. Write who is to play behind the name of the game: mail addresses, level1 to level5 for "
            "the computer, anybody, bot or open, such as: %(example)s"
        ),
    ),
    "bad-seat": (
        N_("One word was not understood"),
        N_(
            "Nothing was done: %(word)s is neither a mail address nor level1 to level5, anybody, bot or open, nor "
            "anything else that stands below."
        ),
    ),
    "bad-term": (N_("One word was not understood"), N_("Nothing was done. %(usage)s It is written so: %(example)s")),
    "refused": (N_("The game was not begun"), ""),
    "created": (N_("Your game is set up"), N_("It begins by itself as soon as everybody has accepted.")),
    "challenged": (
        N_("Your challenge stands"),
        N_(
            "Whoever takes it up begins a game with you, and a mail tells you. The page of challenges lists it, and "
            "you can take it back there."
        ),
    ),
    "bot-asked": (
        N_("A bot is asked to play"),
        N_(
            "The game begins as soon as it takes the seat, and you will get a mail when it is your turn. If it does "
            "not within a minute, another one is asked; if none does, a mail says so."
        ),
    ),
    "begun": (N_("Your game has begun"), N_("You will get a mail when it is your turn.")),
}
"""By what the answer is about: its title, and what it says."""
TROUBLE = ("no-game", "no-such-ruleset", "no-opponents", "bad-seat", "bad-term", "refused")
"""After which all that can be written is listed."""
NAMING = ("no-such-ruleset", "no-opponents", "bad-seat", "bad-term")
"""What names in its text the word that it stumbled on."""
REASONS = {
    "already-invited": N_(
        "%(name)s already has an open invitation from you. Wait for the answer or withdraw from that game. Then you "
        "can invite them again."
    ),
    "invitations-unwanted": N_("%(name)s takes no invitations from you."),
    "limit-reached": N_(
        "You can have %(most)s games with the computer at a time (%(bucket)s). Finish one or resign one, then write "
        "again."
    ),
    "no-beacon": N_("No public beacon is offered here. Leave out the word beacon and its minutes."),
    "no-bot-available": N_(
        "No bot can play that just now. Write level1 to level5 in place of bot, and you play the computer."
    ),
    "too-many-invitations": N_(
        "You have invited as many people within a day as one can. Try again in %(wait)s, or write the word open in "
        "place of an address: then anybody can take that seat."
    ),
}
"""By the code of a refusal: what the reader can do now, where that is more than the refusal itself says."""
_BOUNDS = {
    "level": (MIN_LEVEL, MAX_LEVEL),
    "days": (1, MOST_DAYS),
    "fast": (1, MOST_MINUTES),
    "grace": (1, MOST_GRACE),
    "beacon": (promises.SHORTEST, promises.LONGEST),
    "series": (LENGTHS[0], LENGTHS[-1]),
}
"""The least and the most of what stands behind a word."""


def told(notice: Notice) -> str:
    """The text of the answer."""
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
    """Why no game could be begun."""
    code = data["code"]
    if code in REASONS:
        details = data["details"]
        wait = {"wait": span(details["retry_after"])} if "retry_after" in details else {}
        return gettext(REASONS[code], **details | wait)
    if "reason" in data:
        return Sentence(data["reason"], data["named"]).translated(gettext)
    return gettext(EXPLANATIONS[code].title)
