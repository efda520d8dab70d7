"""Accounts, their tokens, and when their mails come."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from sundial_client.account_shapes import (
    USUAL,
    Block,
    EntryPoint,
    Export,
    GameDelivery,
    Me,
    MeChange,
    Mode,
    NewToken,
    Scope,
    Session,
    SignInSent,
    Token,
    TokenEnd,
    Vacation,
    Vacations,
)
from sundial_client.calls import Calls
from sundial_client.connection import Request
from sundial_client.frames import lines_of


class AccountCalls(Calls):
    """What can be done with one's own account."""

    def request_sign_in(self, email: str) -> SignInSent:
        """Have a code mailed to an address; asked again within a minute, no other mail is sent."""
        sent: SignInSent = self._post_once("sign-in", {"email": email})
        return sent

    def create_token(
        self, email: str, code: str, name: str, scopes: Sequence[Scope] = USUAL, **end: Unpack[TokenEnd]
    ) -> NewToken:
        """Make a token with the code that was mailed; a code is good once. Say when it ends, or it does not."""
        wish = {"email": email, "code": code, "name": name, "scopes": list(scopes), **end}
        made: NewToken = self._post_once("tokens", wish)
        return made

    def tokens(self) -> list[Token]:
        """Your live tokens, oldest first, without their secrets."""
        found: list[Token] = self._get("tokens")["tokens"]
        return found

    def revoke_token(self, token: int) -> None:
        """End a token at once."""
        self._delete(f"tokens/{token}")

    def sessions(self) -> list[Session]:
        """The browsers in which you are signed in, the one that was used last first."""
        found: list[Session] = self._get("me/sessions")["sessions"]
        return found

    def end_session(self, session: int) -> None:
        """Sign one browser out."""
        self._delete(f"me/sessions/{session}")

    def end_sessions(self) -> None:
        """Sign out of every browser; tokens stay as they are."""
        self._delete("me/sessions")

    def entry(self) -> EntryPoint:
        """Where everything is, and what your token may ask for."""
        found: EntryPoint = self._get("../v1")  # without the slash that addresses are put together with
        return found

    def me(self) -> Me:
        """The account of the token."""
        found: Me = self._get("me")
        return found

    def change_me(self, **change: Unpack[MeChange]) -> Me:
        """Change your name, your time zone, or which mails you get and when; what is left out stays."""
        changed: Me = self._patch("me", change)
        return changed

    def export(self) -> Export:
        """All that is kept of you, your games with their records among it."""
        found: Export = self._get("me/export")
        return found

    def export_lines(self) -> Iterator[dict[str, Any]]:
        """The same as it comes: first all but the games, then each game with its record, then how many these were.

        Problem or Unreachable, also in the middle.
        """
        wish = Request("GET", "me/export", headers={"Accept": "application/x-ndjson"})
        with self._connection.stream(wish) as chunks:
            yield from map(json.loads, lines_of(chunks))

    def export_mails(self) -> bytes:
        """The mails to you that are kept, as an mbox."""
        return self._connection.send(Request("GET", "me/export.mbox")).content

    def delete_me(self) -> None:
        """Delete your account for good; no token of yours is good for anything afterwards."""
        self._connection.send(Request("DELETE", "me", repeatable=False))

    def blocks(self) -> list[Block]:
        """From whom you take no invitations, the latest first."""
        found: list[Block] = self._get("me/blocks")["blocks"]
        return found

    def block(self, name: str) -> Block:
        """Take no invitations any more from somebody, nor from their bots."""
        made: Block = self._put(f"me/blocks/{name}", {})
        return made

    def lift_block(self, name: str) -> None:
        """Let somebody invite you again."""
        self._delete(f"me/blocks/{name}")

    def vacations(self) -> Vacations:
        """Your vacations, and how many days are left."""
        found: Vacations = self._get("me/vacations")
        return found

    def take_vacation(self, first_day: str, last_day: str) -> Vacation:
        """Take these days (2026-08-01, both with it): no clock of yours goes then."""
        taken: Vacation = self._post_once("me/vacations", {"first_day": first_day, "last_day": last_day})
        return taken

    def end_vacation(self, first_day: str) -> None:
        """Take back the vacation that begins that day, or what is left of it."""
        self._delete(f"me/vacations/{first_day}")

    def delivery(self, game: str) -> GameDelivery:
        """When you get the mails about a game of yours."""
        found: GameDelivery = self._get(f"games/{game}/delivery")
        return found

    def choose_delivery(self, game: str, mode: Mode | None) -> GameDelivery:
        """Choose when you get the mails about a game of yours; None is as for all games."""
        chosen: GameDelivery = self._put(f"games/{game}/delivery", {"mode": mode})
        return chosen
