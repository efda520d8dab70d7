"""Countdown in sentences."""

from rules.prose import N_, Sentence

from .position import Action, Countdown

MESSAGES = {"not-so-many": N_("Take one stone or two, and no more than there are.")}


def tell(before: Countdown, action: Action) -> Sentence:
    """Describe the action."""
    return Sentence(N_("takes {number}") if action.verb == "take" else N_("let {number} begin"), action._asdict())
