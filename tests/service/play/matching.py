"""Matches of a short game between Ada and Bob: started, played, and their state."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rules
from rules import Match as Terms
from service.db.clock import now
from service.db.engines import session
from service.models import Game, GameStatus, Match, Notice
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches.standing import Standing, standing
from service.play.seats import join
from service.presentation.match_story import outlook
from tests.rules.toy_games.countdown import GAMES
from tests.service.tables import Table, person

NAMES = ("ada", "bob")


@pytest.fixture
def countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a short game whose winner gets one point, and rulesets with other match terms."""
    [game] = GAMES
    tie = replace(game, id="countdown-tie", match=Terms(decider=True, same_layout=True))
    together = replace(game, id="countdown-together", cooperative=True)
    same = replace(rules.game("tribes"), id="tribes-same", match=Terms(same_layout=True))
    for known in (game, tie, together, same):
        monkeypatch.setitem(rules.games(), known.id, known)


def invite(ruleset: str = "countdown", *, simultaneous: bool = False, shuffle_seats: bool = False) -> Match:
    """Create a match to which Ada invited Bob."""
    ada, bob = map(person, NAMES)
    wish = NewGame(ruleset, [SeatWish(me=True), SeatWish(email=bob.email)], shuffle_seats=shuffle_seats)
    return create_match(ada, wish, now(), simultaneous=simultaneous)


def begin(ruleset: str = "countdown", *, simultaneous: bool = False, shuffle_seats: bool = False) -> Match:
    """Create a running match between Ada and Bob."""
    match = invite(ruleset, simultaneous=simultaneous, shuffle_seats=shuffle_seats)
    join(games(match)[0].id, person("bob"), now())
    return match


def state(match: Match) -> Standing:
    session().rollback()
    return standing(session().get_one(Match, match.id, populate_existing=True))


def games(match: Match) -> list[Game]:
    return list(state(match).games)


def table(match: Match, number: int) -> Table:
    """Return the game of that round with Ada and Bob."""
    return Table(games(match)[number - 1].id, [person(name) for name in NAMES])


def seats(game: Game) -> list[str]:
    """Return the players in the order of play."""
    return [seat.account.name if seat.account else "computer" for seat in game.seats]


def let_win(name: str, match: Match, number: int) -> None:
    """Play that game so that `name` takes the last of the ten stones."""
    of = table(match, number)
    of.play("take 2" if of.mover.name == name else "take 1")
    while of.game.status == GameStatus.ACTIVE:
        of.play("take 1")


def told(match: Match) -> str:
    """Return the state of the match in a sentence."""
    return outlook(state(match))


def notices(kind: str) -> list[tuple[str, str | None]]:
    """Return the recipients and games of notices of a kind."""
    found = session().query(Notice).filter_by(kind=kind).order_by(Notice.id)
    return [(notice.email.split("@")[0], notice.game_id) for notice in found]
