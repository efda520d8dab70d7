"""Challenges to one player, or to the computer: a game with an invitation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from service.accounts.accounts import account_named
from service.challenges.terms import FOR_TWO, NewChallenge, check_challenger
from service.db.engines import session, transaction
from service.language.errors import Invalid
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.play.games import NewGame, SeatWish, check_setup, create_game, ruleset_named
from service.play.seats import join
from service.play.turn_clocks import terms_of


def challenge_one(owner: Account, other: SeatWish, wish: NewChallenge, now: datetime) -> Game:
    """Create the game with an invitation; the same invitation between the two, if there is one, takes its place.

    The other player's is accepted; the owner's own is returned as it is. Refused as `check_challenger` and
    `create_game` are; Invalid `no-challenge` with a range of days or of ratings, more games at once, or no ruleset.
    """
    check_challenger(owner, wish)
    is_plain = wish.is_for_one_game and wish.rating_from is None and wish.rating_to is None
    if not is_plain or wish.ruleset is None:
        raise Invalid("no-challenge")
    game = wish.game(wish.ruleset, other, wish.seats or FOR_TWO)
    with transaction():
        if other.account is None:
            return create_game(owner, game, now)
        both = owner, account_named(other.account)
        _lock(both)
        known = _invitation_between(both, game)
        if known is None:
            return create_game(owner, game, now)
        return known if known.creator_id == owner.id else join(known.id, owner, now)


def _lock(both: Sequence[Account]) -> None:
    """Serialize the challenges of two players to each other; others can refer to their rows meanwhile."""
    rows = select(Account.id).where(Account.id.in_([each.id for each in both])).order_by(Account.id)
    session().execute(rows.with_for_update(key_share=True))


def _invitation_between(players: Sequence[Account], wanted: NewGame) -> Game | None:
    """Return the oldest open invitation of one of two players to the other that is to the same game."""
    options, both = check_setup(ruleset_named(wanted.ruleset), wanted), [each.id for each in players]
    invited = (
        select(Game)
        .join(GameSeat, GameSeat.game_id == Game.id)
        .where(Game.creator_id.in_(both), Game.status == GameStatus.INVITING, Game.match_id.is_(None))
        .where(GameSeat.state == SeatState.INVITED, GameSeat.account_id.in_(both))
        .where(Game.ruleset == wanted.ruleset, Game.rated == wanted.rated, Game.visibility == wanted.visibility)
        .order_by(Game.created_at, Game.id)
    )
    same = (options, len(wanted.seats), wanted.terms)
    found = session().scalars(invited).all()
    return next((game for game in found if (game.options, len(game.seats), terms_of(game)) == same), None)
