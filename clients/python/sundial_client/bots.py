"""Bots: accounts of programs that a person owns. Making and changing them takes a token with the scope `bots`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from sundial_client.account_shapes import USUAL, NewToken, Scope, Token, TokenEnd
from sundial_client.bot_shapes import Bot, BotChange, BotProfile, BotSearch, Heartbeat, Manifest
from sundial_client.calls import Calls


class BotCalls(Calls):
    """What can be done with bots."""

    def bots(self, **search: Unpack[BotSearch]) -> Iterator[Bot]:
        """The bots that would accept you, by name; `ruleset`, `free`, `mine` and `q` narrow them down."""
        return self._list("bots", "bots", **search)

    def bot(self, name: str) -> BotProfile:
        """A bot, and how it has played in public."""
        found: BotProfile = self._get(f"bots/{name}")
        return found

    def create_bot(self, name: str, **manifest: Unpack[Manifest]) -> Bot:
        """Make a bot of yours, or bring back one that was retired."""
        made: Bot = self._post("bots", {"name": name, **manifest})
        return made

    def change_bot(self, name: str, **change: Unpack[BotChange]) -> Bot:
        """Change the manifest of a bot, pause it, or let it be invited again."""
        changed: Bot = self._patch(f"bots/{name}", change)
        return changed

    def retire_bot(self, name: str) -> None:
        """Let a bot of yours give up its seats, its tokens and its webhooks; its name stays yours."""
        self._delete(f"bots/{name}")

    def create_bot_token(
        self, bot: str, name: str, scopes: Sequence[Scope] = USUAL, **end: Unpack[TokenEnd]
    ) -> NewToken:
        """Make a token by which the program of a bot of yours plays. Say when it ends, or it does not."""
        made: NewToken = self._post_once(f"bots/{bot}/tokens", {"name": name, "scopes": list(scopes), **end})
        return made

    def bot_tokens(self, bot: str) -> list[Token]:
        """The live tokens of a bot of yours, oldest first, without their secrets."""
        found: list[Token] = self._get(f"bots/{bot}/tokens")["tokens"]
        return found

    def revoke_bot_token(self, bot: str, token: int) -> None:
        """End a token of a bot of yours at once."""
        self._delete(f"bots/{bot}/tokens/{token}")

    def heartbeat(self) -> Heartbeat:
        """Say that the bot whose token this is is there; every other request of it says so, too."""
        known: Heartbeat = self._post("bots/me/heartbeat", {})
        return known
