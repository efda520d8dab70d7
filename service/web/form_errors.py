"""Refusals as pages tell them: what is wrong, what to do about it, and what could be done instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.prose import N_
from service.core.errors import Refused, TooMany
from service.core.language import gettext, span
from service.core.refusals import EXPLANATIONS
from service.play.moves import RuleRefused

ADVICE = {
    "unauthenticated": N_("Sign in first."),
    "too-many-sign-ins": N_("The newest one is still good: follow its link, or type its code here."),
    "bad-setup": N_("Change it and try again."),
    "bad-seats": N_("Say for each seat who is to take it. At least one of them is not the computer's."),
    "no-series": N_("A series is of single games, for two or more who play against each other."),
    "no-match": N_("A match is for exactly two who play against each other: choose a single game, or two seats."),
    "no-such-ruleset": N_("Choose one of the games that are listed."),
    "bad-expiry": N_("Choose one of the times that are offered."),
    "not-your-turn": N_("You will get a mail when it is."),
    "stale-version": N_("See what has happened, and choose again."),
    "no-such-position": N_("Go back to the game as it stands now."),
    "bad-cursor": N_("Begin with the first page of the list."),
    "bad-manifest": N_("Check the address, the number of games and the time for a move."),
    "bad-text": N_("Write letters that can be seen, with at most eight marks on each."),
    "not-your-bot": N_("Only its owner may do that."),
    "bot-not-for-you": N_("Choose another one from the list of bots, or ask its owner to list you."),
    "bot-paused": N_("Choose another one; its owner can let it go on."),
    "bot-not-this-game": N_("Its page says what it plays."),
    "bot-not-these-seats": N_("Its page says with how many it plays."),
    "bot-not-this-option": N_("Its page says with which options it plays."),
    "bot-needs-more-time": N_("Its page says how much it needs: give each move more days."),
    "bot-full": N_("Choose another one, or ask again later."),
    "no-bot-available": N_("Play the computer instead, or try again later."),
    "seek-under-way": N_("Its game is on your page: wait there for the answer, or ask no bot any more."),
    "webhook-off": N_("Switch it on first."),
    "webhook-unverified": N_("It has to answer the challenge that it was sent; have another one sent once it can."),
    "too-many-challenges": N_("Wait an hour. Each challenge is tried again by itself, for three days."),
    "too-large": N_("Send less at once."),
    "unknown-language": N_("Choose one of the list."),
    "already-invited": N_(
        "It is %(name)s. Wait for the answer, withdraw from that game, or invite the player by name."
    ),
    "invitations-unwanted": N_("It is %(name)s. Invite somebody else, or leave the seat to whoever joins first."),
    "too-many-invitations": N_("Try again in %(wait)s, or leave a seat to whoever joins first."),
    "bad-record": N_("Choose a file that a Sundial has given out, just as it was."),
    "bad-json": N_("Choose a file that a Sundial has given out, just as it was."),
    "unverified-record": N_("Ask for the record once more where the game was played."),
    "too-many-records": N_("Send at most %(most)s of them at once."),
    "too-many-imports": N_("Take one out that you no longer need."),
    "rate-limited": N_(
        "Nothing was done. Try again in %(wait)s. The limit is %(most)s requests a minute (%(bucket)s)."
    ),
    "network-limited": N_(
        "Try again in %(wait)s. Visitors of one network share a limit of %(most)s (%(bucket)s). Sign in to have limits "
        "of your own."
    ),
    "limit-reached": N_("The limit is %(most)s (%(bucket)s). Finish one, or wait until one is finished."),
    "silenced": N_("Whoever runs this server has decided so. You can play on; write to them about it."),
    "too-many-reports": N_("What you have reported is kept. Try again in %(wait)s."),
    "too-many-messages": N_("Try again in %(wait)s."),
}
"""Where the advice for programs would not help somebody who looks at a page."""


@dataclass(frozen=True)
class FormError:
    """Why something was not done, what to do about it, and what could be done instead."""

    title: str
    advice: str = ""
    instead: Sequence[str] = ()


def form_error_of(refused: Refused) -> FormError:
    """The refusal in the reader's language."""
    if isinstance(refused, RuleRefused):
        return FormError(refused.sentence.translated(gettext), instead=refused.details["legal"])
    title, advice = EXPLANATIONS[refused.code]
    told = gettext(ADVICE.get(refused.code, advice), **_values(refused))
    more = [refused.sentence.translated(gettext)] if refused.sentence else []
    return FormError(" ".join([gettext(title), *more]), told)


def _values(refused: Refused) -> dict[str, str | int]:
    """What advice can name."""
    told = {name: value for name, value in refused.details.items() if isinstance(value, str | int)}
    return told | ({"wait": span(refused.details["retry_after"])} if isinstance(refused, TooMany) else {})
