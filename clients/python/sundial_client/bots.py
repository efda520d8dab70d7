"""Bots: accounts of programs that a person owns. Creating and changing them needs a token with the scope `bots`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from sundial_client.account_shapes import USUAL, NewToken, Scope, Token, TokenEnd
from sundial_client.bot_shapes import Bot, BotChange, BotProfile, BotSearch, Heartbeat, Manifest
from sundial_client.calls import Calls


class BotCalls(Calls):
    """Calls for bots."""

    def bots(self, **search: Unpack[BotSearch]) -> Iterator[Bot]:
        """List the bots that would accept you, by name; filter by `ruleset`, `free`, `mine` and `q`."""
        return self._list("bots", "bots", **search)

    def bot(self, name: str) -> BotProfile:
        """Fetch a bot, and its public record."""
        found: BotProfile = self._get(f"bots/{name}")
        return found

    def create_bot(self, name: str, **manifest: Unpack[Manifest]) -> Bot:
        """Create a bot, or reactivate a retired one."""
        made: Bot = self._post("bots", {"name": name, **manifest})
        return made

    def change_bot(self, name: str, **change: Unpack[BotChange]) -> Bot:
        """Change a bot's manifest, pause it, or resume it."""
        changed: Bot = self._patch(f"bots/{name}", change)
        return changed

    def retire_bot(self, name: str) -> None:
        """Retire a bot of yours: it gives up its seats, tokens and webhooks; its name stays yours."""
        self._delete(f"bots/{name}")

    def create_bot_token(
        self, bot: str, name: str, scopes: Sequence[Scope] = USUAL, **end: Unpack[TokenEnd]
    ) -> NewToken:
        """Create a token for the program of a bot of yours. Give an end, or it does not expire."""
        made: NewToken = self._post_once(f"bots/{bot}/tokens", {"name": name, "scopes": list(scopes), **end})
        return made

    def bot_tokens(self, bot: str) -> list[Token]:
        """List the active tokens of a bot of yours, oldest first, without their secrets."""
        found: list[Token] = self._get(f"bots/{bot}/tokens")["tokens"]
        return found

    def revoke_bot_token(self, bot: str, token: int) -> None:
        """Revoke a token of a bot of yours at once."""
        self._delete(f"bots/{bot}/tokens/{token}")

    def heartbeat(self) -> Heartbeat:
        """Report that the token's bot is online; every other request of the bot does so, too."""
        known: Heartbeat = self._post("bots/me/heartbeat", {})
        return known
