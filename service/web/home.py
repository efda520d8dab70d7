"""The first page: what Sundial is, or the games of whoever is signed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import render_template

from service.actions.games import Search, find_games, rulesets, seat_number
from service.models import Account, Game, GameStatus, SeatState
from service.web.blueprints import pages
from service.web.identity import viewer

SHOWN = 50
RECENT = 5


@pages.get("/")
def home() -> str:
    """Whose turn it is in one's games, or for strangers what this is about."""
    account = viewer()
    if account is None:
        return render_template("welcome.html", rulesets=rulesets())
    invitations, waiting = _split(_mine(account, GameStatus.INVITING), lambda game: _is_asked(game, account))
    to_move, running = _split(
        _mine(account, GameStatus.ACTIVE), lambda game: game.to_move == seat_number(game, account)
    )
    return render_template(
        "home.html",
        account=account,
        to_move=sorted(to_move, key=lambda game: (game.deadline is None, game.deadline)),
        invitations=invitations,
        running=running,
        waiting=waiting,
        over=_mine(account, GameStatus.FINISHED)[:RECENT],
    )


def _mine(account: Account, status: GameStatus) -> Sequence[Game]:
    return find_games(account, Search(status=status, mine=True, limit=SHOWN))[0]


def _is_asked(game: Game, account: Account) -> bool:
    return any(seat.account_id == account.id and seat.state == SeatState.INVITED for seat in game.seats)


def _split(games: Sequence[Game], test: Callable[[Game], bool]) -> tuple[list[Game], list[Game]]:
    """Those that pass, and the others."""
    return [game for game in games if test(game)], [game for game in games if not test(game)]
