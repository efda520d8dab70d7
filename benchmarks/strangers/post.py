"""Mail server of all people, which records the recipient and time of each email."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from time import perf_counter

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.journeys.answering_player import GAME
from tests.journeys.mail_player import kind_of
from tests.sink import Received, Sink

TURNS = ("your-turn", "digest")


class Post(Sink):
    """A sink that records the time of each email."""

    def __init__(self) -> None:
        super().__init__()
        self._boxes: defaultdict[str, list[tuple[float, Received]]] = defaultdict(list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  # aiosmtpd's
        """Record a complete email; aiosmtpd calls this."""
        answer = await super().handle_DATA(server, session, envelope)
        mail = self.mails.pop()
        for recipient in mail.recipients:
            self._boxes[recipient].append((perf_counter(), mail))
        return answer

    def recipients(self) -> Sequence[str]:
        """Return all recipients of emails."""
        return list(self._boxes)

    def mails_to(self, recipient: str, *kinds: str, since: float = 0.0) -> Sequence[Received]:
        """Return the emails to a recipient of these kinds, or of any, since a time."""
        found = [mail for at, mail in list(self._boxes.get(recipient, ())) if at >= since]
        return [mail for mail in found if not kinds or kind_of(mail) in kinds]

    def turn_mail(self, recipient: str, game: str, since: float) -> Received | None:
        """Return the email about a turn in a game to a recipient since a time, or None."""
        mails = self.mails_to(recipient, *TURNS, since=since)
        return next((mail for mail in mails if game in GAME.findall(str(mail.message["References"]))), None)
