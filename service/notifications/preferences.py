"""Email preferences: delivery times, pauses and unsubscribing; waiting notices are redated.

While a player has a game's page open, emails about it wait: the page shows their news.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import and_, select
from sqlalchemy.exc import IntegrityError

from service.accounts.accounts import locked_account
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.language.errors import Forbidden, Invalid, NotFound
from service.models import Account, Delivery, Game, GameSeat, GameStatus, Notice, Visibility, WorkState
from service.notifications.kinds import kinds_meant, kinds_of_turns, stoppable
from service.notifications.notices import wanted_at, write_notice
from service.play.seating import first_seat, lock_game

MOST_MINUTES = 24 * 60
RANGES = {
    "idle_minutes": range(1, MOST_MINUTES + 1),
    "digest_hour": range(24),
    "quiet_from": range(24),
    "quiet_to": range(24),
}
"""The allowed values."""
PAUSE = timedelta(days=7)
"""The default length of a pause."""
LONGEST_PAUSE = timedelta(days=90)
PRESENCE_NOTED_EVERY = timedelta(seconds=20)
"""The least interval between two recorded sightings."""


def choose(account_id: int, now: datetime, delivery: Delivery | None = None, **numbers: int) -> Account:
    """Change the account's delivery; `numbers` are some of RANGES, else Invalid `bad-delivery`."""
    for name, number in numbers.items():
        if number not in RANGES[name]:
            raise Invalid("bad-delivery", name=name)
    with transaction():
        account = locked_account(account_id)
        account.delivery = delivery or account.delivery
        for name, number in numbers.items():
            setattr(account, name, number)
        redate(account, now)
        return account


def choose_for_game(game_id: str, account: Account, delivery: Delivery | None, now: datetime) -> GameSeat:
    """Change the delivery of emails about one game; None for the account's setting. Returns the seat.

    NotFound, or Forbidden `not-a-player`.
    """
    with transaction():
        game = lock_game(game_id)
        seat = own_seat(game, account)
        seat.delivery = delivery
        redate(account, now, game_id)
        return seat


def own_seat(game: Game, account: Account) -> GameSeat:
    """Find the account's seat, also an invited one; NotFound for strangers to a private game, else Forbidden."""
    seat = first_seat(game, account.id)
    if seat is None:
        raise NotFound if game.visibility == Visibility.PRIVATE else Forbidden("not-a-player")
    return seat


def pause(account_id: int, until: datetime | None, now: datetime) -> Account:
    """Pause all emails about the account's games until then, or resume; Invalid `bad-pause`. Deadlines go on."""
    if until is not None and not now < until <= now + LONGEST_PAUSE:
        raise Invalid("bad-pause", longest_days=LONGEST_PAUSE.days)
    with transaction():
        account = locked_account(account_id)
        account.paused_until = until
        redate(account, now)
        return account


def stop_mail(account_id: int, kind: str) -> None:
    """Unsubscribe the account from a kind of email, and from those it gathers."""
    meant = [each for each in kinds_meant(kind) if each in stoppable()]
    with transaction() as current:
        account = current.get_one(Account, account_id, with_for_update=True, populate_existing=True)
        account.muted = [*(other for other in account.muted if other not in meant), *meant]


def stop_only(account_id: int, kinds: Collection[str], now: datetime) -> None:
    """Unsubscribe the account from exactly these kinds; current turns are announced if they now are wanted."""
    with transaction():
        account = locked_account(account_id)
        account.muted = [kind for kind in stoppable() if kind in kinds]
        redate(account, now)


def choose_among(account_id: int, shown: Collection[str], wanted: Collection[str], now: datetime) -> None:
    """Subscribe the account to the `wanted` of the kinds `shown`; the others do not change."""
    with transaction():
        others = set(locked_account(account_id).muted) - set(shown)
        stop_only(account_id, others | (set(shown) - set(wanted)), now)


def resume_mail(account_id: int, kind: str, now: datetime) -> None:
    """Subscribe the account to a kind again, and to those it gathers."""
    with transaction():
        others = set(locked_account(account_id).muted) - set(kinds_meant(kind))
        stop_only(account_id, others, now)


def is_paused(account: Account, now: datetime) -> bool:
    """Check whether emails about the account's games are paused."""
    return account.paused_until is not None and account.paused_until > now


def turns_ending_before(account: Account, time: datetime) -> int:
    """Count the games in which the account must move before that time."""
    return sum(game.deadline is not None and game.deadline < time for game in _games_to_move_in(account))


def note_presence(game: Game, account: Account, version: int | None, now: datetime) -> None:
    """Record that the account looks at that version of a locked game, and delay its emails about it.

    A page with an older version has not shown the news of an email. Errors as in `own_seat`.
    """
    if is_presence_due(game, account, version, now):
        own_seat(game, account).here_at = now
        _redate_waiting(account, now, game.id)


def is_presence_due(game: Game, account: Account, version: int | None, now: datetime) -> bool:
    """Check whether a sighting must be recorded: not twice in a row, nor without an address.

    Errors as in `own_seat`.
    """
    noted_at = own_seat(game, account).here_at
    is_old = noted_at is None or noted_at <= now - PRESENCE_NOTED_EVERY
    return game.version == version and is_old and account.email is not None


def redate(account: Account, now: datetime, game_id: str | None = None) -> None:
    """Redate the account's waiting notices, of one game or all, by its current preferences.

    A current turn without an announcement, because none was wanted, is announced now.
    """
    _redate_waiting(account, now, game_id)
    for game in _games_to_move_in(account, game_id):
        for kind in kinds_of_turns():
            _announce(kind, account, game, now)
    wake.wake(queues.NOTICES)


def _redate_waiting(account: Account, now: datetime, game_id: str | None) -> None:
    """Redate the account's queued notices only."""
    session().flush()
    theirs = Notice.account_id == account.id, Notice.kind.in_(stoppable())
    waiting = select(Notice).where(*theirs, Notice.state == WorkState.QUEUED)
    if game_id is not None:
        waiting = waiting.where(Notice.game_id == game_id)
    locking = waiting.with_for_update().execution_options(populate_existing=True)
    for notice in session().scalars(locking).all():
        _put(notice, _due(notice, account, now))


def redate_reminders(now: datetime) -> None:
    """Redate waiting reminders before the current deadlines."""
    waiting = (
        select(Notice, Account, Game)
        .join(Account, Account.id == Notice.account_id)
        .join(Game, Game.id == Notice.game_id)
        .where(Notice.kind == "reminder", Notice.state == WorkState.QUEUED, Notice.version == Game.turn)
    )
    for notice, account, game in session().execute(waiting):
        notice.due_at = wanted_at("reminder", account, now, game) or notice.due_at


def _due(notice: Notice, account: Account, now: datetime) -> datetime | None:
    """Compute when the notice is due now; one that would be sent already is dated as if written now."""
    game = session().get_one(Game, notice.game_id)
    due = wanted_at(notice.kind, account, notice.created_at, game)
    return due if due is None or due > now else wanted_at(notice.kind, account, now, game)


def _put(notice: Notice, due: datetime | None) -> None:
    notice.state = WorkState.QUEUED if due else WorkState.SUPERSEDED
    notice.due_at = due or notice.due_at


def _games_to_move_in(account: Account, game_id: str | None = None) -> list[Game]:
    own = and_(GameSeat.account_id == account.id, GameSeat.number == Game.to_move, GameSeat.ai_level.is_(None))
    playing = select(Game).where(Game.status == GameStatus.ACTIVE, Game.seats.any(own))
    return list(session().scalars(playing if game_id is None else playing.where(Game.id == game_id)))


def _announce(kind: str, account: Account, game: Game, now: datetime) -> None:
    about = {"kind": kind, "account_id": account.id, "game_id": game.id, "version": game.turn}
    known = session().scalar(select(Notice).filter_by(**about).with_for_update())
    if known is not None and known.state == WorkState.SUPERSEDED and known.envelope_id is None:
        _put(known, _due(known, account, now))
    elif known is None:
        try:
            with session().begin_nested():
                write_notice(kind, account, now, game, game.to_move)
        except IntegrityError:
            return  # a concurrent transaction began the turn, and announces it
