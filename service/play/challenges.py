"""Challenges: an open offer of a game for two, accepted by hand or paired with another challenge that fits.

A challenge is free while fewer of its games go on than it allows. It is no longer offered once its owner has run out of
time in one of them: an absent owner would waste the time of others. Two people play one such game at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from rules import Game as Ruleset
from service.accounts.measures import check_open
from service.config.limits import limit
from service.db.engines import session, transaction
from service.language.errors import Conflict, Forbidden, Invalid, NotFound
from service.models import Account, Block, ChallengeGame, EndedBy, Game, GameSeat, StandingChallenge
from service.play.games import NewGame, SeatWish, check_setup, create_game, ruleset_named, rulesets
from service.play.open_seats import join_key_of
from service.play.seats import OPEN, join
from service.play.timekeeping import Fast
from service.play.visitor_places import Holder, Places
from service.security import rates
from service.security.keys import new_game_id

FOR_TWO = 2
CHALLENGES = limit("challenges")
MOST_AT_ONCE = 10
LISTED = 100
"""Maximum number of challenges shown, the oldest first."""
MET = 1000
"""Maximum number of challenges that are searched for pairs."""
_OLDEST = StandingChallenge.created_at, StandingChallenge.id


@dataclass(frozen=True)
class NewChallenge:
    """The terms of a challenge; with a fast clock, the days are for each player's first move."""

    ruleset: str
    options: Mapping[str, str] = field(default_factory=dict)
    least_days: int = 3
    most_days: int = 3
    fast: Fast | None = None
    at_once: int = 1


@dataclass(frozen=True)
class OwnChallenge:
    """A challenge for its owner: the number of its games that go on, and whether it is no longer offered."""

    challenge: StandingChallenge
    games: int
    rests: bool


def challenge_anybody(owner: Account, wish: NewChallenge, now: datetime) -> tuple[StandingChallenge, Game | None]:
    """Create a challenge; if another one fits, start their game at once and return it too.

    Raise Forbidden `not-a-person` for bots, `suspended`; Invalid `bad-setup`, `no-challenge` where a game is not for
    two, or `least_days` exceeds `most_days`; NotFound `no-such-ruleset`; Conflict `challenges-enough`,
    `challenge-stands` for a duplicate.
    """
    _check_person(owner)
    ruleset = ruleset_named(wish.ruleset)
    if not can_be_challenged_to(ruleset) or wish.least_days > wish.most_days:
        raise Invalid("no-challenge")
    options = check_setup(ruleset, NewGame(wish.ruleset, [SeatWish(open=True)] * FOR_TWO, options=wish.options))
    with transaction() as current:
        current.execute(select(Account.id).where(Account.id == owner.id).with_for_update(key_share=True))
        new = StandingChallenge(
            id=new_game_id(),
            account_id=owner.id,
            ruleset=ruleset.id,
            options=options,
            least_days=wish.least_days,
            most_days=wish.most_days,
            fast_clock=None if wish.fast is None else {**vars(wish.fast)},
            at_once=wish.at_once,
            created_at=now,
        )
        known = current.scalars(select(StandingChallenge).where(StandingChallenge.account_id == owner.id)).all()
        if any(_is_same(new, each) for each in known):
            raise Conflict("challenge-stands")
        if not rates.has_room(CHALLENGES, len(known)):
            raise Conflict("challenges-enough", most=rates.amount(CHALLENGES))
        current.add(new)
        current.flush()
        return new, _meet_one(new, now)


def challenge_to(game: NewGame) -> NewChallenge:
    """Convert a new game to a challenge; Invalid `no-challenge` if it has settings that a challenge lacks."""
    days = game.days_per_move
    plain = NewGame(game.ruleset, game.seats[:1], game.options, days_per_move=days, fast=game.fast)
    if game != plain:
        raise Invalid("no-challenge")
    return NewChallenge(game.ruleset, game.options, days, days, game.fast)


def can_be_challenged_to(ruleset: Ruleset) -> bool:
    """Return whether two players can play the game against each other."""
    return FOR_TWO in ruleset.players and not ruleset.cooperative


def take_back_challenge(challenge_id: str, owner: Account) -> None:
    """Delete a challenge; its games go on. NotFound unless it is the owner's."""
    with transaction() as current:
        found = current.get(StandingChallenge, challenge_id)
        if found is None or found.account_id != owner.id:
            raise NotFound
        current.delete(found)


def take_up(challenge_id: str, account: Account, now: datetime) -> Game:
    """Accept a challenge and start its game.

    Raise NotFound if it has ended or one of the two blocks the other; Forbidden `not-a-person`, `suspended`; Conflict
    `own-challenge`, `challenge-busy` while all of its games go on, `visitors-enough` while too many of them are with
    visitors, `playing-already` while one goes on between these two.
    """
    _check_person(account)
    with transaction():
        challenge = _locked(challenge_id)
        if challenge is None or not _is_met(challenge, _welcomes(StandingChallenge.account_id, account.id)):
            raise NotFound
        if challenge.account_id == account.id:
            raise Conflict("own-challenge")
        if _play_already(challenge, account):
            raise Conflict("playing-already")
        if _is_met(challenge, _has_run_out()):
            raise Conflict("challenge-busy")
        return _begin(challenge, account, challenge.most_days, now)


def open_challenges(viewer: Account | None, now: datetime, ruleset: str | None = None) -> Sequence[StandingChallenge]:
    """List the free challenges of others, the oldest first, without people of whom one blocks the other."""
    found = _free(now).where(StandingChallenge.ruleset == ruleset) if ruleset else _free(now)
    if viewer is not None:
        welcome = _welcomes(StandingChallenge.account_id, viewer.id)
        found = found.where(StandingChallenge.account_id != viewer.id, welcome)
    return session().scalars(found.limit(LISTED)).all()


def own_challenges(owner: Account) -> Sequence[OwnChallenge]:
    """List the challenges of an account, the oldest first."""
    of_it = ChallengeGame.challenge_id == StandingChallenge.id, Game.status.in_(OPEN)
    going_on = select(func.count()).select_from(ChallengeGame).join(Game, Game.id == ChallengeGame.game_id)
    games_going_on = going_on.where(*of_it).correlate(StandingChallenge).scalar_subquery()
    theirs = select(StandingChallenge, games_going_on, _has_run_out()).where(StandingChallenge.account_id == owner.id)
    found = session().execute(theirs.order_by(*_OLDEST))
    return [OwnChallenge(challenge, games, rests) for challenge, games, rests in found]


def meet_all(now: datetime) -> int:
    """Pair challenges that fit each other and return the number of games begun; refused pairs wait for the next run."""
    free, met = session().scalars(_free(now).limit(MET)).all(), 0
    seen: list[StandingChallenge] = []
    for each in free:
        if any(_fit(each, before) for before in seen):
            with transaction():
                challenge = _locked(each.id, skip=True)
                met += challenge is not None and _meet_one(challenge, now) is not None
        seen.append(each)
    return met


def _check_person(account: Account) -> None:
    check_open(account)
    if account.owner_id is not None:
        raise Forbidden("not-a-person")


def _meet_one(challenge: StandingChallenge, now: datetime) -> Game | None:
    """Pair a challenge, which is locked or new, with the oldest other that fits; return the game, or None."""
    owner = challenge.account_id
    others = _free(now).where(
        StandingChallenge.ruleset == challenge.ruleset,
        StandingChallenge.account_id != owner,
        _welcomes(StandingChallenge.account_id, owner),
    )
    for other in session().scalars(others.limit(LISTED)).all():
        if _fit(challenge, other) and not _play_already(other, challenge.account):
            held = _locked(other.id, skip=True)
            if held is not None and all(_is_met(each, _is_free(now)) for each in (held, challenge)):
                _places(challenge).take(held.account, now, Conflict("challenge-busy"))
                game = _begin(held, challenge.account, min(challenge.most_days, held.most_days), now)
                session().add(ChallengeGame(challenge_id=challenge.id, game_id=game.id))
                return game
    return None


def _begin(challenge: StandingChallenge, other: Account, days: int, now: datetime) -> Game:
    _places(challenge).take(other, now, Conflict("challenge-busy"))
    fast = Fast(**challenge.fast_clock) if challenge.fast_clock is not None else None
    seats = [SeatWish(me=True), SeatWish(open=True)]
    wish = NewGame(challenge.ruleset, seats, challenge.options, days_per_move=days, fast=fast)
    game = create_game(challenge.account, wish, now)
    session().add(ChallengeGame(challenge_id=challenge.id, game_id=game.id))
    return join(game.id, other, now, key=join_key_of(game))


def _locked(challenge_id: str, *, skip: bool = False) -> StandingChallenge | None:
    """Lock a challenge until the transaction ends; None if it has ended, or with `skip` if it is locked already."""
    found = select(StandingChallenge).where(StandingChallenge.id == challenge_id)
    held = found.with_for_update(of=StandingChallenge, skip_locked=skip)
    return session().scalar(held.execution_options(populate_existing=True))


def _is_same(new: StandingChallenge, known: StandingChallenge) -> bool:
    of_both = [(each.ruleset, each.options, each.fast_clock) for each in (new, known)]
    return of_both[0] == of_both[1]


def _fit(one: StandingChallenge, other: StandingChallenge) -> bool:
    """Return whether the terms of two challenges have a game in common."""
    have_common_days = max(one.least_days, other.least_days) <= min(one.most_days, other.most_days)
    return one.account_id != other.account_id and _is_same(one, other) and have_common_days


def _free(now: datetime) -> Select[StandingChallenge]:
    """Select the challenges that can be accepted, the oldest first."""
    is_there = and_(Account.suspended_at.is_(None), Account.unreachable_since.is_(None))
    is_offered = StandingChallenge.ruleset.in_(rulesets())
    found = select(StandingChallenge).where(_is_free(now), is_offered, StandingChallenge.account.has(is_there))
    return found.order_by(*_OLDEST)


def _is_met(challenge: StandingChallenge, condition: ColumnElement[bool]) -> bool:
    found = select(StandingChallenge.id).where(StandingChallenge.id == challenge.id, condition)
    return session().scalar(found) is not None


def _is_free(now: datetime) -> ColumnElement[bool]:
    return and_(_places().are_free(None, now), ~_has_run_out())


def _places(of: StandingChallenge | type[StandingChallenge] = StandingChallenge) -> Places:
    """Return the places of a challenge, or else of each challenge that a query selects."""
    taker = aliased(GameSeat)
    games = (
        select(Game.id)
        .join(ChallengeGame, ChallengeGame.game_id == Game.id)
        .join(taker, and_(taker.game_id == Game.id, taker.account_id != of.account_id))
        .join(Holder, Holder.id == taker.account_id)
        .where(ChallengeGame.challenge_id == of.id, Game.status.in_(OPEN))
    )
    return Places(of.at_once, games.correlate(StandingChallenge))


def _has_run_out() -> ColumnElement[bool]:
    """Return a condition: the owner has run out of time in a game of the challenge."""
    lost = exists().where(
        ChallengeGame.challenge_id == StandingChallenge.id,
        GameSeat.game_id == ChallengeGame.game_id,
        GameSeat.account_id == StandingChallenge.account_id,
        GameSeat.left_by == EndedBy.TIME,
    )
    return lost.correlate(StandingChallenge)


def _welcomes(one: InstrumentedAttribute[int], other: int) -> ColumnElement[bool]:
    """Return a condition: neither of two people blocks the other."""
    either = or_(
        and_(Block.account_id == one, Block.blocked_id == other),
        and_(Block.account_id == other, Block.blocked_id == one),
    )
    return ~exists().where(either)


def _play_already(challenge: StandingChallenge, other: Account) -> bool:
    """Return whether a game from any challenge goes on between a challenge's owner and an account."""
    seats = [aliased(GameSeat) for _ in range(FOR_TWO)]
    shared = select(Game.id).where(Game.status.in_(OPEN), exists().where(ChallengeGame.game_id == Game.id))
    for seat, account in zip(seats, (challenge.account_id, other.id), strict=True):
        shared = shared.join(seat, seat.game_id == Game.id).where(seat.account_id == account)
    return session().scalar(shared.limit(1)) is not None
