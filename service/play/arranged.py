"""Games that an organiser arranges: the players sit in a given order, and the game begins at once.

The callers see to it that the players have agreed: by entering a tournament, or by their consent to the organiser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from service.accounts.accounts import person_behind
from service.accounts.blocks import blocking
from service.accounts.measures import check_open
from service.db.engines import transaction
from service.jobs.facts import tell
from service.language.errors import Conflict, Invalid
from service.models import Account, Game, GameSeat, SeatState
from service.play.contributions import contribute
from service.play.facts import GameSetUp, GameWished
from service.play.games import NewGame, SeatWish, check_setup, row_of, ruleset_named
from service.play.turns import begin_if_complete


def arrange_game(
    organiser: Account, players: Sequence[Account], wish: NewGame, now: datetime, batch_id: str | None = None
) -> Game:
    """Create a game with the players in the order of seats, and begin it; the server adds to the dice for each.

    The seats of the wish are ignored. Raise Invalid `bad-setup`, `seat-twice`; NotFound `no-such-ruleset`,
    `no-such-account` for a retired bot; Forbidden `suspended` for the organiser; Conflict `not-seatable` for a player
    whose account is suspended or closed, `invitations-unwanted` for one who has blocked the organiser, and for a bot as
    `bots.invitations.check_bots` does, except that its consent is not asked for. Each of these names the player.
    """
    check_open(organiser)
    wish = replace(wish, seats=[SeatWish(account=player.name) for player in players], shuffle_seats=False)
    options = check_setup(ruleset_named(wish.ruleset), wish)
    if len({player.id for player in players}) < len(players):
        raise Invalid("seat-twice")
    with transaction() as current:
        _check_seatable(players, organiser)
        tell(GameWished(organiser, [player.name for player in players], wish.offer(options), now, is_agreed=True))
        game = row_of(organiser, wish, options, now)
        game.batch_id = batch_id
        for number, player in enumerate(players):
            game.seats.append(
                GameSeat(
                    place=number,
                    number=number,
                    state=SeatState.TAKEN,
                    for_anybody=False,
                    account=player,
                    account_id=player.id,
                )
            )
            contribute(game, game.seats[-1], now)
        current.add(game)
        current.flush()
        tell(GameSetUp(game, now))
        begin_if_complete(game, now)
        return game


def _check_seatable(players: Sequence[Account], organiser: Account) -> None:
    unwilling = blocking(players, organiser)
    for player in players:
        if player.verified_at is None or person_behind(player).suspended_at is not None:
            raise Conflict("not-seatable", name=player.name)
        if player.id in unwilling:
            raise Conflict("invitations-unwanted", name=player.name)
