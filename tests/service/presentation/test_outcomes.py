"""Status and result of games: the same on pages, in emails and in lists."""

from __future__ import annotations

import pytest
from flask import Flask

from service.config.environment import Config
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, SeatState
from service.presentation.outcomes import called_off, how_it_ended, points_reached, result, status_line
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")

DECLINED, WITHDRAWN = EndedBy.DECLINED, EndedBy.WITHDRAWN


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because words do not depend on the database."""
    return sqlite_settings


def seats(*names: str | None) -> list[GameSeat]:
    """Return seats with players of those names, who contributed to the dice; None for an open one."""
    return [
        GameSeat(number=number, state=SeatState.TAKEN, account=Account(id=number, name=name), contribution="")
        if name
        else GameSeat(number=number, state=SeatState.OPEN)
        for number, name in enumerate(names)
    ]


def over(*winners: int, by: EndedBy = EndedBy.PLAY, **more: object) -> Game:
    """Return a game of Ann and Bob with these winners."""
    shape = {"ruleset": "seasons", "scores": [9, 8], "seats": seats("ann", "bob"), **more}
    return Game(status=GameStatus.FINISHED, ended_by=by, winners=list(winners), **shape)


@pytest.mark.parametrize(
    ("game", "seat", "told"),
    [
        (over(1), 1, "You won"),
        (over(1), 0, "bob won"),
        (over(1), None, "bob won"),
        (over(0, 1), 0, "ann and bob share the win"),
        (over(), 0, "Nobody won"),
        (over(ruleset="springtime-puzzle", scores=[1]), 0, "Game over: one point"),
        (over(ruleset="springtime-puzzle", scores=[9]), 0, "Game over: 9 points"),
        (over(0, 1, ruleset="springtime-puzzle", scores=[27]), 0, "ann and bob share the win"),
        (over(ruleset="dawn", scores=[11, 0], match_id="m"), 0, "Game over: 11 points for Nature"),
        (over(ruleset="dawn", scores=[1, 0], match_id="m"), 0, "Game over: one point for Nature"),
        (over(by=EndedBy.RESIGNATION, ruleset="dawn", scores=[11, 0], match_id="m"), 0, ""),
    ],
)
def test_the_result_is_who_won_or_what_was_reached(game: Game, seat: int | None, told: str) -> None:
    assert result(game, seat) == told
    assert status_line(game, seat) == (told or "Game over")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (over(1), ""),
        (over(), ""),
        (over(ruleset="springtime-puzzle", scores=[1]), "One point"),
        (over(ruleset="springtime-puzzle", scores=[9]), "9 points"),
        (over(0, 1, ruleset="springtime-puzzle", scores=[27]), ""),
        (over(ruleset="dawn", scores=[11, 0], match_id="m"), "11 points for Nature"),
        (over(ruleset="dawn", scores=[1, 0], match_id="m"), "One point for Nature"),
        (over(by=EndedBy.RESIGNATION, ruleset="dawn", scores=[11, 0], match_id="m"), ""),
    ],
)
def test_points_that_nobody_wins_with_can_be_told_without_saying_that_the_game_is_over(game: Game, told: str) -> None:
    assert points_reached(game) == told


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (EndedBy.PLAY, ""),
        (EndedBy.RESIGNATION, "The game ended because a player resigned."),
        (EndedBy.TIME, "The game ended because a player ran out of time."),
        (EndedBy.AGREEMENT, "The players agreed on a draw."),
    ],
)
def test_why_it_is_over_is_told_where_it_was_not_played_to_its_end(by: EndedBy, told: str) -> None:
    assert how_it_ended(over(0, by=by)) == told


@pytest.mark.parametrize(
    ("by", "told", "by_name"),
    [
        (DECLINED, "The invitation was declined, so there is no game", "bob declined, so there is no game"),
        (WITHDRAWN, "A player withdrew before the game started, so there is no game",
         "bob withdrew before the game started, so there is no game"),
    ],
)  # fmt: skip
def test_of_a_game_that_never_began_it_is_told_why(by: EndedBy, told: str, by_name: str) -> None:
    game = Game(status=GameStatus.CANCELLED, ended_by=by, seats=seats("ann", None))

    assert (status_line(game, 0), how_it_ended(game)) == (told, "")
    assert called_off(game, "bob") == by_name


@pytest.mark.parametrize(
    ("names", "late", "told"),
    [
        (("ann", None), (), "Waiting for one more player"),
        (("ann", None, None), (), "Waiting for 2 more players"),
        (("ann", "bob"), (1,), "Waiting for bob to start"),
        (("ann", "bob"), (0, 1), "Waiting for you to start"),
    ],
)
def test_before_it_begins_it_is_told_who_is_awaited(
    names: tuple[str | None, ...], late: tuple[int, ...], told: str
) -> None:
    game = Game(status=GameStatus.INVITING, seats=seats(*names))
    for number in late:
        game.seats[number].contribution = None

    assert status_line(game, 0) == told


def test_while_it_goes_on_it_is_told_whose_turn_it_is(app: Flask) -> None:
    game = table("ann", "bob").game

    assert [status_line(game, seat) for seat in (0, 1, None)] == ["Your turn", "Waiting for ann", "Waiting for ann"]
    game.seats[0].stood_in_at = game.created_at
    assert status_line(game, 0) == "The computer plays for you"
