"""Listeners that write and end notices after facts (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from rules.json_types import Json
from service.accounts.accounts import is_visitor
from service.accounts.blocks import is_blocked
from service.accounts.facts import AddressTold, NewDeviceSignedIn, SignInAsked, TokenCreated
from service.db.engines import session
from service.jobs import queues, wake
from service.jobs.facts import hears
from service.language.refusals import EXPLANATIONS
from service.models import Account, Game, GameSeat, GameStatus, Message, Notice, SeatState, WorkState
from service.notifications.answers import warnings, write_answer
from service.notifications.credits import grant_credit
from service.notifications.kinds import kinds_of_turns
from service.notifications.notices import (
    SAID,
    is_waiting,
    new_notice,
    told_of_turn,
    wanted_at,
    wanted_notices,
    was_told,
)
from service.notifications.preferences import redate, redate_reminders
from service.notifications.relevance import end_notices, end_turn
from service.notifications.subjects import note_company
from service.play.facts import (
    Clocks,
    ClocksSpokenOf,
    DeadlineMoved,
    DeadlinesMoved,
    GameCalledOff,
    GameFinished,
    GameSetUp,
    GuestReminded,
    HeldMoveOver,
    InvitationWithdrawn,
    LastCall,
    MessagePosted,
    PlanPlayed,
    PlanStopped,
    PlayerJoined,
    Proposed,
    SeatStoodIn,
    SeatTaken,
    SeatTakenOver,
    TimeRanOut,
    TurnStarted,
)
from service.play.invitations import is_stranger
from service.play.proposals import What, asked
from service.play.seating import (
    is_at_one_device,
    left_seats,
    seat_number,
    seat_of,
    seats_asked,
    seats_beside,
    was_named,
)
from service.play.substitutes import to_be_asked
from service.play.turn_clocks import grace_of

PLANS_PLAY_WITHIN = timedelta(minutes=2)
"""How long conditional moves delay the email about their turn."""


@hears(SignInAsked)
def send_keys(fact: SignInAsked) -> Iterable[Notice]:
    """Send the email to sign in with."""
    return wanted_notices("sign-in", fact.account, fact.now, data=dict(fact.keys))


@hears(NewDeviceSignedIn)
def warn_of_device(fact: NewDeviceSignedIn) -> Iterable[Notice]:
    """Warn of a new browser, so that a stranger's session can be ended."""
    return warnings("new-sign-in", fact.account, fact.now, {"session": fact.session.id})


@hears(TokenCreated)
def warn_of_token(fact: TokenCreated) -> Iterable[Notice]:
    """Warn of a new token, so that a stranger's token can be revoked."""
    return warnings("new-token", fact.person, fact.now, {"token": fact.token.id})


@hears(AddressTold)
def tell_of_address(fact: AddressTold) -> Iterable[Notice]:
    """Send an email about an account's address or recovery codes, which cannot be switched off."""
    return [new_notice(fact.kind, fact.account, fact.now, fact.now, email=fact.address, data=dict(fact.told))]


@hears(GameSetUp)
def invite(fact: GameSetUp) -> Iterator[Notice]:
    """Send the invitations. A host who knows a guest's address shows their own; otherwise both see names."""
    for seat in fact.game.seats:
        if seat.account_id == fact.game.creator_id:
            note_company(fact.game, seat)
    for seat in fact.game.seats:
        if seat.state == SeatState.INVITED and seat.account is not None:
            by_address = {"by_address": not was_named(seat)}
            yield from wanted_notices("invitation", seat.account, fact.now, fact.game, seat.number, by_address)


@hears(GuestReminded)
def invite_once_more(fact: GuestReminded) -> Iterable[Notice]:
    """Repeat an invitation, unless the first one still waits to be sent."""
    if fact.seat.account is None or is_waiting("invitation", fact.seat.account, fact.game):
        return ()
    told = {"by_address": not was_named(fact.seat), "again": True}
    return wanted_notices("invitation", fact.seat.account, fact.now, fact.game, fact.seat.number, told)


@hears(InvitationWithdrawn)
def forget_withdrawn_invitation(fact: InvitationWithdrawn) -> None:
    """End the unsent notice of a withdrawn invitation."""
    end_notices(fact.game)


@hears(SeatTaken)
def end_invitation(fact: SeatTaken) -> None:
    """End the unsent notice of an accepted invitation."""
    end_notices(fact.game)


@hears(PlayerJoined)
def tell_host(fact: PlayerJoined) -> Iterable[Notice]:
    """Notify the host of a new player, unless another email says that it is their turn."""
    game, host = fact.game, session().get_one(Account, fact.game.creator_id)
    own = seat_number(game, host)
    is_told = game.status == GameStatus.ACTIVE and game.to_move == own
    if is_told or fact.seat.account_id == host.id:
        return ()
    return wanted_notices("accepted", host, fact.now, game, own, {"place": fact.seat.place})


@hears(GameCalledOff)
def tell_who_knows(fact: GameCalledOff) -> Iterable[Notice]:
    """Notify accounts that know of the game of its cancellation."""
    end_notices(fact.game)
    told = [seat for seat in fact.game.seats if _is_to_hear(seat, fact.game, fact.by)]
    return _to_all("game-over", fact.game, fact.now, told, {"by": fact.by.place})


@hears(TurnStarted)
def announce_turn(fact: TurnStarted) -> Iterable[Notice]:
    """Announce a turn, and end the notices of the one before."""
    end_turn(fact.game)
    seat, account = fact.seat, fact.seat.account
    if account is None or not seat.is_played_by_a_person or is_passed_on(fact):
        return ()
    kinds = kinds_of_turns()
    told = [each for kind in kinds for each in wanted_notices(kind, account, fact.now, fact.game, seat.number)]
    if seat.planned_at is not None:
        for each in told:  # if the plan plays, no email is needed
            each.due_at = max(each.due_at, fact.now + grace_of(fact.game) + PLANS_PLAY_WITHIN)
    return told


@hears(PlanPlayed)
def tell_of_plan(fact: PlanPlayed) -> Iterable[Notice]:
    """Notify a player of their conditional move."""
    seat, account = fact.seat, fact.seat.account
    if account is None:
        return ()
    told: dict[str, Json] = {"move": fact.move, "turns_left": fact.turns_left}
    return wanted_notices("plan-played", account, fact.now, fact.game, seat.number, told)


@hears(PlanStopped)
def announce_turn_after_all(fact: PlanStopped) -> None:
    """Announce the turn as without a plan, and say why the plan ended."""
    account = fact.seat.account
    for notice in told_of_turn(fact.game):
        wanted = wanted_at(notice.kind, account, notice.created_at, fact.game) if account else None
        if wanted is not None:
            notice.due_at = wanted
        if fact.ended:
            notice.data = {**(notice.data or {}), "plan_ended": dict(fact.ended)}
    wake.wake(queues.NOTICES)


@hears(HeldMoveOver)
def tell_of_held_move(fact: HeldMoveOver) -> None:
    """Tell a player that their held move was not played, or its message not sent, and why."""
    told: dict[str, Json] = {"topic": "held-stale", "wrote": fact.move}
    if fact.refused is not None:
        why = fact.refused.sentence
        reason = why.template if why else EXPLANATIONS[fact.refused.code].title
        told = {"topic": "not-said", "reason": reason, "values": dict(why.values) if why else {}}
    if fact.seat.account is not None:
        write_answer("answer", fact.seat.account, fact.now, told, fact.game, fact.seat.number)


@hears(TimeRanOut)
def give_more_time(fact: TimeRanOut) -> Iterable[Notice]:
    """Grant more time to a player whom no email reached; waiting notices are redated before the new deadline."""
    seat = grant_credit(fact.game, fact.now)
    if seat is None or seat.account is None:
        return ()
    redate(seat.account, fact.now, fact.game.id)
    return wanted_notices("more-time", seat.account, fact.now, fact.game, seat.number)


@hears(LastCall)
def call_for_the_last_time(fact: LastCall) -> Iterable[Notice]:
    """Warn the player to move that few hours are left."""
    account = fact.seat.account
    if account is None or not fact.seat.is_played_by_a_person:
        return ()
    return wanted_notices("last-call", account, fact.now, fact.game, fact.seat.number)


@hears(SeatStoodIn)
def tell_who_is_away(fact: SeatStoodIn) -> Iterable[Notice]:
    """Notify a player that the computer plays for them, and explain how to return."""
    if fact.seat.account is None:
        return ()
    return wanted_notices("stand-in", fact.seat.account, fact.now, fact.game, fact.seat.number)


@hears(SeatStoodIn)
def ask_volunteers(fact: SeatStoodIn) -> Iterator[Notice]:
    """Ask some of the volunteers to take the seat over, if the game's terms allow it."""
    if left_seats(fact.game):
        for account in to_be_asked(fact.game, fact.now):
            yield from wanted_notices("substitute-wanted", account, fact.now, fact.game, fact.seat.number)


@hears(SeatTakenOver)
def tell_of_substitute(fact: SeatTakenOver) -> Iterator[Notice]:
    """Notify the former player and the others of the substitute."""
    of_seat: dict[str, Json] = {"of": fact.seat.number}
    others = [seat for seat in fact.game.seats if seat is not fact.seat]
    if fact.former is not None:
        yield from wanted_notices("seat-taken-over", fact.former, fact.now, fact.game, data=of_seat)
    yield from _to_all("seat-taken-over", fact.game, fact.now, others, of_seat)


@hears(Proposed)
def ask_others(fact: Proposed) -> Iterator[Notice]:
    """Ask the other players whether they agree to a proposal."""
    others = _elsewhere(asked(fact.game, What(fact.told["what"])), fact.seat)
    return _to_all("proposal", fact.game, fact.now, others, fact.told)


@hears(ClocksSpokenOf)
def tell_of_clocks(fact: ClocksSpokenOf) -> Iterator[Notice]:
    """Notify the others of stopped or started clocks; ask those who have not agreed to stop them."""
    others = _elsewhere(seats_asked(fact.game), fact.seat)
    told = [seat for seat in others if fact.clocks != Clocks.WISHED or seat.pause_wished_at is None]
    return _to_all("clocks", fact.game, fact.now, told, {"clocks": fact.clocks, "by": fact.seat.number})


@hears(DeadlineMoved)
def redate_mails(fact: DeadlineMoved) -> None:
    """Redate the turn's waiting notices before its new deadline; without one, there is no reminder."""
    if fact.seat.account is not None:
        redate(fact.seat.account, fact.now, fact.game.id)


@hears(DeadlinesMoved)
def redate_all_reminders(fact: DeadlinesMoved) -> None:
    """Redate reminders before the new deadlines."""
    redate_reminders(fact.now)


@hears(GameFinished)
def tell_table(fact: GameFinished) -> Iterable[Notice]:
    """Notify all players of the end of the game or its match."""
    end_notices(fact.game)
    if is_at_one_device(fact.game):
        return ()
    return _to_all("match-over" if fact.is_match_over else "game-over", fact.game, fact.now, fact.game.seats)


@hears(MessagePosted)
def pass_on(fact: MessagePosted) -> Iterator[Notice]:
    """Notify recipients of a message, unless a waiting email will include it, as that about the move it came with.

    A message to one player gets emails of its own, one for each author (`by`), because the reply goes to that author.
    Messages of visitors get none: emails about the turn include them.
    """
    said, game = fact.message, fact.game
    if is_visitor(said.account):
        return
    alone: dict[str, Json] = {} if said.to_seat is None else {"by": said.seat}
    for seat in (each for each in game.seats if each.beside is None or each.number == said.to_seat):
        is_for = seat.account_id != said.account.id and said.to_seat in (None, seat.number)
        if seat.account is None or not is_for or _is_to_be_told(game, seat.account, alone.get("by")):
            continue
        if not fact.with_move or said.to_seat is not None or not _is_told_with_move(seat.account, said):
            yield from wanted_notices("message", seat.account, said.at, game, seat.number, {"from": said.id, **alone})


def is_passed_on(fact: TurnStarted) -> bool:
    """Check whether the player needs no notification: the device is passed on to them, or is theirs alone."""
    is_beside = fact.before is not None and seat_of(fact.game, fact.before) in seats_beside(fact.game, fact.seat)
    return is_at_one_device(fact.game) or (is_beside and fact.before != fact.seat.number)


def _elsewhere(seats: Sequence[GameSeat], own: GameSeat) -> list[GameSeat]:
    """Return the seats whose players sit elsewhere."""
    return [seat for seat in seats if seat.account_id != own.account_id]


def _to_all(
    kind: str, game: Game, now: datetime, seats: Sequence[GameSeat], data: Mapping[str, Json] | None = None
) -> Iterator[Notice]:
    first = {seat.account_id: seat for seat in reversed(seats)}
    for seat in seats:
        if seat.account is not None and seat is first[seat.account_id]:
            yield from wanted_notices(kind, seat.account, now, game, seat.number, data)


def _is_to_hear(seat: GameSeat, game: Game, by: GameSeat) -> bool:
    """Check whether an account is notified of the cancelled game.

    Invited accounts are not if they had no invitation email, are strangers, who get no second email, or just blocked
    the host.
    """
    if seat.account is None or seat.state == SeatState.TAKEN:
        return True
    if is_stranger(seat.account) or is_blocked(seat.account.id, session().get_one(Account, game.creator_id)):
        return False
    return seat is by or was_told("invitation", seat.account, game)


def _is_to_be_told(game: Game, listener: Account, by: Json) -> bool:
    """Check whether an unclaimed notice will include this message; it is locked until the transaction ends."""
    waiting = select(Notice).where(
        Notice.kind == "message",
        Notice.game_id == game.id,
        Notice.account_id == listener.id,
        Notice.state == WorkState.QUEUED,
        Notice.leased_until.is_(None),
    )
    return any(
        (each.data or {}).get("by") == by for each in session().scalars(waiting.with_for_update(skip_locked=True))
    )


def _is_told_with_move(listener: Account, said: Message) -> bool:
    """Let the email about a move, due now, include the message that came with it; False if there is none."""
    if "message" in listener.muted:
        return False
    about_move = select(Notice).where(
        Notice.kind.in_((*kinds_of_turns(), "game-over", "match-over")),
        Notice.game_id == said.game_id,
        Notice.account_id == listener.id,
        Notice.state == WorkState.QUEUED,
        Notice.leased_until.is_(None),
        Notice.created_at == said.at,
        Notice.due_at <= said.at,
    )
    told = session().scalars(about_move.with_for_update(skip_locked=True)).first()
    if told is not None:
        told.data = {**told.data, SAID: said.id}
    return told is not None
