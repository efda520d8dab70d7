"""Games with any free bot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.seek_shapes import NewSeek, Seek


class SeekCalls(Calls):
    """Calls for games with any free bot."""

    def seek_bot(self, **wish: Unpack[NewSeek]) -> Seek:
        """Create a game and ask one bot after the other; it may have begun already."""
        made: Seek = self._post("me/bot-seeks", dict(wish))
        return made

    def seeks(self) -> Iterator[Seek]:
        """List your latest seeks, newest first."""
        return iter(self._get("me/bot-seeks")["seeks"])

    def bot_seek(self, seek: str) -> Seek:
        """Fetch the state of a seek; the event `seek.changed` reports changes."""
        found: Seek = self._get(f"me/bot-seeks/{seek}")
        return found

    def withdraw_seek(self, seek: str) -> None:
        """Cancel a seek, unless its game has begun."""
        self._delete(f"me/bot-seeks/{seek}")
