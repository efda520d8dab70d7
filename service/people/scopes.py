"""What a token may do, in parts that can be given alone."""

from __future__ import annotations

from collections.abc import Iterable

from rules.prose import N_
from service.core.errors import Invalid

READ, PLAY = "games:read", "games:play"
MESSAGES = "messages"
MEANINGS = {
    READ: N_("see your games, and your account without its email address"),
    PLAY: N_("create, join and play games"),
    MESSAGES: N_("read and write messages in your games"),
    "account": N_("change your account, its tokens and sessions"),
    "webhooks": N_("manage webhooks"),
    "bots": N_("create and change bots and their tokens"),
}
"""What each scope lets a program do."""
SCOPES = tuple(MEANINGS)
"""Whatever can be asked for; what a token may do whose maker leaves it to us."""
LEAST = READ
"""What a token may do for which nothing was chosen."""


def in_order(scopes: Iterable[str]) -> list[str]:
    """The scopes, each once and in their order, `LEAST` if there is none; Invalid `unknown-scope`."""
    chosen = set(scopes) or {LEAST}
    for scope in sorted(chosen.difference(SCOPES)):
        raise Invalid("unknown-scope", scope=scope)
    return [scope for scope in SCOPES if scope in chosen]
