"""The text of a Tribes board describes the player to move."""

from __future__ import annotations

from collections.abc import Iterator

from rules import AnyPosition
from rules.games.tribes.actions import DISCARD, SHAMAN
from rules.games.tribes.layout import BOARD, TRIBES
from rules.games.tribes.position import TribesPosition
from rules.teaching.cases import cases_of
from tests.rules.games.tribes_games import GAME, random_game


def positions() -> Iterator[TribesPosition]:
    for seed in range(4):
        yield from random_game(2, "standard", seed)


def told(position: AnyPosition) -> str:
    """Return the text with its lines joined."""
    return " ".join(GAME.picture.text(position).split())


def test_a_text_says_whose_shamans_may_go_where() -> None:
    alike = apart = 0
    for position in positions():
        open_to: dict[str, list[str]] = {}
        for square in range(BOARD.size):
            goes = [a for a in position.legal_actions() if a.verb == SHAMAN and a.square == square]
            if goes:
                open_to.setdefault(", ".join(TRIBES[a.tribe] for a in goes), []).append(BOARD.names[square])
        if len(open_to) == 1:
            assert f"+ a Shaman of {next(iter(open_to))} may go here." in told(position)
            alike += 1
        for tribes, squares in open_to.items() if len(open_to) > 1 else ():
            assert f"A Shaman of {tribes} may go to {', '.join(squares)}." in told(position)
            apart += 1
    assert min(alike, apart) >= 5


def test_who_can_move_no_shaman_is_told_and_that_the_end_is_near() -> None:
    [ending] = [case for case in cases_of("tribes") if case.name.startswith("When all players have to discard")]
    position = ending.first_position()
    for number in (1, 2):
        says = f"cannot move any Shaman and must discard a coin ({number} of 2 in a row, then the game ends)."
        assert says in told(position)
        assert says in str(GAME.picture.describe(position)[0])
        position = position.apply(position.legal_actions()[0])
    assert "must discard a coin" not in told(position)


def test_who_can_move_is_not_told_to_discard() -> None:
    for position in positions():
        says = "must discard a coin" in told(position)
        assert says == any(action.verb == DISCARD for action in position.legal_actions())
