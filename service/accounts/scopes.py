"""Scopes of tokens."""

from __future__ import annotations

from collections.abc import Iterable

from rules.prose import N_
from service.language.errors import Invalid

READ, PLAY = "games:read", "games:play"
MESSAGES = "messages"
MEANINGS = {
    READ: N_("see your games, and your account without its email address"),
    PLAY: N_("create, join and play games"),
    MESSAGES: N_("read and write messages in your games"),
    "account": N_("change your account, its tokens and sessions"),
    "webhooks": N_("manage webhooks"),
    "bots": N_("create and change bots and their tokens"),
    "organise": N_("organise tournaments and games for others"),
}
"""The permission of each scope."""
SCOPES = tuple(MEANINGS)
"""All scopes: what can be requested, and the default where the maker leaves it to us."""
LEAST = READ
"""The scope of a token without chosen ones."""


def in_order(scopes: Iterable[str]) -> list[str]:
    """Sort and deduplicate scopes, `LEAST` if there is none; Invalid `unknown-scope`."""
    chosen = set(scopes) or {LEAST}
    for scope in sorted(chosen.difference(SCOPES)):
        raise Invalid("unknown-scope", scope=scope)
    return [scope for scope in SCOPES if scope in chosen]
