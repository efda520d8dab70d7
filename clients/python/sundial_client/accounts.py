"""Accounts, their tokens, and the timing of their emails."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from sundial_client.account_shapes import (
    USUAL,
    Block,
    EntryPoint,
    Export,
    Favourite,
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
    """Calls for one's own account."""

    def request_sign_in(self, email: str) -> SignInSent:
        """Request an email with a sign-in code; another request within a minute sends no other email."""
        sent: SignInSent = self._post_once("sign-in", {"email": email})
        return sent

    def create_token(
        self, email: str, code: str, name: str, scopes: Sequence[Scope] = USUAL, **end: Unpack[TokenEnd]
    ) -> NewToken:
        """Create a token with the emailed code, which works once. Give an end, or it does not expire."""
        wish = {"email": email, "code": code, "name": name, "scopes": list(scopes), **end}
        made: NewToken = self._post_once("tokens", wish)
        return made

    def tokens(self) -> list[Token]:
        """List your active tokens, oldest first, without their secrets."""
        found: list[Token] = self._get("tokens")["tokens"]
        return found

    def revoke_token(self, token: int) -> None:
        """Revoke a token at once."""
        self._delete(f"tokens/{token}")

    def sessions(self) -> list[Session]:
        """List the browsers in which you are signed in, latest use first."""
        found: list[Session] = self._get("me/sessions")["sessions"]
        return found

    def end_session(self, session: int) -> None:
        """Sign out one browser."""
        self._delete(f"me/sessions/{session}")

    def end_sessions(self) -> None:
        """Sign out of every browser; tokens stay valid."""
        self._delete("me/sessions")

    def entry(self) -> EntryPoint:
        """Fetch the links of the API, and the operations that your token allows."""
        found: EntryPoint = self._get("../v1")  # without the slash that base and path are joined with
        return found

    def me(self) -> Me:
        """Fetch the account of the token."""
        found: Me = self._get("me")
        return found

    def change_me(self, **change: Unpack[MeChange]) -> Me:
        """Change your name, time zone, or email settings; omitted members stay."""
        changed: Me = self._patch("me", change)
        return changed

    def export(self) -> Export:
        """Export all your stored data, including your games with their records."""
        found: Export = self._get("me/export")
        return found

    def export_lines(self) -> Iterator[dict[str, Any]]:
        """Export as a stream: first all but the games, then each game with its record, then the number of games.

        Raises Problem or Unreachable, also in the middle.
        """
        wish = Request("GET", "me/export", headers={"Accept": "application/x-ndjson"})
        with self._connection.stream(wish) as chunks:
            yield from map(json.loads, lines_of(chunks))

    def export_mails(self) -> bytes:
        """Export the stored emails to you as an mbox."""
        return self._connection.send(Request("GET", "me/export.mbox")).content

    def delete_me(self) -> None:
        """Delete your account for good; all your tokens become invalid."""
        self._connection.send(Request("DELETE", "me", repeatable=False))

    def blocks(self) -> list[Block]:
        """List the people whose invitations you refuse, latest first."""
        found: list[Block] = self._get("me/blocks")["blocks"]
        return found

    def block(self, name: str) -> Block:
        """Refuse invitations from a person and their bots."""
        made: Block = self._put(f"me/blocks/{name}", {})
        return made

    def lift_block(self, name: str) -> None:
        """Allow a person to invite you again."""
        self._delete(f"me/blocks/{name}")

    def favourites(self) -> list[Favourite]:
        """List the players whom you like to play, latest first."""
        found: list[Favourite] = self._get("me/favourites")["favourites"]
        return found

    def add_favourite(self, name: str) -> Favourite:
        """Add a person or a bot to your favourites."""
        made: Favourite = self._put(f"me/favourites/{name}", {})
        return made

    def drop_favourite(self, name: str) -> None:
        """Remove a player from your favourites."""
        self._delete(f"me/favourites/{name}")

    def vacations(self) -> Vacations:
        """List your vacations, and the days left."""
        found: Vacations = self._get("me/vacations")
        return found

    def take_vacation(self, first_day: str, last_day: str) -> Vacation:
        """Take a vacation (2026-08-01, both days inclusive): all your clocks stop then."""
        taken: Vacation = self._post_once("me/vacations", {"first_day": first_day, "last_day": last_day})
        return taken

    def end_vacation(self, first_day: str) -> None:
        """Cancel the vacation that begins that day, or the rest of it."""
        self._delete(f"me/vacations/{first_day}")

    def delivery(self, game: str) -> GameDelivery:
        """Fetch the timing of emails about a game of yours."""
        found: GameDelivery = self._get(f"games/{game}/delivery")
        return found

    def choose_delivery(self, game: str, mode: Mode | None) -> GameDelivery:
        """Choose the timing of emails about a game of yours; None applies the setting for all games."""
        chosen: GameDelivery = self._put(f"games/{game}/delivery", {"mode": mode})
        return chosen
