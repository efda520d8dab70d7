"""Substitutes: another player takes over the seat of a player out of time, in games that allow it.

The computer plays until then, and the former player can come back as long as nobody has taken the seat. Volunteers are
asked by email when a seat is abandoned; anybody can search for one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, text
from sqlalchemy.orm import InstrumentedAttribute, aliased

from rules import Seat
from service.accounts.accounts import locked_account
from service.accounts.measures import check_open
from service.accounts.vacations import is_on_vacation
from service.config.limits import limit
from service.db.engines import session, transaction
from service.language.errors import Conflict, Forbidden
from service.models import (
    Account,
    Block,
    Game,
    GameSeat,
    GameStatus,
    Substitution,
    Visibility,
    Volunteer,
)
from service.play.games import ruleset_named
from service.play.seating import Precondition, game_seen_by, left_seats, lock_game, unconditional
from service.play.turns import change_hands
from service.security import rates
from service.security.addresses import mailbox_of

_Account: TypeAlias = int | InstrumentedAttribute[int]
_GameId: TypeAlias = str | InstrumentedAttribute[str]
SUBSTITUTES = limit("substitutes")
ASKED = 5
"""Volunteers who are asked about an abandoned seat: those first who have not been asked for longest."""
LOOKED_AT = 50
"""Volunteers among whom these are searched."""
LISTED = 100


def volunteer(account_id: int, rulesets: Collection[str], now: datetime) -> list[str]:
    """Volunteer as a substitute in games of exactly these rulesets, and return them sorted.

    Forbidden `not-a-person` for bots, `suspended`; NotFound `no-such-ruleset`.
    """
    wanted = {ruleset_named(name).id for name in rulesets}
    with transaction() as current:
        account = locked_account(account_id)
        _check_person(account)
        known = {each.ruleset: each for each in current.scalars(_of(account))}
        for name in set(known) - wanted:
            current.delete(known[name])
        for name in sorted(wanted - set(known)):
            current.add(Volunteer(account_id=account.id, ruleset=name, created_at=now))
    return sorted(wanted)


def volunteers_for(account: Account) -> list[str]:
    """Return the rulesets for which the account volunteers as a substitute, sorted."""
    return sorted(each.ruleset for each in session().scalars(_of(account)))


def games_with_left_seats(viewer: Account | None, ruleset: str | None = None) -> Sequence[Game]:
    """List games with a seat for a substitute, the longest waiting first.

    Leave out games with people who block the viewer or are blocked, and games in which the viewer has or had a seat;
    private ones are listed only for people who are signed in, as in `seating.game_seen_by`.
    """
    since = select(func.min(GameSeat.stood_in_at)).where(GameSeat.game_id == Game.id).scalar_subquery()
    found = select(Game).where(text("on_timeout = 'substitute'"), Game.status == GameStatus.ACTIVE, since.is_not(None))
    if ruleset is not None:
        found = found.where(Game.ruleset == ruleset)
    if viewer is None or not _is_person(viewer):
        found = found.where(Game.visibility == Visibility.PUBLIC)
    if viewer is not None:
        found = found.where(~_is_at_table(viewer.id, Game.id), ~_is_unwelcome(viewer.id, Game.id))
    return session().scalars(found.order_by(since, Game.id).limit(LISTED)).all()


def take_over(
    game_id: str, seat: Seat, account: Account, now: datetime, precondition: Precondition = unconditional
) -> Game:
    """Take over an abandoned seat. Idempotent.

    NotFound for a private game without such a seat; Forbidden `not-a-person`, `suspended`; Conflict `seat-not-left` if
    nobody is away any more, `at-the-table` for an account that has or had a seat there, `substitute-unwelcome` if a
    player there blocks the account or is blocked, `substitute-enough` for too many such games.
    """
    with transaction() as current:
        game = lock_game(game_id)
        game_seen_by(game_id, account)
        if _has_taken_over(game, seat, account):
            return game
        precondition(game)
        _check_person(account)
        left = next((each for each in left_seats(game) if each.number == seat), None)
        if left is None:
            raise Conflict("seat-not-left")
        if session().scalar(select(_is_at_table(account.id, game.id))):
            raise Conflict("at-the-table")
        if session().scalar(select(_is_unwelcome(account.id, game.id))):
            raise Conflict("substitute-unwelcome")
        if not rates.has_room(SUBSTITUTES, _games_of(account)):
            raise Conflict("substitute-enough", most=rates.amount(SUBSTITUTES))
        former = left.account_id
        change_hands(game, left, account, now)
        current.add(
            Substitution(
                game_id=game.id,
                version=game.version,
                seat=seat,
                account_id=former,
                substitute_id=account.id,
                entry=game.log_length,
                at=now,
            )
        )
        return game


def former_player(game_id: str, seat: Seat, address: str | None) -> Account | None:
    """Return the former player of a seat taken over, by their address."""
    was_theirs = (
        Substitution.game_id == game_id,
        Substitution.seat == seat,
        Account.mailbox == mailbox_of(address or ""),
    )
    return session().scalar(
        select(Account).join(Substitution, Substitution.account_id == Account.id).where(*was_theirs).limit(1)
    )


def to_be_asked(game: Game, now: datetime) -> Sequence[Account]:
    """Select the volunteers to ask about an abandoned seat, and record that they were asked."""
    would = (
        select(Volunteer)
        .join(Volunteer.account)
        .where(Volunteer.ruleset == game.ruleset, Account.suspended_at.is_(None), Account.unreachable_since.is_(None))
        .where(~_is_at_table(Volunteer.account_id, game.id), ~_is_unwelcome(Volunteer.account_id, game.id))
        .order_by(Volunteer.asked_at.is_not(None), Volunteer.asked_at, Volunteer.created_at)
        .limit(LOOKED_AT)
        .with_for_update(of=Volunteer, skip_locked=True)
    )
    there = [each for each in session().scalars(would) if not is_on_vacation(each.account, now)][:ASKED]
    for each in there:
        each.asked_at = now
    return [each.account for each in there]


def _check_person(account: Account) -> None:
    check_open(account)
    if not _is_person(account):
        raise Forbidden("not-a-person")


def _is_person(account: Account) -> bool:
    return account.owner_id is None and account.visitor_since is None


def _of(account: Account) -> Select[Volunteer]:
    return select(Volunteer).where(Volunteer.account_id == account.id)


def _has_taken_over(game: Game, seat: Seat, account: Account) -> bool:
    return any(each.number == seat and each.account_id == account.id and each.taken_over_at for each in game.seats)


def _games_of(substitute: Account) -> int:
    """Count the active games in which the account is a substitute."""
    theirs = GameSeat.account_id == substitute.id, GameSeat.taken_over_at.is_not(None), GameSeat.left_by.is_(None)
    going_on = select(func.count()).select_from(GameSeat).join(Game, Game.id == GameSeat.game_id)
    return session().scalar(going_on.where(*theirs, Game.status == GameStatus.ACTIVE)) or 0


def _is_at_table(account: _Account, game: _GameId) -> ColumnElement[bool]:
    """Return a condition: an account has or had a seat in a game."""
    has = exists().where(GameSeat.game_id == game, GameSeat.account_id == account)
    return or_(has, exists().where(Substitution.game_id == game, Substitution.account_id == account))


def _is_unwelcome(account: _Account, game: _GameId) -> ColumnElement[bool]:
    """Return a condition: a player of a game blocks an account, or is blocked by it."""
    seated = aliased(Account)
    person = func.coalesce(seated.owner_id, seated.id)
    either = or_(
        and_(Block.account_id == account, Block.blocked_id == person),
        and_(Block.account_id == person, Block.blocked_id == account),
    )
    return exists().where(GameSeat.game_id == game, seated.id == GameSeat.account_id, either)
