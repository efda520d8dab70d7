"""Playing a bot now, whichever is free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.seek_shapes import NewSeek, Seek


class SeekCalls(Calls):
    """Games with any bot that is free."""

    def seek_bot(self, **wish: Unpack[NewSeek]) -> Seek:
        """Set a game up and ask one bot after the other; it may have begun already."""
        made: Seek = self._post("me/bot-seeks", dict(wish))
        return made

    def seeks(self) -> Iterator[Seek]:
        """Your latest ones, the newest first."""
        return iter(self._get("me/bot-seeks")["seeks"])

    def bot_seek(self, seek: str) -> Seek:
        """How far one has come; the event `seek.changed` says when to look again."""
        found: Seek = self._get(f"me/bot-seeks/{seek}")
        return found

    def withdraw_seek(self, seek: str) -> None:
        """Call the game off, unless it has begun."""
        self._delete(f"me/bot-seeks/{seek}")
