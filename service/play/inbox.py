"""An account's inbox: games with an offer that it has not answered, and chat that it has not read.

A count of these games is part of every page, so it is one condition in SQL. `offers.offers_to` names the offers of a
loaded game by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import ColumnElement, String, and_, bindparam, cast, exists, func, or_, select
from sqlalchemy.orm import aliased

from service.db.clock import now
from service.db.engines import session, transaction
from service.models import Account, Game, GameSeat, GameStatus, Message, SeatState, UtcDateTime
from service.play.chat import TALK_AFTER_THE_END
from service.play.seating import own_seat, seats_beside


def unread_of(account: Account, games: Iterable[Game]) -> Mapping[str, int]:
    """Count the unread messages of each game that has any, by its id, in one statement."""
    theirs = and_(GameSeat.game_id == Message.game_id, GameSeat.account_id == account.id)
    unread = (
        select(Message.game_id, func.count(Message.id.distinct())).join(GameSeat, theirs).where(*_is_unread(GameSeat))
    )
    counted = unread.where(Message.game_id.in_([game.id for game in games])).group_by(Message.game_id)
    return {row[0]: row[1] for row in session().execute(counted)}


def mark_read(game: Game, account: Account, message: int) -> bool:
    """Record that a page showed the account a game's chat up to that message; return whether that was news.

    Players at one device have read it together. Errors as in `own_seat`.
    """
    seat = own_seat(game, account.id)
    if message <= (seat.read_message or 0):
        return False
    newest = session().scalar(select(func.max(Message.id)).where(Message.game_id == game.id)) or 0
    with transaction():
        for each in seats_beside(game, seat):
            each.read_message = min(message, newest)
    return True


def _is_unread(own: type[GameSeat]) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions on a message that the present holder of a seat may read, and has not."""
    yield Message.id > func.coalesce(own.read_message, 0)
    yield Message.account_id != own.account_id
    is_private = and_(Message.to_seat == own.number, or_(own.taken_over_at.is_(None), Message.at > own.taken_over_at))
    yield or_(Message.to_seat.is_(None), is_private)


def _is_asked(own: type[GameSeat], of: type[Game]) -> ColumnElement[bool]:
    """Return the condition that a seat has an offer, as in `offers.offers_to`, or any invitation."""
    proposal, other = of.proposal, aliased(GameSeat)
    is_proposed = and_(
        proposal["version"].as_integer() == of.version,
        proposal["is_declined"].as_boolean().is_(False),
        ~proposal["agreed"].as_string().contains(cast(own.number, String)),
    )
    has_wished = exists().where(other.game_id == of.id, other.pause_wished_at.is_not(None))
    is_pause_wished = and_(of.paused_at.is_(None), own.pause_wished_at.is_(None), has_wished)
    is_playing = and_(of.status == GameStatus.ACTIVE, own.left_by.is_(None))
    is_invited = and_(of.status == GameStatus.INVITING, own.state == SeatState.INVITED)
    return or_(is_invited, and_(is_playing, or_(is_proposed, is_pause_wished)))


_own, _of = aliased(GameSeat), aliased(Game)
_since = bindparam("talk_since", callable_=lambda: now() - TALK_AFTER_THE_END, type_=UtcDateTime())
_in_game = _of.id == _own.game_id
_can_talk = or_(_of.finished_at.is_(None), _of.finished_at > _since)
_has_offer = exists().where(_in_game, _is_asked(_own, _of))
_has_unread = exists().where(_in_game, _can_talk, Message.game_id == _own.game_id, *_is_unread(_own))
INBOX = (
    select(func.count(_own.game_id.distinct()))
    .select_from(_own)
    .where(_own.account_id == bindparam("account"), or_(_has_offer, _has_unread))
    .scalar_subquery()
)
"""The number of games in the inbox of an `account`. Unread chat counts until the chat closes.

Two subqueries for each seat: for a join PostgreSQL reads all games.
"""
