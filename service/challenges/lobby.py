"""The lobby: challenges to anybody, accepted by hand or paired with another challenge that fits.

A challenge is free while fewer of its games go on than it allows. It is no longer offered once its owner has run out of
time in one of them: an absent owner would waste the time of others. Two people play one such game at a time. A range of
ratings counts when two players are paired; a player without a rating counts as a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, delete, exists, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from rules import Game as Ruleset
from service.challenges.terms import (
    FOR_TWO,
    NewChallenge,
    check_challenger,
    is_same_game,
    is_within,
    suitable,
)
from service.config.limits import limit
from service.db.engines import session, transaction
from service.language.errors import Conflict, Invalid, NotFound
from service.models import (
    Account,
    Block,
    Challenge,
    ChallengeGame,
    ChallengeState,
    EndedBy,
    Game,
    GameSeat,
    Visibility,
)
from service.notifications.notices import wanted_notices
from service.play.games import NewGame, SeatWish, check_setup, create_game, ruleset_named, rulesets
from service.play.head_to_head import games_together
from service.play.invitations import lock_inviter
from service.play.open_seats import join_key_of
from service.play.seating import seat_number
from service.play.seats import OPEN, join
from service.play.timekeeping import Fast
from service.play.visitor_places import Holder, Places, counted
from service.ratings.ratings import ratings_in, values_in
from service.ratings.results import pool_of
from service.ratings.scale import ShownRating
from service.security import rates
from service.security.keys import new_game_id

CHALLENGES = limit("challenges")
MOST_AT_ONCE = 10
LISTED = 100
"""Maximum number of challenges shown, the oldest first."""
MET = 1000
"""Maximum number of challenges that are searched for pairs."""
_OLDEST = Challenge.created_at, Challenge.id
_WAITS = Challenge.state == ChallengeState.WAITING


@dataclass(frozen=True)
class OpenChallenge:
    """A challenge that can be accepted, and its owner's rating in that kind of game; None for none or a hidden one."""

    challenge: Challenge
    rating: ShownRating | None


@dataclass(frozen=True)
class OwnChallenge:
    """A challenge for its owner: the number of its games that go on, and whether it is no longer offered."""

    challenge: Challenge
    games: int
    rests: bool


def challenge_anybody(owner: Account, wish: NewChallenge, now: datetime) -> tuple[Challenge, Game | None]:
    """Create a challenge; if another one fits, start their game at once and return it too.

    Refused as `check_challenger` is. Raise Invalid `bad-setup`, `no-challenge` where a game is not for two; NotFound
    `no-such-ruleset`; Conflict `challenges-enough`, `challenge-stands` for a duplicate.
    """
    check_challenger(owner, wish)
    ruleset = ruleset_named(wish.ruleset or "")
    is_plain = wish.seats in (None, FOR_TWO) and wish.visibility == Visibility.PRIVATE
    if not can_be_challenged_to(ruleset) or not is_plain:
        raise Invalid("no-challenge")
    options = check_setup(ruleset, wish.game(ruleset.id, SeatWish(open=True)))
    with transaction() as current:
        lock_inviter(owner)
        new = Challenge(
            id=new_game_id(),
            account_id=owner.id,
            state=ChallengeState.WAITING,
            ruleset=ruleset.id,
            options=options,
            least_days=wish.least_days,
            most_days=wish.most_days,
            fast_clock=None if wish.fast is None else {**vars(wish.fast)},
            rated=wish.rated,
            rating_from=wish.rating_from,
            rating_to=wish.rating_to,
            at_once=wish.at_once,
            created_at=now,
        )
        known = current.scalars(select(Challenge).where(*_waits_of(owner))).all()
        if any(is_same_game(new, each) for each in known):
            raise Conflict("challenge-stands")
        if not rates.has_room(CHALLENGES, len(known)):
            raise Conflict("challenges-enough", most=rates.amount(CHALLENGES))
        current.add(new)
        current.flush()
        return new, _meet_one(new, now)


def can_be_challenged_to(ruleset: Ruleset) -> bool:
    """Return whether two players can play the game against each other."""
    return FOR_TWO in ruleset.players and not ruleset.cooperative


def take_back_all(owner: Account) -> int:
    """Delete the account's challenges to anybody; return their number."""
    with transaction() as current:
        gone = delete(Challenge).where(*_waits_of(owner)).returning(Challenge.id)
        return len(current.scalars(gone).all())


def take_up(challenge_id: str, account: Account, now: datetime) -> Game:
    """Accept a challenge and start its game.

    Raise NotFound if it has ended or one of the two blocks the other; Forbidden `not-a-person`, `suspended`; Conflict
    `own-challenge`, `rating-out-of-range`, `challenge-busy` while all of its games go on, `visitors-enough` while too
    many of them are with visitors, `playing-already` while one goes on between these two.
    """
    check_challenger(account, NewChallenge())
    with transaction():
        challenge = _locked(challenge_id)
        if challenge is None or not _is_met(challenge, _welcomes(Challenge.account_id, account.id)):
            raise NotFound
        if challenge.account_id == account.id:
            raise Conflict("own-challenge")
        if _play_already(challenge, account):
            raise Conflict("playing-already")
        if not suitable(challenge, [account.id], now):
            raise Conflict("rating-out-of-range", rating_from=challenge.rating_from, rating_to=challenge.rating_to)
        if _is_met(challenge, _has_run_out()):
            raise Conflict("challenge-busy")
        return _begin(challenge, account, challenge.most_days, now)


def open_challenges(viewer: Account | None, now: datetime, ruleset: str | None = None) -> Sequence[OpenChallenge]:
    """List the free challenges of others that are for the viewer's rating, the oldest first.

    People of whom one blocks the other do not see each other's.
    """
    found = _free(now).where(Challenge.ruleset == ruleset) if ruleset else _free(now)
    if viewer is not None:
        welcome = _welcomes(Challenge.account_id, viewer.id)
        found = found.where(Challenge.account_id != viewer.id, welcome)
    challenges = session().scalars(found.limit(MET)).all()
    pools = {each: pool_of(each.ruleset, each.options) or "" for each in challenges}
    if viewer is not None:
        values = {pool: values_in([viewer.id], pool, now)[viewer.id] for pool in set(pools.values())}
        challenges = [each for each in challenges if is_within(each, values[pools[each]])]
    owners = {each.account_id for each in challenges if each.account.hidden_since is None}
    ratings = {pool: ratings_in(owners, pool, now) for pool in set(pools.values())}
    return [OpenChallenge(each, ratings[pools[each]].get(each.account_id)) for each in challenges[:LISTED]]


def own_challenges(owner: Account) -> Sequence[OwnChallenge]:
    """List the challenges of an account to anybody, the oldest first."""
    theirs = select(Challenge, counted(_places().games), _has_run_out()).where(*_waits_of(owner))
    return [OwnChallenge(*row) for row in session().execute(theirs.order_by(*_OLDEST))]


def meet_all(now: datetime) -> int:
    """Pair challenges that fit each other and return the number of games begun; refused pairs wait for the next run."""
    free, met = session().scalars(_free(now).limit(MET)).all(), 0
    for number, each in enumerate(free):
        if any(_fit(each, before) for before in free[:number]):
            with transaction():
                challenge = _locked(each.id, skip=True)
                game = _meet_one(challenge, now) if challenge is not None else None
                met += game is not None
                if game is not None:
                    _tell_found(game, each.account, now)
    return met


def _tell_found(game: Game, owner: Account, now: datetime) -> None:
    """Notify a player who was paired as a guest, unless another email says that it is their turn."""
    own = seat_number(game, owner)
    host = next(seat for seat in game.seats if seat.account_id == game.creator_id)
    if game.to_move != own:
        session().write(wanted_notices("accepted", owner, now, game, own, {"place": host.place}))


def _meet_one(challenge: Challenge, now: datetime) -> Game | None:
    """Pair a challenge, which is locked or new, with the oldest other that fits; return the game, or None."""
    owner = challenge.account_id
    others = _free(now).where(
        Challenge.ruleset == challenge.ruleset,
        Challenge.account_id != owner,
        _welcomes(Challenge.account_id, owner),
    )
    fitting = [each for each in session().scalars(others.limit(MET)) if _fit(challenge, each)]
    welcome = suitable(challenge, [each.account_id for each in fitting], now)
    for other in [each for each in fitting if each.account_id in welcome]:
        if suitable(other, [owner], now) and not _play_already(other, challenge.account):
            held = _locked(other.id, skip=True)
            if held is not None and all(_is_met(each, _is_free(now)) for each in (held, challenge)):
                _places(challenge).take(held.account, now, Conflict("challenge-busy"))
                game = _begin(held, challenge.account, min(challenge.most_days, held.most_days), now)
                session().add(ChallengeGame(challenge_id=challenge.id, game_id=game.id))
                return game
    return None


def _begin(challenge: Challenge, other: Account, days: int, now: datetime) -> Game:
    _places(challenge).take(other, now, Conflict("challenge-busy"))
    fast = Fast(**challenge.fast_clock) if challenge.fast_clock is not None else None
    wish = NewGame(
        challenge.ruleset,
        [SeatWish(me=True), SeatWish(open=True)],
        challenge.options,
        days_per_move=days,
        fast=fast,
        rated=challenge.rated,
    )
    game = create_game(challenge.account, wish, now)
    session().add(ChallengeGame(challenge_id=challenge.id, game_id=game.id))
    return join(game.id, other, now, key=join_key_of(game))


def _locked(challenge_id: str, *, skip: bool = False) -> Challenge | None:
    """Lock a challenge until the transaction ends; None if it has ended, or with `skip` if it is locked already."""
    found = select(Challenge).where(Challenge.id == challenge_id, _WAITS)
    held = found.with_for_update(of=Challenge, skip_locked=skip)
    return session().scalar(held.execution_options(populate_existing=True))


def _fit(one: Challenge, other: Challenge) -> bool:
    """Return whether the terms of two challenges have a game in common."""
    have_common_days = max(one.least_days, other.least_days) <= min(one.most_days, other.most_days)
    return one.account_id != other.account_id and is_same_game(one, other) and have_common_days


def _waits_of(owner: Account) -> tuple[ColumnElement[bool], ...]:
    return _WAITS, Challenge.account_id == owner.id


def _free(now: datetime) -> Select[Challenge]:
    """Select the challenges that can be accepted, the oldest first."""
    is_there = and_(Account.suspended_at.is_(None), Account.unreachable_since.is_(None))
    is_offered = Challenge.ruleset.in_(rulesets())
    found = select(Challenge).where(_WAITS, _is_free(now), is_offered, Challenge.account.has(is_there))
    return found.order_by(*_OLDEST)


def _is_met(challenge: Challenge, condition: ColumnElement[bool]) -> bool:
    found = select(Challenge.id).where(Challenge.id == challenge.id, condition)
    return session().scalar(found) is not None


def _is_free(now: datetime) -> ColumnElement[bool]:
    return and_(_places().are_free(None, now), ~_has_run_out())


def _places(of: Challenge | type[Challenge] = Challenge) -> Places:
    """Return the places of a challenge, or else of each challenge that a query selects."""
    taker = aliased(GameSeat)
    games = (
        select(Game.id)
        .join(ChallengeGame, ChallengeGame.game_id == Game.id)
        .join(taker, and_(taker.game_id == Game.id, taker.account_id != of.account_id))
        .join(Holder, Holder.id == taker.account_id)
        .where(ChallengeGame.challenge_id == of.id, Game.status.in_(OPEN))
    )
    return Places(of.at_once, games.correlate(Challenge))


def _has_run_out() -> ColumnElement[bool]:
    """Return a condition: the owner has run out of time in a game of the challenge."""
    lost = exists().where(
        ChallengeGame.challenge_id == Challenge.id,
        GameSeat.game_id == ChallengeGame.game_id,
        GameSeat.account_id == Challenge.account_id,
        GameSeat.left_by == EndedBy.TIME,
    )
    return lost.correlate(Challenge)


def _welcomes(one: InstrumentedAttribute[int], other: int) -> ColumnElement[bool]:
    """Return a condition: neither of two people blocks the other."""
    either = or_(
        and_(Block.account_id == one, Block.blocked_id == other),
        and_(Block.account_id == other, Block.blocked_id == one),
    )
    return ~exists().where(either)


def _play_already(challenge: Challenge, other: Account) -> bool:
    """Return whether a game from any challenge goes on between a challenge's owner and an account."""
    is_from_challenge = exists().where(ChallengeGame.game_id == Game.id)
    shared = games_together(challenge.account, other).where(Game.status.in_(OPEN), is_from_challenge)
    return session().scalar(shared.with_only_columns(Game.id).limit(1)) is not None
