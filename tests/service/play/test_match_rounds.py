"""The games of a match: when each begins, with which seats, layout and seed."""

from __future__ import annotations

import pytest
from flask import Flask

import rules
from rules import Match as Terms
from service.db.clock import now
from service.models import Game
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches.rounds import Carried, carried_into, commitments_of
from service.play.opponents import claim_turns
from service.play.positions import log_of
from service.play.records import record_json
from service.play.seats import join, resign
from service.verification.verify import Verdict, check
from tests.service.play.matching import begin, countdown, games, invite, let_win, notices, seats, state, table
from tests.service.tables import person

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("countdown")


def test_the_invitation_to_the_first_game_is_the_only_one(app: Flask) -> None:
    match = invite()
    assert match.status == "inviting"
    assert len(games(match)) == 1
    join(games(match)[0].id, person("bob"), now())
    let_win("ada", match, 1)
    assert len(notices("invitation")) == 1
    assert state(match).match.status == "active"


def test_one_after_the_other_the_second_game_begins_when_the_first_is_over(app: Flask) -> None:
    match = begin()
    assert [game.status for game in games(match)] == ["active"]
    let_win("ada", match, 1)
    assert [game.status for game in games(match)] == ["finished", "active"]


def test_at_the_same_time_both_games_begin_at_once(app: Flask) -> None:
    match = begin(simultaneous=True)
    assert [game.status for game in games(match)] == ["active", "active"]
    let_win("ada", match, 2)
    let_win("ada", match, 1)
    assert [game.status for game in games(match)] == ["finished", "finished"]


@pytest.mark.parametrize("shuffle_seats", [False, True])
def test_in_the_second_game_the_seats_are_exchanged(app: Flask, shuffle_seats: bool) -> None:  # noqa: FBT001
    for _ in range(4 if shuffle_seats else 1):
        first, second = games(begin(simultaneous=True, shuffle_seats=shuffle_seats))
        assert seats(second) == seats(first)[::-1]


def layout(game: Game) -> rules.Layout:
    """Return the layout of a running game."""
    assert game.setup is not None
    return game.setup["layout"]


@pytest.mark.parametrize(("ruleset", "layouts"), [("tribes", 2), ("tribes-same", 1)])
def test_both_games_are_played_on_one_layout_where_the_ruleset_says_so(app: Flask, ruleset: str, layouts: int) -> None:
    drawn = [str(layout(game)) for game in games(begin(ruleset, simultaneous=True))]
    assert len(set(drawn)) == layouts


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_in_springtime_all_games_have_one_layout_and_a_tie_leads_to_a_third(app: Flask) -> None:
    match = begin("springtime", simultaneous=True)
    first, second = games(match)
    assert second.given_layout == layout(first) == layout(second)
    scores = [table(match, number).play_to_the_end().scores or [] for number in (1, 2)]
    is_level = scores[0][0] + scores[1][1] == scores[0][1] + scores[1][0]
    assert len(games(match)) == (3 if is_level else 2)
    assert rules.game("springtime").match == Terms(same_layout=True, decider=True, usual=True)


def test_each_game_has_a_seed_of_its_own_and_what_the_server_adds_comes_from_it(app: Flask) -> None:
    first, second = games(begin(simultaneous=True))
    assert first.commitment != second.commitment
    assert len({seat.contribution for game in (first, second) for seat in game.seats}) == 4


def test_every_game_of_a_match_can_be_verified_by_itself(app: Flask) -> None:
    match = begin("countdown-tie")
    for number, winner in enumerate(("ada", "bob", "ada"), 1):
        let_win(winner, match, number)
    for number, game in enumerate(games(match), 1):
        record = record_json(game, log_of(game))
        assert record["match"] == {"id": match.id, "round": number, "commitments": commitments_of(match)}
        assert {finding.verdict for finding in check(record)} == {Verdict.RIGHT}


def test_a_match_that_is_decided_after_two_games_has_no_third(app: Flask) -> None:
    match = begin("countdown-tie", simultaneous=True)
    let_win("bob", match, 2)
    let_win("bob", match, 1)
    assert len(games(match)) == 2
    assert state(match).match.winner == 1


def test_the_first_move_of_the_third_game_is_drawn(app: Flask) -> None:
    orders: set[tuple[str, ...]] = set()
    while len(orders) < 2:
        match = begin("countdown-tie", simultaneous=True)
        let_win("bob", match, 1)
        let_win("ada", match, 2)
        orders.add(tuple(seats(games(match)[2])))
    assert orders == {("ada", "bob"), ("bob", "ada")}


def test_the_computer_plays_both_games(app: Flask) -> None:
    ada = person("ada")
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(ai=2)], shuffle_seats=False)
    match = create_match(ada, wish, now(), simultaneous=True)
    first, second = games(match)
    assert (seats(first), seats(second)) == (["ada", "computer"], ["computer", "ada"])
    assert [seat.ai_level for seat in second.seats] == [2, None]
    to_move = [game for game in (first, second) if seats(game)[game.to_move or 0] == "computer"]
    assert {claim_turns(now())[0].game_id for _ in to_move} == {game.id for game in to_move}
    resign(first.id, ada, now())
    assert state(match).match.winner == 1


@pytest.mark.parametrize("simultaneous", [False, True])
def test_what_one_game_has_brought_is_carried_into_the_other_by_the_seats_there(
    app: Flask,
    simultaneous: bool,  # noqa: FBT001
) -> None:
    match = begin("countdown-tie", simultaneous=simultaneous)
    assert [carried_into(game) for game in games(match)] == [Carried(None)] * (1 + simultaneous)
    let_win("ada", match, 1)
    assert [seats(game).index("ada") for game in games(match)] == [0, 1]
    assert carried_into(games(match)[1]) == Carried([0, 1])
    let_win("bob", match, 2)
    assert carried_into(games(match)[0]) == Carried([0, 1])
    assert carried_into(games(match)[2]) is None
