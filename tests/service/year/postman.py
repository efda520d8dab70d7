"""Emails about turns, without content: they reach a mailbox or fail, and the ledger records it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from sqlalchemy import select

from service.config.key_ring import key_ring
from service.db.engines import session, transaction
from service.models import Envelope, Game, Notice, WorkState
from service.notifications.kinds import kinds_telling_turns
from tests.service.conftest import FakeClock
from tests.service.year.ledger import Ledger
from tests.service.year.people import Person


class Postman:
    """Delivers what is due to people by the number of their account."""

    def __init__(self, clock: FakeClock, rng: Random, people: dict[int, Person], ledger: Ledger) -> None:
        self._clock, self._rng, self._people, self._ledger = clock, rng, people, ledger
        self.failed = 0

    def bring(self) -> None:
        """Send what is due; a failing mailbox refuses it for good."""
        due = select(Notice, Game.days_per_move).join(Game, Game.id == Notice.game_id)
        due = due.where(Notice.state == WorkState.QUEUED, Notice.kind.in_(kinds_telling_turns()))
        session().rollback()
        with transaction() as current:
            for notice, days in current.execute(due.where(Notice.due_at <= self._clock())).all():
                self._send(notice, timedelta(days=days) / 2)

    def _send(self, notice: Notice, too_late: timedelta) -> None:
        now, taken = self._clock(), self._rng.random() >= self._people[notice.account_id or 0].mails_fail
        self.failed += not taken
        envelope = Envelope(
            account_id=notice.account_id,
            recipient=notice.email,
            message_id=notice.message_id,
            encrypted=b"",
            key_name=key_ring().name,
            created_at=now,
            due_at=notice.due_at,
            sent_at=now if taken else None,
            attempts=1,
            state=WorkState.DONE if taken else WorkState.FAILED,
        )
        session().add(envelope)
        session().flush()
        notice.state, notice.envelope_id = WorkState.DONE, envelope.id
        arrived = taken and now - notice.due_at <= too_late
        self._ledger.note_mail(notice.game_id or "", notice.seat or 0, arrived=arrived)
