"""Siesta's villages and turns in cases where precomputed tables could be slightly wrong."""

import pytest

import rules
from rules.games.siesta.pieces import PLENTY, VILLAGE
from rules.games.siesta.position import Siesta, start


def drawn(board: str, left: int) -> Siesta:
    game = rules.game("siesta")
    assert game.diagram
    position = game.diagram(game.new_setup(2), f"{board}\nto move: A\npieces left: {left}")
    assert isinstance(position, Siesta)
    return position


def written(position: Siesta) -> set[str]:
    return {str(piece) for piece in position.legal_actions()}


def test_a_sun_between_the_only_two_places_for_shadows_is_a_dead_end() -> None:
    apart = drawn("7 . . * A . . . . . . . .\n5 . . . B . . . . . . . .\n4 . . * A . . . . . . . .", 2)
    close = drawn("6 . . * A . . . . . . . .\n5 . . . B . . . . . . . .\n4 . . * A . . . . . . . .", 2)
    assert "sun e5" in written(apart)
    assert "sun e5" not in written(close)
    assert close.refusal(rules.game("siesta").parse_action("sun e5")) == "dead-end"
    assert "roof e5" in written(close)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_while_there_is_plenty_of_every_piece_three_squares_are_free(players: int) -> None:
    suns, roofs, shadows = PLENTY
    assert VILLAGE.bit_count() - suns - players * roofs - shadows >= 3


def test_a_village_stays_as_it_is_when_pieces_are_put_down_in_it() -> None:
    position = start(rules.game("siesta").new_setup(2))
    while position.current_player() is not None:
        before, cells = position, bytes(position.village.cells)
        pieces = position.legal_actions()
        for piece in pieces[:: max(1, len(pieces) // 5)]:
            position = before.apply(piece)
        assert bytes(before.village.cells) == cells != bytes(position.village.cells)
