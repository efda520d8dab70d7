"""The course of a tournament: it starts, its rounds follow one another, and it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.accounts.measures import suspend
from service.competitions.entries import enter, entries_of, withdraw
from service.competitions.organising import adjudicate, go_on, remove
from service.competitions.tables import table_of
from service.db.engines import transaction
from service.erasure.departures import leave as erase
from service.language.errors import Conflict
from service.models import EntryState, System, Visibility
from service.play.seating import game_anew
from service.play.substitutes import games_with_left_seats, take_over
from tests.service.competitions.conftest import Event
from tests.service.tables import person


def test_a_round_robin_starts_when_full_and_everybody_meets_everybody(tournament: Callable[..., Event]) -> None:
    held = tournament(3)
    over = held.play_on()
    assert over.state == "finished"
    met = sorted(tuple(sorted(each.players)) for each in held.pairings if len(each.players) == 2)
    assert met == [(1, 2), (1, 3), (2, 3)]
    assert all(each.half_points is not None for each in held.pairings)


def test_a_swiss_of_four_has_the_announced_rounds(tournament: Callable[..., Event]) -> None:
    held = tournament(4, System.SWISS, rounds=3)
    assert held.play_on().state == "finished"
    assert {each.round for each in held.pairings} == {1, 2, 3}
    assert len(held.games) == 6


def test_of_five_in_a_knock_out_one_wins_after_three_rounds(tournament: Callable[..., Event]) -> None:
    held = tournament(5, System.KNOCK_OUT)
    assert (held.play_on().state, held.now.round) == ("finished", 3)
    assert len(held.games) == 4
    places = [line.row.place for line in table_of(held.now).rows]
    assert places[:2] == [1, 2]


def test_at_tables_of_three_everybody_plays_each_round(tournament: Callable[..., Event]) -> None:
    held = tournament(6, System.TABLES, seats=3, rounds=2, least_entries=3)
    assert held.play_on().state == "finished"
    assert [sorted(each.half_points or []) for each in held.pairings] == [[1, 1, 4]] * 4
    for number in (1, 2):
        paired = [player for each in held.pairings if each.round == number for player in each.players]
        assert sorted(paired) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("end", ["resignation", "time", "adjudication", "closed account", "withdrawal", "removal"])
def test_whatever_ends_the_last_game_of_a_round_the_next_round_follows(
    tournament: Callable[..., Event], end: str
) -> None:
    held = tournament(4, System.SWISS, rounds=2, idle_days=1)
    held.run()
    first, last = held.active
    held.lose(first)
    loser = last.seats[0].account
    assert loser is not None
    if end == "time":
        held.run_out_of_time()
    elif end == "adjudication":
        held.clock.advance(days=2)
        adjudicate(held.id, held.organiser, (1, 2), [2, 0], "Nobody moves.", held.clock())
    elif end == "closed account":
        erase(loser, held.clock())
    elif end == "withdrawal":
        withdraw(held.id, loser, held.clock())
        held.lose(last, 0)
    elif end == "removal":
        remove(held.id, held.organiser, loser, "Unfair play.", held.clock())
        held.lose(last, 0)
    else:
        held.lose(last, 0)
    assert held.run().round == 2
    assert all(each.half_points is not None for each in held.pairings if each.round == 1)


def test_who_loses_on_time_without_a_move_is_not_paired_until_they_enter_again(
    tournament: Callable[..., Event],
) -> None:
    held = tournament(4, System.SWISS, rounds=3)
    held.run()
    gone, other = held.active
    held.lose(other)
    held.run_out_of_time()
    held.run()
    [entry] = [each for each in entries_of(held.now) if each.state == EntryState.VANISHED]
    assert entry.account_id in {seat.account_id for seat in gone.seats}
    paired = {number for each in held.pairings if each.round == 2 for number in each.players}
    assert entry.number not in paired
    points = {row.entry.account_id: row.row.half_points for row in table_of(held.now).rows}
    back = enter(held.id, entry.account, held.clock())
    assert (back.state, back.number) == (EntryState.ENTERED, entry.number)
    assert {row.entry.account_id: row.row.half_points for row in table_of(held.now).rows} == points
    while len({each.round for each in held.pairings}) < 3 and held.run().state == "running":
        for game in held.active:
            held.lose(game)
    assert entry.number in {number for each in held.pairings if each.round == 3 for number in each.players}


def test_nobody_takes_over_for_who_ran_out_of_time_and_after_the_game_they_have_vanished(
    tournament: Callable[..., Event],
) -> None:
    held = tournament(3, System.TABLES, seats=3, rounds=2, least_entries=3)
    held.run()
    [game] = held.active
    gone = game.seats[game.to_move or 0]
    held.run_out_of_time()
    assert (game_anew(game.id).status, games_with_left_seats(person("eve"))) == ("active", [])
    with pytest.raises(Conflict, match="seat-not-left"):
        take_over(game.id, gone.number, person("eve"), held.clock())
    held.lose(game, next(seat.number for seat in game.seats if seat is not gone))
    held.run()
    vanished = [each.account_id for each in entries_of(held.now) if each.state == EntryState.VANISHED]
    assert vanished == [gone.account_id]


def test_a_win_against_somebody_who_never_moved_counts_as_unplayed(tournament: Callable[..., Event]) -> None:
    held = tournament(2)
    held.run()
    held.run_out_of_time()
    held.run()
    [only] = held.pairings
    assert (sorted(only.half_points or []), only.unplayed) == ([0, 2], True)


def test_if_all_have_withdrawn_no_game_begins_and_the_tournament_ends(tournament: Callable[..., Event]) -> None:
    held = tournament(4, System.SWISS, rounds=3)
    held.run()
    for game in held.active:
        held.lose(game)
    for player in held.players:
        withdraw(held.id, player, held.clock())
    assert held.run().state == "finished"
    assert {each.round for each in held.pairings} == {1}


def test_a_round_in_which_nobody_new_can_meet_is_not_counted(tournament: Callable[..., Event]) -> None:
    held = tournament(4, System.SWISS, rounds=3)
    held.run()
    for game in held.active:
        held.lose(game)
    met = held.pairings[0].players
    for entry in entries_of(held.now):
        if entry.number not in met:
            withdraw(held.id, entry.account, held.clock())
    now = held.run()
    assert (now.state, now.note, now.round) == ("finished", "rounds-capped", 1)


def test_first_moves_have_the_announced_time_and_games_are_public(tournament: Callable[..., Event]) -> None:
    held = tournament(2, days_per_move=5)
    begun = held.clock.advance(hours=1)
    held.run()
    [game] = held.games
    assert game.deadline == begun + timedelta(days=5)
    assert (game.visibility, game.rated, game.creator_id) == (Visibility.PUBLIC, False, held.organiser.id)
    assert {seat.account_id for seat in game.seats} == {player.id for player in held.players}


def test_the_table_becomes_final_48_hours_after_the_last_result(tournament: Callable[..., Event]) -> None:
    held = tournament(2)
    held.play_on()
    held.clock.advance(hours=47)
    assert held.run().final_at is None
    held.clock.advance(hours=1)
    assert held.run().final_at == held.clock()


def test_a_tournament_that_fails_three_times_pauses_and_says_so(
    tournament: Callable[..., Event],
) -> None:
    held = tournament(4, System.SWISS, rounds=3, ruleset="siesta")
    with transaction():
        held.now.options = {"no-such": "option"}
    for attempt in range(1, 4):
        assert held.run().failures == attempt
        assert held.run().failures == attempt  # it is not tried again at once
        held.clock.advance(minutes=11)
    assert (held.now.state, held.now.note) == ("paused", "pairing-failed")
    with transaction():
        held.now.options = {}
    go_on(held.id, held.organiser, "Mended.", held.clock())
    assert held.run().state == "running"
    assert len(held.active) == 2


def test_a_player_who_cannot_be_seated_loses_without_play(tournament: Callable[..., Event]) -> None:
    held = tournament(4, System.SWISS, rounds=2)
    suspend(held.players[0], "Spam.", held.clock())
    held.run()
    byes = [each for each in held.pairings if each.unplayed]
    assert [sorted(each.half_points or []) for each in byes] == [[0, 2]]
    assert [each.account_id for each in entries_of(held.now) if each.state == EntryState.VANISHED] == [
        held.players[0].id
    ]
