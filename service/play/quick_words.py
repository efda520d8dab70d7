"""Words that are said at every table: they are kept by a key, and each reader sees them in a language of their own."""

from __future__ import annotations

from rules.prose import N_

QUICK_WORDS = {
    "hello": N_("Hello!"),
    "good-luck": N_("Good luck!"),
    "well-played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "little-time": N_("Sorry, I have little time."),
    "good-game": N_("Good game!"),
}
"""What each key says, in English."""
_SHORT = {"gl": "good-luck", "wp": "well-played", "ty": "thanks", "gg": "good-game"}


def key_of(text: str) -> str | None:
    """The key of what players write in two letters all over the world, as `gg`; None for any other text."""
    return _SHORT.get(text.strip().rstrip("!.").lower())
