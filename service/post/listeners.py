"""What is told by mail of what has happened, and what is not told any more (see `service.work.facts`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from sqlalchemy import select

from service.core.db import session
from service.models import Account, Game, GameSeat, Notice, SeatState, WorkState
from service.people.blocks import is_blocked
from service.people.facts import NewDeviceSignedIn, SignInAsked, TokenCreated
from service.play.facts import (
    DeadlinesMoved,
    GameCalledOff,
    GameFinished,
    GameSetUp,
    MessagePosted,
    SeatTaken,
    TimeRanOut,
    TurnStarted,
)
from service.play.invitations import is_stranger
from service.post.credits import grant_credit
from service.post.kinds import kinds_of_turns
from service.post.notices import wanted_at, wanted_notices, warnings, was_told
from service.post.preferences import redate
from service.post.relevance import end_notices, end_turn
from service.work.facts import hears


@hears(SignInAsked)
def send_keys(fact: SignInAsked) -> Iterable[Notice]:
    """The mail with which somebody signs in."""
    return wanted_notices("sign-in", fact.account, fact.now, data=dict(fact.keys))


@hears(NewDeviceSignedIn)
def warn_of_device(fact: NewDeviceSignedIn) -> Iterable[Notice]:
    """Whoever did not sign in there can end the session."""
    return warnings("new-sign-in", fact.account, fact.now, {"session": fact.session.id})


@hears(TokenCreated)
def warn_of_token(fact: TokenCreated) -> Iterable[Notice]:
    """Whoever did not create it can revoke it."""
    return warnings("new-token", fact.person, fact.now, {"token": fact.token.id})


@hears(GameSetUp)
def invite(fact: GameSetUp) -> Iterator[Notice]:
    """The invitations. Who knows the address of a guest shows their own; of names, each sees the other's."""
    for seat in fact.game.seats:
        if seat.state == SeatState.INVITED and seat.account is not None:
            by_address = {"by_address": seat.place in fact.by_address}
            yield from wanted_notices("invitation", seat.account, fact.now, fact.game, seat.number, by_address)


@hears(SeatTaken)
def end_invitation(fact: SeatTaken) -> Iterable[Notice]:
    """An invitation that was accepted is not sent any more."""
    end_notices(fact.game)
    return ()


@hears(GameCalledOff)
def tell_who_knows(fact: GameCalledOff) -> Iterable[Notice]:
    """That there is no game, to those who know of it."""
    end_notices(fact.game)
    told = [seat for seat in fact.game.seats if _is_to_hear(seat, fact.game, fact.by)]
    return _to_all("game-over", fact.game, fact.now, told)


@hears(TurnStarted)
def announce_turn(fact: TurnStarted) -> Iterable[Notice]:
    """All that is told of a turn; nothing more of the one before."""
    end_turn(fact.game)
    seat, account = fact.seat, fact.seat.account
    if account is None or not seat.is_played_by_a_person:
        return ()
    kinds = kinds_of_turns()
    return [each for kind in kinds for each in wanted_notices(kind, account, fact.now, fact.game, seat.number)]


@hears(TimeRanOut)
def give_more_time(fact: TimeRanOut) -> Iterable[Notice]:
    """More time for somebody whom no mail has reached; what waits to be told them comes before the new deadline."""
    seat = grant_credit(fact.game, fact.now)
    if seat is None or seat.account is None:
        return ()
    redate(seat.account, fact.now, fact.game.id)
    return wanted_notices("more-time", seat.account, fact.now, fact.game, seat.number)


@hears(DeadlinesMoved)
def redate_reminders(fact: DeadlinesMoved) -> Iterable[Notice]:
    """Reminders come before the deadlines as they are now."""
    waiting = (
        select(Notice, Account, Game)
        .join(Account, Account.id == Notice.account_id)
        .join(Game, Game.id == Notice.game_id)
        .where(Notice.kind == "reminder", Notice.state == WorkState.QUEUED, Notice.version == Game.turn)
    )
    for notice, account, game in session().execute(waiting):
        notice.due_at = wanted_at("reminder", account, fact.now, game) or notice.due_at
    return ()


@hears(GameFinished)
def tell_table(fact: GameFinished) -> Iterable[Notice]:
    """How the game or its match has ended, to everybody at the table."""
    end_notices(fact.game)
    return _to_all("match-over" if fact.is_match_over else "game-over", fact.game, fact.now, fact.game.seats)


@hears(MessagePosted)
def pass_on(fact: MessagePosted) -> Iterator[Notice]:
    """What was said, to all others at the table who are not yet to be told of something."""
    said, game = fact.message, fact.game
    for seat in game.seats:
        if seat.account is not None and seat.account_id != said.account.id and not _is_to_be_told(game, seat.account):
            yield from wanted_notices("message", seat.account, said.at, game, seat.number, {"from": said.id})


def _to_all(kind: str, game: Game, now: datetime, seats: Sequence[GameSeat]) -> Iterator[Notice]:
    for seat in seats:
        if seat.account is not None:
            yield from wanted_notices(kind, seat.account, now, game, seat.number)


def _is_to_hear(seat: GameSeat, game: Game, by: GameSeat) -> bool:
    """Whether a mail says that there is no game.

    Of the invited, those get none who were not told of the invitation, strangers, who get no second mail for it, and
    who has just said never.
    """
    if seat.account is None or seat.state == SeatState.TAKEN:
        return True
    if is_stranger(seat.account) or is_blocked(seat.account.id, session().get_one(Account, game.creator_id)):
        return False
    return seat is by or was_told("invitation", seat.account, game)


def _is_to_be_told(game: Game, listener: Account) -> bool:
    """Whether a mail that nobody has begun to write yet will bring this message, too; it cannot be begun meanwhile."""
    waiting = select(Notice.id).where(
        Notice.kind == "message",
        Notice.game_id == game.id,
        Notice.account_id == listener.id,
        Notice.state == WorkState.QUEUED,
        Notice.leased_until.is_(None),
    )
    return session().scalars(waiting.with_for_update(skip_locked=True)).first() is not None
