"""By which a reader knows an answer about a game again: alike by the rows alone and by the game that was read."""

from __future__ import annotations

import pytest

from service.models import Visibility
from service.play.game_states import state_tag, stored_state, stored_tag
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


def test_what_is_stored_is_known_by_the_same_tag_as_the_game_that_was_read() -> None:
    of, eve = table("ada", "bob", visibility=Visibility.PUBLIC), person("eve")
    readers = [*(player.id for player in of.players), eve.id, None]

    tags = [stored_tag(stored_state(of.id), reader) for reader in readers]

    assert tags == [state_tag(of.game, reader) for reader in readers]
    of.play_anything()
    assert not {*tags} & {stored_tag(stored_state(of.id), reader) for reader in readers}


def test_who_may_not_see_a_game_gets_no_tag_and_nor_does_what_is_no_game() -> None:
    of, eve = table("ada", "bob"), person("eve")

    assert stored_tag(stored_state(of.id), of.players[0].id) == state_tag(of.game, of.players[0].id)
    assert stored_tag(stored_state(of.id), eve.id) is None
    assert stored_tag(stored_state(of.id), None) is None
    assert stored_tag(stored_state("no-such-game"), eve.id) is None
