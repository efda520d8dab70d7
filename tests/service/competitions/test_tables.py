"""The table: points, ties, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import insert

from service.competitions.organising import adjudicate, make_final
from service.competitions.points import points_of_absence, points_of_game
from service.competitions.tables import table_of
from service.db.engines import transaction
from service.language.errors import Conflict, Forbidden
from service.models import Account, EndedBy, EntryState, Game, GameSeat, Pairing, System, TournamentEntry
from tests.service.competitions.conftest import Event, anew
from tests.service.conftest import FakeClock
from tests.service.statements import executed

MANY = 1000


@pytest.mark.parametrize(
    ("winners", "scores", "left", "points"),
    [
        ([0], [9, 4], [], [2, 0]),
        ([0, 1], [4, 4], [], [1, 1]),
        ([1], [9, 4], [0], [0, 2]),
        ([2], [3, 5, 9], [], [0, 2, 4]),
        ([1, 2], [3, 5, 9], [], [0, 3, 3]),
        ([0], [9, 5, 5, 3], [], [6, 3, 3, 0]),
        ([1], [9, 5, 4, 3], [0], [0, 6, 4, 2]),
        ([3], [9, 5, 4, 3], [0, 1], [1, 1, 4, 6]),
    ],
)
def test_points_follow_the_result(winners: list[int], scores: list[int], left: list[int], points: list[int]) -> None:
    seats = [GameSeat(number=number, place=number) for number in range(len(scores))]
    for number in left:
        seats[number].left_by = EndedBy.RESIGNATION
    assert points_of_game(Game(winners=winners, scores=scores, seats=seats)) == points


def test_who_is_there_beats_who_is_not() -> None:
    assert points_of_absence([True, False]) == [2, 0]
    assert points_of_absence([False, False]) == [0, 0]
    assert points_of_absence([True, False, True, True]) == [4, 0, 4, 4]


def test_the_table_of_a_thousand_players_takes_two_statements(
    tournament: Callable[..., Event], clock: FakeClock
) -> None:
    held = tournament(0, System.SWISS, rounds=9, most_entries=MANY)
    people = [{"id": 10**6 + n, "name": f"p{n}", "time_zone": "UTC", "created_at": clock()} for n in range(1, MANY + 1)]
    shared = {"tournament_id": held.id, "state": EntryState.ENTERED, "entered_at": clock()}
    entries = [{**shared, "account_id": each["id"], "number": n} for n, each in enumerate(people, 1)]
    pairings = [
        {"tournament_id": held.id, "round": number, "board": n, "players": [n, MANY - n + 1], "half_points": [2, 0]}
        for number in range(1, 10)
        for n in range(1, MANY // 2 + 1)
    ]
    with transaction() as current:
        current.execute(insert(Account), people)
        current.execute(insert(TournamentEntry), entries)
        current.execute(insert(Pairing), pairings)
    told = held.now
    anew()
    with executed() as statements:
        table = table_of(told)
    assert len(statements) <= 3  # two, and the tournament that was expired
    assert len(table.rows) == MANY
    assert len(table.pairings) == 9 * MANY // 2


def test_a_result_changed_after_the_next_round_changes_the_table_and_no_pairing(
    tournament: Callable[..., Event],
) -> None:
    held = tournament(4, System.SWISS, rounds=2, idle_days=1)
    held.run()
    for game in held.active:
        held.lose(game)
    held.run()
    before = [(each.round, each.board, each.players) for each in held.pairings]
    first = held.pairings[0]
    adjudicate(held.id, held.organiser, (1, 1), [0, 2], "The result was entered wrongly.", held.clock())
    held.run()
    assert [(each.round, each.board, each.players) for each in held.pairings] == before
    points = {row.row.number: row.row.half_points for row in table_of(held.now).rows}
    assert points[first.players[1]] == 2
    assert points[first.players[0]] == 0


def test_a_game_is_decided_only_once_it_is_idle_and_by_nobody_who_plays_it(tournament: Callable[..., Event]) -> None:
    held = tournament(2, idle_days=3)
    held.run()
    place = 1, 1
    with pytest.raises(Conflict, match="not-idle"):
        adjudicate(held.id, held.organiser, place, [2, 0], "Nobody moves.", held.clock())
    held.clock.advance(days=2, hours=23)
    with pytest.raises(Conflict, match="not-idle"):
        adjudicate(held.id, held.organiser, place, [2, 0], "Nobody moves.", held.clock())
    held.clock.advance(hours=2)
    with pytest.raises(Forbidden, match="not-the-organiser"):
        adjudicate(held.id, held.players[0], place, [2, 0], "I win.", held.clock())
    adjudicate(held.id, held.organiser, place, [2, 0], "Nobody moves.", held.clock())
    assert held.run().state == "finished"
    [game] = held.games
    assert (game.ended_by, game.winners) == (EndedBy.ADJUDICATION, [0])


def test_after_a_drawn_final_the_better_seed_is_first_in_the_table(tournament: Callable[..., Event]) -> None:
    held = tournament(2, System.KNOCK_OUT, idle_days=1)
    held.run()
    held.clock.advance(days=2)
    adjudicate(held.id, held.organiser, (1, 1), [1, 1], "Nobody moves.", held.clock())
    assert [(row.row.place, row.row.half_points) for row in table_of(held.now).rows] == [(1, 1), (2, 1)]


def test_a_table_is_not_made_final_while_a_result_is_missing_and_then_stays(tournament: Callable[..., Event]) -> None:
    held = tournament(2)
    held.run()
    with pytest.raises(Conflict, match="results-missing"):
        make_final(held.id, held.organiser, held.clock())
    held.play_on()
    make_final(held.id, held.organiser, held.clock())
    with pytest.raises(Conflict, match="table-final"):
        adjudicate(held.id, held.organiser, (1, 1), [0, 2], "Wrong.", held.clock())
