"""Ends of matches: by points, by a third game, or by resignation; and the notices."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session
from service.models import Event, Game
from service.play.clocks import enforce_deadline
from service.play.positions import log_of
from service.play.records import record_json
from service.play.seats import decline, resign
from service.verification.verify import Verdict, check
from tests.service.conftest import FakeClock
from tests.service.play.matching import (
    NAMES,
    begin,
    countdown,
    games,
    invite,
    let_win,
    notices,
    seats,
    state,
    table,
    told,
)
from tests.service.tables import person

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("countdown")


def test_the_higher_total_wins_the_match(app: Flask) -> None:
    match = begin()
    let_win("bob", match, 1)
    let_win("bob", match, 2)
    over = state(match)
    assert (over.match.status, over.match.ended_by, over.match.winner, over.totals) == ("finished", "play", 1, [0, 2])
    assert told(match) == "bob won the match, 2 points to 0."


def test_equal_totals_are_a_draw_where_there_is_no_third_game(app: Flask) -> None:
    match = begin()
    let_win("bob", match, 1)
    let_win("ada", match, 2)
    assert (state(match).match.status, state(match).match.winner) == ("finished", None)
    assert told(match) == "The match ended in a draw, 1 points to 1."


def test_equal_totals_lead_to_a_third_game_whose_winner_wins_the_match(app: Flask) -> None:
    match = begin("countdown-tie")
    let_win("bob", match, 1)
    let_win("ada", match, 2)
    assert told(match) == "Totals are equal after two games. The winner of the third game wins the match."
    let_win("bob", match, 3)
    over = state(match)
    assert (over.match.winner, over.totals) == (1, [1, 1])
    assert told(match) == "bob won the third game and the match."


def test_what_is_needed_to_win_is_told_while_the_match_goes_on(app: Flask) -> None:
    match = begin()
    assert told(match) == "The higher total of points in both games wins the match; equal totals are a draw."
    let_win("ada", match, 1)
    assert told(match) == (
        "To win the match, bob needs 2 points more than ada in game 2. With 1 more it is a draw. With fewer, ada wins."
    )


def test_at_the_same_time_the_game_that_still_runs_is_named(app: Flask) -> None:
    match = begin("countdown-tie", simultaneous=True)
    let_win("ada", match, 2)
    assert told(match).startswith(
        "To win the match, bob needs 2 points more than ada in game 1. With 1 more there is a third game."
    )


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_in_dawn_the_results_as_nature_are_compared(app: Flask) -> None:
    match = begin("dawn")
    dawn = table(match, 1)
    totals = [dawn.play_to_the_end().scores or []]
    assert state(match).totals == list(totals[0])
    totals.append(table(match, 2).play_to_the_end().scores or [])
    nature = [scores[0] for scores in totals]
    over = state(match)
    assert over.totals == nature
    assert over.match.winner == (None if nature[0] == nature[1] else nature.index(max(nature)))


@pytest.mark.parametrize("simultaneous", [False, True])
def test_who_resigns_a_game_has_lost_the_match_and_all_its_games_end(app: Flask, simultaneous: bool) -> None:  # noqa: FBT001
    match = begin(simultaneous=simultaneous)
    resign(games(match)[0].id, person("ada"), now())
    over = state(match)
    assert (over.match.status, over.match.ended_by, over.match.winner) == ("finished", "resignation", 1)
    assert [game.status for game in over.games] == ["finished"] * (2 if simultaneous else 1)
    assert [seats(game)[(game.winners or [])[0]] for game in over.games] == ["bob"] * len(over.games)
    assert told(match) == "bob won the match because ada resigned."
    for game in over.games:
        assert {finding.verdict for finding in check(record_json(game, log_of(game)))} == {Verdict.RIGHT}


def test_who_won_the_first_game_and_resigns_the_second_has_lost_the_match(app: Flask) -> None:
    match = begin()
    let_win("ada", match, 1)
    resign(games(match)[1].id, person("ada"), now())
    assert (state(match).match.winner, state(match).totals) == (1, [1, 0])


def test_who_lets_a_deadline_pass_has_lost_the_match(app: Flask, clock: FakeClock) -> None:
    match = begin(simultaneous=True)
    late = table(match, 2).mover.name
    table(match, 2).look()
    clock.advance(days=4)
    enforce_deadline(games(match)[1].id, clock())
    over = state(match)
    assert (over.match.ended_by, over.match.winner) == ("time", 1 - NAMES.index(late))
    assert [game.status for game in over.games] == ["finished", "finished"]
    assert not enforce_deadline(games(match)[0].id, clock())


def test_both_giving_up_at_once_is_settled_by_whoever_was_first(app: Flask) -> None:
    for _ in range(5):
        match = begin(simultaneous=True)
        together = Barrier(2)

        def give_up(name: str, game: Game, together: Barrier = together) -> None:
            with app.app_context():
                account = person(name)
                together.wait()
                resign(game.id, account, now())

        with ThreadPoolExecutor(2) as pool:
            leaving = [pool.submit(give_up, name, game) for name, game in zip(NAMES, games(match), strict=True)]
        refusals = [str(error) for error in (future.exception() for future in leaving) if error]
        over = state(match)
        assert refusals == ["game-over"]
        assert [seats(game)[(game.winners or [])[0]] for game in over.games] == [NAMES[over.match.winner or 0]] * 2


def test_a_declined_invitation_calls_the_match_off(app: Flask) -> None:
    match = invite()
    decline(games(match)[0].id, person("bob"), now())
    assert (state(match).match.status, state(match).match.ended_by) == ("cancelled", "declined")
    told_of = session().scalars(select(Event).where(Event.type == "match.finished")).one()
    assert told_of.data == {"match": match.id, "winner": None, "totals": [0, 0]}
    assert told(match) == "The match was cancelled."


def test_a_game_of_a_match_is_told_to_be_over_and_the_last_one_with_the_match(app: Flask) -> None:
    match = begin()
    let_win("ada", match, 1)
    let_win("ada", match, 2)
    first, second = (game.id for game in games(match))
    assert sorted(notices("game-over")) == [("ada", first), ("bob", first)]
    assert sorted(notices("match-over")) == [("ada", second), ("bob", second)]


def test_the_end_of_a_match_is_one_event(app: Flask) -> None:
    match = begin(simultaneous=True)
    resign(games(match)[0].id, person("bob"), now())
    [event] = session().query(Event).filter_by(type="match.finished")
    assert event.data == {"match": match.id, "winner": 0, "totals": [0, 0]}
    assert event.game_id == games(match)[0].id
