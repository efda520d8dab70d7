"""Reports of chat messages by players, for the operator to review."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Select, func, select

from service.config.limits import limit
from service.db.engines import insert_if_new, session, transaction
from service.language import texts
from service.language.errors import Invalid, TooMany, or_not_found
from service.models import LONGEST_REASON, Account, Grievance, Message, Report
from service.play.chat import heard_at
from service.play.seating import game_seen_by, own_seat_number
from service.security import rates

REPORTS = limit("reports")
WINDOW = timedelta(days=1)

log = logging.getLogger(__name__)


def message_at(game_id: str, reader: Account, message_id: int) -> Message:
    """Return a message in a game of the reader; NotFound, Forbidden `not-a-player`."""
    game = game_seen_by(game_id, reader)
    which = Message.game_id == game.id, Message.id == message_id, heard_at(game, own_seat_number(game, reader))
    return or_not_found(session().scalar(select(Message).where(*which)))


def report(game_id: str, reporter: Account, message_id: int, why: str, words: str, now: datetime) -> Report:
    """Report somebody else's message to the operator. Idempotent.

    Refused as `message_at`; Invalid `own-message`, `bad-grievance` or `bad-message`, TooMany `too-many-reports`.
    """
    message = message_at(game_id, reporter, message_id)
    if message.account_id == reporter.id:
        raise Invalid("own-message")
    if why not in set(Grievance):
        raise Invalid("bad-grievance", why=why)
    added = texts.message(words, LONGEST_REASON) if words else ""
    with transaction() as current:
        known = current.scalar(_own(message_id, reporter))
        if known is not None:
            return known
        _check_how_many(reporter, now)
        made = Report(
            game_id=game_id,
            message_id=message_id,
            reporter=reporter,
            reported=message.account,
            said=message.text,
            why=Grievance(why),
            words=added,
            at=now,
        )
        if not insert_if_new(made):  # a concurrent request has stored the report
            return current.scalars(_own(message_id, reporter)).one()
    log.warning("report %s waits: see sundial reports", made.id)
    return made


def waiting_reports() -> Sequence[Report]:
    """List the open reports, the oldest first."""
    return session().scalars(select(Report).where(Report.closed_at.is_(None)).order_by(Report.id)).all()


def count_waiting() -> int:
    """Count the open reports."""
    return session().scalar(select(func.count()).select_from(Report).where(Report.closed_at.is_(None))) or 0


def close_report(number: int, now: datetime) -> Report:
    """Close a report; NotFound if there is none."""
    with transaction() as current:
        found = or_not_found(current.get(Report, number))
        found.closed_at = found.closed_at or now
        return found


def _own(message_id: int, reporter: Account) -> Select[Report]:
    return select(Report).where(Report.message_id == message_id, Report.reporter_id == reporter.id)


def _check_how_many(reporter: Account, now: datetime) -> None:
    recent = Report.reporter_id == reporter.id, Report.at > now - WINDOW
    number, first = session().execute(select(func.count(), func.min(Report.at)).where(*recent)).one()
    if not rates.has_room(REPORTS, number):
        raise TooMany("too-many-reports", retry_after=int((first + WINDOW - now).total_seconds()) + 1)
