"""What is said at a table, and what became of the mails about its turns."""

from __future__ import annotations

from collections.abc import Iterator

from sundial_client.calls import Calls
from sundial_client.talk_shapes import Grievance, Message, QuickWords, TurnTold


class TalkCalls(Calls):
    """What players have of each other beside moves."""

    def say(self, game: str, text: str, to: int | None = None) -> Message:
        """Say something to all at the table, or to the seat named alone."""
        return self._say(game, {"text": text}, to)

    def say_quickly(self, game: str, quick: QuickWords, to: int | None = None) -> Message:
        """Say words that each reader is shown in their own language."""
        return self._say(game, {"quick": quick}, to)

    def _say(self, game: str, words: dict[str, str], to: int | None) -> Message:
        alone = {} if to is None else {"to": to}
        said: Message = self._post(f"games/{game}/messages", {**words, **alone})
        return said

    def report(self, game: str, message: int, why: Grievance, words: str = "") -> None:
        """Ask whoever runs the server to look at what somebody has said."""
        self._post(f"games/{game}/messages/{message}/report", {"why": why, "words": words})

    def messages(self, game: str, after: int = 0) -> Iterator[Message]:
        """What was said at the table after a message, oldest first."""
        while page := self._get(f"games/{game}/messages", after=after)["messages"]:
            yield from page
            after = page[-1]["id"]

    def deliveries(self, game: str) -> Iterator[TurnTold]:
        """The turns of a game of yours, newest first, with what became of the mails about them."""
        return self._list(f"games/{game}/deliveries", "turns")
