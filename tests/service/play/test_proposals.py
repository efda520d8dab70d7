"""Possible proposals: undoing one's own last move, with a seat in a running game."""

from __future__ import annotations

import pytest

from service.config.environment import Config
from service.language.errors import Conflict
from service.play.games import NewGame, SeatWish, create_game
from service.play.proposals import answer, ask_back, can_draw, offer_draw, open_proposal, undone_by
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.play.matching import begin, countdown, games
from tests.service.tables import person, table

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_the_last_move_is_its_players_to_take_back_while_the_game_goes_on(clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta")
    assert [undone_by(siesta.game, seat) for seat in (None, 0, 1)] == [None, None, None]
    mover = siesta.game.to_move
    siesta.play(siesta.whole_moves(1)[0])
    assert mover is not None

    assert undone_by(siesta.game, mover) is not None
    assert undone_by(siesta.game, 1 - mover) is None
    assert undone_by(siesta.game, None) is None

    resign(siesta.id, siesta.players[0], clock())
    assert [undone_by(siesta.game, seat) for seat in (None, 0, 1)] == [None, None, None]


def test_who_offers_a_draw_agrees_to_nothing_else_that_was_proposed(clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta")
    siesta.play(siesta.whole_moves(1)[0])
    ada, bob = siesta.players
    ask_back(siesta.id, ada, clock())
    asked = open_proposal(siesta.game)

    for player in (ada, bob):
        with pytest.raises(Conflict, match="another-proposal"):
            offer_draw(siesta.id, player, clock())
    assert open_proposal(siesta.game) == asked


def test_an_answer_is_to_what_is_proposed_and_to_nothing_of_another_name(clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta")
    offer_draw(siesta.id, siesta.players[0], clock())
    offered = open_proposal(siesta.game)
    assert offered is not None

    for other in ("", "!" + offered.id, "~" + offered.id, offered.id[:-1]):
        for agrees in (True, False):
            with pytest.raises(Conflict, match="proposal-over"):
                answer(siesta.id, siesta.players[1], other, clock(), agrees=agrees)
    assert open_proposal(siesta.game) == offered


@pytest.mark.usefixtures("countdown")
def test_a_draw_is_for_games_by_themselves_of_several_whose_rules_know_it(clock: FakeClock) -> None:
    assert can_draw(table("ada", "bob").game)
    assert not can_draw(table("ada", "bob", ruleset="dawn").game)
    assert [can_draw(game) for game in games(begin("seasons"))] == [False]
    alone = create_game(person("ada"), NewGame("springtime-puzzle", [SeatWish(me=True)]), clock())
    assert not can_draw(alone)
