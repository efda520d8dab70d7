"""Batches: an organiser creates many games at once, for players who have agreed to that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from service.competitions.consents import check_agreed
from service.config.limits import limit
from service.db.engines import session, transaction
from service.language.errors import Forbidden, NotFound
from service.models import Account, Bot, Game, GameBatch
from service.play.adjudication import adjudicate
from service.play.arranged import arrange_game
from service.play.games import NewGame
from service.security import rates
from service.security.keys import new_game_id

ORGANISED = limit("organised-games")
MOST_GAMES = 64
"""Games of one batch. They are created in one transaction, which takes about a second."""
IDLE = timedelta(days=7)
"""How long nobody has moved before the organiser may decide a game."""


def create_batch(organiser: Account, games: Sequence[NewGame], now: datetime) -> GameBatch:
    """Create all games or none; each begins at once. Their seats have names of accounts.

    They count as games in the table of limits before the first is made: TooMany `rate-limited`. NotFound
    `no-such-account`; Forbidden `no-consent`, with the names; else refused as `arrange_game` is.
    """
    with transaction() as current:
        players = _players([seat.account or "" for game in games for seat in game.seats])
        check_agreed(organiser, list(players.values()))
        rates.spend(rates.Use(ORGANISED, f"account {organiser.person_id}", len(games)))
        # In a fixed order before all games, as each locks only its own bots: two batches cannot wait for each other.
        current.execute(
            select(Bot.account_id)
            .where(Bot.account.has(Account.name.in_(players)))
            .order_by(Bot.account_id)
            .with_for_update()
        )
        batch = GameBatch(id=new_game_id(), organiser_id=organiser.id, created_at=now)
        current.add(batch)
        current.flush()
        for game in games:
            arrange_game(organiser, [players[(seat.account or "").lower()] for seat in game.seats], game, now, batch.id)
        return batch


def batch_of(batch_id: str, organiser: Account) -> GameBatch:
    """Return a batch of the organiser, or NotFound."""
    batch = session().get(GameBatch, batch_id)
    if batch is None or batch.organiser_id != organiser.id:
        raise NotFound
    return batch


def games_of(batch: GameBatch) -> Sequence[Game]:
    """Return the games of a batch, in the order in which they were asked for."""
    return session().scalars(select(Game).where(Game.batch_id == batch.id).order_by(Game.number)).all()


def decide(game_id: str, organiser: Account, half_points: Sequence[int], reason: str, now: datetime) -> Game:
    """End a game of the organiser's batches in which nobody has moved for a week; refused as `adjudicate` is.

    Games of a tournament are not of a batch, and its rules say when they may be decided: NotFound. Forbidden `own-game`
    if the organiser plays in it, or is of one owner with a player.
    """
    theirs = Game.id == game_id, Game.batch_id.is_not(None), Game.creator_id == organiser.id
    game = session().scalar(select(Game).where(*theirs))
    if game is None:
        raise NotFound
    if organiser.person_id in [seat.account.person_id for seat in game.seats if seat.account is not None]:
        raise Forbidden("own-game")
    return adjudicate(game_id, organiser, half_points, reason, IDLE, now)


def _players(names: Sequence[str]) -> dict[str, Account]:
    """Return the confirmed accounts of these names, by name in lower case; NotFound `no-such-account`."""
    wanted = {name.lower() for name in names}
    found = {
        account.name: account
        for account in session().scalars(
            select(Account).where(Account.name.in_(wanted), Account.verified_at.is_not(None))
        )
    }
    for name in sorted(wanted - found.keys()):
        raise NotFound("no-such-account", name=name)
    return found
