"""The interface of people with only a mail program (see `tests/journeys/doors.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.journeys.answering_player import AnsweringPlayer
from tests.journeys.doors import PATIENCE, RULESET
from tests.journeys.mail_player import text_of
from tests.sink import Received
from tests.waiting import eventually


@dataclass
class Letters:
    """Acts by replying to emails."""

    person: AnsweringPlayer
    name: str = "bob"
    moved: list[Received] = field(default_factory=list)
    """The mails of turns in which there was a move."""

    def _newest(self, kind: str, game: str, but: Sequence[Received | None] = ()) -> Received:
        """Wait for the newest email of a kind about the game, other than these."""

        def found() -> Received | None:
            mail = self.person.newest(kind, game)
            return None if any(mail is each for each in but) else mail

        mail = eventually(found, PATIENCE)
        assert mail is not None, kind
        return mail

    def _answer(self, game: str, text: str, kind: str = "your-turn") -> None:
        self.person.reply(self._newest(kind, game), text)

    def _write(self, text: str) -> None:
        """To the general address, and say yes as it asks whether they have written that."""
        before = len(self._questions())
        self.person.write_to_general_address(text)
        asked = eventually(lambda: self._questions()[before:], PATIENCE)
        assert asked, text
        self.person.reply(asked[-1], "Yes")

    def _answers(self) -> list[Received]:
        return [mail for mail in self.person.mails() if mail.message["X-Sundial-Mail"] == "answer"]

    def _questions(self) -> list[Received]:
        return [mail for mail in self.person.mails() if mail.message["X-Sundial-Mail"] == "confirm"]

    def challenge(self) -> None:
        self._write(f"find {RULESET} days 3")

    def series(self, with_whom: str) -> None:
        self._write(f"new {RULESET} {with_whom} first to 2")

    def fast(self, with_whom: str) -> None:
        self._write(f"new {RULESET} {with_whom} fast 15+20")

    def accept(self, game: str) -> None:
        self._answer(game, "yes", "invitation")

    def never(self, game: str, host: str) -> None:
        del host  # by mail it is whoever invites
        self._answer(game, "never", "invitation")

    def move(self, game: str, move: str) -> None:
        turn = self._newest("your-turn", game, self.moved)
        self.moved.append(turn)
        self.person.reply(turn, move)

    def take_back(self, game: str) -> None:
        self._answer(game, "takeback")

    def plan(self, game: str, text: str) -> None:
        self._answer(game, f"plan {text}")

    def vacation(self, game: str, first: str, last: str) -> None:
        self._answer(game, f"vacation {first} to {last}")

    def clock(self, game: str) -> str:
        return " ".join(text_of(self._newest("your-turn", game)).split())

    def stop_clocks(self, game: str) -> None:
        self._answer(game, "stop clocks")

    def start_clocks(self, game: str) -> None:
        self._answer(game, "start clocks", "clocks")

    def quick_words(self, game: str) -> None:
        self._answer(game, "say gg")

    def whisper(self, game: str, whom: str, text: str) -> None:
        self._answer(game, f"say to {whom}: {text}")

    def report(self, game: str, message: int) -> None:
        del message  # by mail it is what was said last
        self._answer(game, "report: abuse", "message")
        assert eventually(
            lambda: any("Thank you for your report" in text_of(mail) for mail in self._answers()), PATIENCE
        )

    def draw(self, game: str) -> None:
        self._answer(game, "draw")

    def rematch(self, game: str) -> None:
        self._answer(game, "rematch", "game-over")

    def resign(self, game: str) -> str:
        before = self.person.newest("answer", game)
        self._answer(game, "resign")
        asked = self._newest("answer", game, [before])
        self.person.reply(asked, "resign yes")
        return " ".join(text_of(asked).split())
