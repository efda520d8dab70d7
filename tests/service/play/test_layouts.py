"""Reusing the board of another game."""

from __future__ import annotations

import pytest

import rules
from service.config.environment import Config
from service.db.clock import now
from service.language.errors import Invalid
from service.models import Account, Game, Visibility
from service.play.games import NewGame, SeatWish, create_game, layout_of
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
SPRINGTIME = rules.game("springtime-puzzle")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def begun(player: Account, visibility: Visibility = Visibility.PRIVATE) -> Game:
    return create_game(player, NewGame(SPRINGTIME.id, [SeatWish(me=True)], visibility=visibility), now())


def test_a_game_is_named_by_its_id_or_its_number() -> None:
    ada = person("ada")
    game = begun(ada)
    assert game.setup is not None
    for named in (game.id, str(game.number)):
        assert layout_of(named, SPRINGTIME, ada) == game.setup["layout"]


def test_of_a_game_that_one_may_not_see_nobody_gets_the_board() -> None:
    ada, eve = person("ada"), person("eve")
    private, public = begun(ada), begun(ada, Visibility.PUBLIC)
    assert layout_of(public.id, SPRINGTIME, eve)
    for viewer in (eve, None):
        with pytest.raises(Invalid, match="bad-setup"):
            layout_of(private.id, SPRINGTIME, viewer)


def test_the_board_of_another_game_or_of_one_that_has_not_begun_is_refused() -> None:
    ada = person("ada")
    waiting = create_game(ada, NewGame("springtime", [SeatWish(me=True), SeatWish(open=True)]), now())
    for game, ruleset in ((begun(ada), "springtime"), (waiting, "springtime")):
        with pytest.raises(Invalid, match="bad-setup"):
            layout_of(game.id, rules.game(ruleset), ada)


@pytest.mark.parametrize("named", ["", "no-such-game", "0", "-1", "999999999", "9" * 40, "¹"])
def test_what_names_no_game_is_refused(named: str) -> None:
    with pytest.raises(Invalid, match="bad-setup"):
        layout_of(named, SPRINGTIME, person("ada"))
