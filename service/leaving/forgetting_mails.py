"""Forgetting a person's mails: those to them and from them go, and so does the text of those that may name them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, false, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from service.core.addresses import NULL_SENDER
from service.core.db import session
from service.core.encryption import Undecryptable
from service.core.keys import Purpose, RowPurpose, SeatLink
from service.leaving.leavers import Leaver
from service.models import Account, Envelope, GameSeat, InboundContent, InboundMail, Notice, Outcome, WorkState
from service.post.boxes import Returned, box_named
from service.post.inbound import drop_contents, raw_of

FAREWELL = "farewell"
"""The mail that says that all is gone: the last one to an address, and forgotten as soon as it is sent."""
BATCH = 500


def forget_mails(leaver: Leaver, until: datetime) -> None:
    """Remove what was to be told to them, and empty what those who know them were sent and have written.

    A mail to others that is on its way is not held up; it is emptied the next time.
    """
    _forget_outgoing(leaver)
    _forget_incoming(leaver)
    sent = Envelope.account_id.in_(leaver.company), Envelope.state != WorkState.QUEUED, Envelope.created_at <= until
    session().execute(update(Envelope).where(*sent).values(encrypted=b""))
    over = Notice.state.not_in((WorkState.QUEUED, WorkState.GATHERED)), Notice.created_at <= until
    session().execute(update(Notice).where(Notice.account_id.in_(leaver.company), *over).values(encrypted=b""))
    _empty_incoming(leaver, until)


def forget_mails_of(numbers: Collection[int]) -> None:
    """Remove what was to be told to accounts that nobody else knows, and what came in their names."""
    theirs = Notice.account_id.in_(numbers)
    session().execute(update(Notice).where(theirs).values(round_up_id=None, envelope_id=None))
    session().execute(delete(Envelope).where(Envelope.account_id.in_(numbers)))
    session().execute(delete(Notice).where(theirs))
    contents = session().scalars(select(InboundMail.content_id).where(InboundMail.account_id.in_(numbers))).all()
    session().execute(delete(InboundMail).where(InboundMail.account_id.in_(numbers)))
    drop_contents(InboundContent.id.in_(contents))


def is_mail_under_way(leaver: Leaver, until: datetime) -> bool:
    """Whether a mail that was written until then, to them or to those who know them, may still be sent."""
    whose = or_(Envelope.account_id.in_(leaver.ids), Envelope.account_id.in_(leaver.company))
    sealed = select(Envelope.id).where(Envelope.state == WorkState.QUEUED, Envelope.created_at <= until, whose)
    farewell = _on_their_way().where(Notice.account_id.in_(leaver.ids))
    return any(session().scalars(found.limit(1)).first() is not None for found in (sealed, farewell))


def _on_their_way() -> Select[Any]:
    is_queued = or_(Notice.state == WorkState.QUEUED, Envelope.state == WorkState.QUEUED)
    farewells = select(Notice.id).outerjoin(Envelope, Envelope.id == Notice.envelope_id)
    return farewells.where(Notice.kind == FAREWELL, is_queued)


def _forget_outgoing(leaver: Leaver) -> None:
    """A farewell that is on its way stays; its address is the only one that is left."""
    kept = session().scalars(_on_their_way()).all()
    to_them = or_(Notice.account_id.in_(leaver.ids), _is(Notice.email, leaver.address)), Notice.id.not_in(kept)
    _forget_returned(set(session().scalars(select(Notice.id).where(*to_them))))
    holding = select(Notice.envelope_id).where(Notice.id.in_(kept), Notice.envelope_id.is_not(None))
    theirs = or_(Envelope.account_id.in_(leaver.ids), _is(Envelope.recipient, leaver.address))
    session().execute(update(Notice).where(*to_them).values(round_up_id=None, envelope_id=None))
    session().execute(delete(Envelope).where(theirs, Envelope.id.not_in(holding)))
    session().execute(delete(Notice).where(*to_them))


def _is(column: InstrumentedAttribute[str], address: str | None) -> ColumnElement[bool]:
    return func.lower(column) == address if address else false()


def _forget_returned(numbers: Collection[int]) -> None:
    """Mails to them that came back, and quote what was written to whom."""
    returned = select(InboundMail.id, InboundMail.recipient).where(
        InboundMail.recipient.startswith(f"{RowPurpose.BOUNCE}-")
    )
    boxes = [(number, box_named(name)) for number, name in session().execute(returned)]
    theirs = [number for number, box in boxes if isinstance(box, Returned) and box.key.number in numbers]
    for at in range(0, len(theirs), BATCH):
        session().execute(delete(InboundMail).where(InboundMail.id.in_(theirs[at : at + BATCH])))


def _forget_incoming(leaver: Leaver) -> None:
    by_them = or_(InboundMail.account_id.in_(leaver.ids), _is(InboundMail.sender, leaver.address))
    session().execute(delete(InboundMail).where(by_them))
    seats = select(GameSeat.game_id, GameSeat.number, GameSeat.place).where(GameSeat.account_id.in_(leaver.ids))
    theirs = {key for game, number, place in session().execute(seats) for key in _boxes(game, number, place)}
    to_tables = select(InboundMail.id, InboundMail.recipient).where(InboundMail.game_id.in_(leaver.tables))
    from_them = [number for number, box in session().execute(to_tables) if _sat_at(box) in theirs]
    session().execute(delete(InboundMail).where(InboundMail.id.in_(from_them)))


def _boxes(game_id: str, number: int, place: int) -> list[tuple[Purpose, str, int]]:
    of_seat = (Purpose.TURN, Purpose.TALK, Purpose.ASIDE, Purpose.PROPOSAL, Purpose.CLOCKS)
    return [*((purpose, game_id, number) for purpose in of_seat), (Purpose.INVITATION, game_id, place)]


def _sat_at(box: str) -> tuple[Purpose, str, int] | None:
    link = box_named(box)
    return (link.purpose, link.game_id, link.seat) if isinstance(link, SeatLink) else None


def _empty_incoming(leaver: Leaver, until: datetime) -> None:
    """What was seen to is needed no more, nor what came back; what waits for its writer goes if it names them."""
    addresses = select(Account.email).where(Account.id.in_(leaver.company))
    near = or_(
        InboundMail.account_id.in_(leaver.company),
        InboundMail.game_id.in_(leaver.tables),
        func.lower(InboundMail.sender).in_(addresses),
        InboundMail.sender.in_([NULL_SENDER, ""]),
    )
    over = near, InboundMail.state != WorkState.QUEUED, InboundMail.received_at <= until
    is_held = func.coalesce(InboundMail.outcome, "") == Outcome.HELD
    session().execute(update(InboundMail).where(*over, ~is_held).values(content_id=None))
    for mail in session().scalars(select(InboundMail).where(*over, is_held)):
        if _names(leaver, mail):
            session().execute(delete(InboundMail).where(InboundMail.id == mail.id))
    drop_contents()


def _names(leaver: Leaver, mail: InboundMail) -> bool:
    """Whether a mail names them, as far as can be known: what another secret key has encrypted may."""
    try:
        raw = raw_of(mail).lower()
    except Undecryptable:
        return True
    return any(name.encode() in raw for name in leaver.called)
