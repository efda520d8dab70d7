"""What a token may do, in parts that can be given alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.prose import N_
from service.core.errors import Invalid

READ, PLAY = "games:read", "games:play"
MESSAGES = "messages"
MEANINGS = {
    READ: N_("see your games, and your account without its mail address"),
    PLAY: N_("create, join and play games"),
    MESSAGES: N_("read and write what is said at your tables"),
    "account": N_("change your account, its tokens and sessions"),
    "webhooks": N_("have webhooks"),
    "bots": N_("make and change bots, and their tokens"),
}
"""What each scope lets a program do."""
OLDER = {
    "read": N_("see your games, what is said there, and your account"),
    "play": N_("create, join and play games, and write at your tables"),
}
"""The scopes of before those for games and messages: they go on meaning what they meant."""
SCOPES = (*OLDER, *MEANINGS)
"""Whatever can be asked for."""
EVERYTHING = ("read", "play", "account", "webhooks", "bots")
"""What a token may do whose maker leaves it to us, as programs of before do."""
LEAST = "read"
"""What a token may do for which nothing was chosen."""

_OLDER_OF = {READ: "read", PLAY: "play"}


def covers(scopes: Collection[str], wanted: str, older: str | None = None) -> bool:
    """Whether a token with these scopes may do what asks for that one; `older` is what did where it is not as usual."""
    return wanted in scopes or (older or _OLDER_OF.get(wanted)) in scopes


def in_order(scopes: Iterable[str]) -> list[str]:
    """The scopes, each once and in their order, `LEAST` if there is none; Invalid `unknown-scope`."""
    chosen = set(scopes) or {LEAST}
    for scope in sorted(chosen.difference(SCOPES)):
        raise Invalid("unknown-scope", scope=scope)
    return [scope for scope in SCOPES if scope in chosen]
