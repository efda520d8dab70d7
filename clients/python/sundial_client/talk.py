"""Chat of a game, and the delivery of emails about its turns."""

from __future__ import annotations

from collections.abc import Iterator

from sundial_client.calls import Calls
from sundial_client.talk_shapes import Grievance, Message, QuickWords, TurnTold


class TalkCalls(Calls):
    """Calls for chat and deliveries."""

    def say(self, game: str, text: str, to: int | None = None) -> Message:
        """Send a message to all in the game, or to one seat alone."""
        return self._say(game, {"text": text}, to)

    def say_quickly(self, game: str, quick: QuickWords, to: int | None = None) -> Message:
        """Send a canned message that each reader sees in their own language."""
        return self._say(game, {"quick": quick}, to)

    def _say(self, game: str, words: dict[str, str], to: int | None) -> Message:
        alone = {} if to is None else {"to": to}
        said: Message = self._post(f"games/{game}/messages", {**words, **alone})
        return said

    def report(self, game: str, message: int, why: Grievance, words: str = "") -> None:
        """Report a message to the operator of the server."""
        self._post(f"games/{game}/messages/{message}/report", {"why": why, "words": words})

    def messages(self, game: str, after: int = 0) -> Iterator[Message]:
        """Yield the messages of a game after a message, oldest first."""
        while page := self._get(f"games/{game}/messages", after=after)["messages"]:
            yield from page
            after = page[-1]["id"]

    def deliveries(self, game: str) -> Iterator[TurnTold]:
        """Yield the turns of a game of yours, newest first, with the delivery of their emails."""
        return self._list(f"games/{game}/deliveries", "turns")
