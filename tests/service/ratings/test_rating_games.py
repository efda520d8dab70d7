"""Rating finished games: what counts, in which order, and for whom."""

from __future__ import annotations

import pytest

from service.db.engines import session, transaction
from service.erasure.departures import leave
from service.models import Game, OnTimeout, RatedGame, Rating, RatingChange
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from service.play.rematches import rematch
from service.play.seats import join, resign
from service.ratings.eligibility import why_not_counted
from service.ratings.ratings import leaders, ratings_in
from service.ratings.scale import NEW, rate
from service.ratings.settling import annul
from service.ratings.verification import Recomputation
from tests.service.conftest import FakeClock
from tests.service.play.leaving import run_out
from tests.service.ratings.rated import all_changes, begun, lost, means, no_newcomers, settle, why, won
from tests.service.tables import person, table
from workers.jobs import clocks

pytestmark = pytest.mark.usefixtures("app")


def test_who_resigns_loses_points_and_the_other_wins_them(clock: FakeClock) -> None:
    won("ann", "bob", clock)

    settle(clock)

    winner, loser = rate([NEW, NEW], [1, 2])
    assert means() == {"ann": winner.mean, "bob": loser.mean}


def test_a_game_that_nobody_wanted_rated_changes_nothing(clock: FakeClock) -> None:
    of = table("ann", "bob")
    for _ in range(4):
        of.play_anything()
    lost(of, of.players[1], clock)

    settle(clock)

    assert means() == {}
    assert session().query(RatedGame).count() == 0


def test_a_rating_at_the_start_stands_in_the_seat_until_the_end(clock: FakeClock) -> None:
    won("ann", "bob", clock)
    settle(clock)
    of = begun("ann", "bob")
    ann = ratings_in([of.players[0].id], "seasons", clock()).get(of.players[0].id)
    assert ann is not None
    before = [seat.rating for seat in of.game.seats]

    lost(of, of.players[0], clock)
    settle(clock)

    assert before[0] == {"value": ann.value, "uncertainty": ann.uncertainty, "provisional": True, "games": 1}
    assert [seat.rating for seat in of.game.seats] == before


def test_a_game_in_which_a_seat_never_moved_counts_for_nobody_and_says_so(clock: FakeClock) -> None:
    of = table("ann", "bob", rated=True)
    lost(of, of.players[1], clock)

    settle(clock)

    assert means() == {}
    assert why(of) == "seat-never-moved"


def test_of_thirty_games_that_somebody_leaves_at_once_five_count_and_each_says_which_it_is(clock: FakeClock) -> None:
    no_newcomers((f"ben{number}" for number in range(30)), clock)
    tables = [begun("ann", f"ben{number}") for number in range(30)]
    for of in tables:
        if of.mover.name == "ann":
            of.look()
        else:
            of.play_anything()
            of.look()
    clock.advance(days=3, seconds=1)
    while clocks.run():
        pass

    settle(clock)

    assert [why(of) for of in tables].count(None) == 5
    assert [why(of) for of in tables].count("vanished") == 25
    assert [*Recomputation().differences()] == []
    assert session().query(Rating).filter(Rating.account.has(name="ann")).one().games == 5


def test_games_that_end_in_one_second_are_rated_in_the_order_of_their_ids(clock: FakeClock) -> None:
    tables = [begun("ann", other) for other in ("bob", "cyd", "dan")]
    for of, loser in zip(tables, (0, 1, 0), strict=True):
        lost(of, of.players[loser], clock)

    settle(clock)

    changes = [each for each in all_changes() if each[0] in {of.id for of in tables}]
    own = {each[0]: each for each in changes if each[1] == 0}
    first, second, third = (own[game] for game in sorted(own))
    assert first[3] == NEW.mean
    assert second[3] == first[4]
    assert third[3] == second[4]


def test_a_game_that_is_seen_after_a_later_one_was_rated_is_rated_in_its_place(clock: FakeClock) -> None:
    first, second = begun("ann", "bob"), begun("ann", "cyd")
    lost(first, first.players[0], clock)
    clock.advance(minutes=1)
    lost(second, second.players[1], clock)
    settle(clock)
    expected = all_changes()
    with transaction() as current:
        late = current.get_one(RatedGame, first.id)
        annul([first.id], "as if it were not there", clock())
        settle(clock)
        late.settled_at, late.not_rated = None, None

    settle(clock)

    assert all_changes() == expected


def test_after_a_game_was_annulled_everything_is_as_if_it_had_not_been_played(clock: FakeClock) -> None:
    wrong = begun("ann", "eve")
    won("ann", "bob", clock)
    between = clock()
    won("eve", "bob", clock)
    won("ann", "bob", clock)
    settle(clock)
    expected = all_changes()
    resign(wrong.id, wrong.players[0], between)
    settle(clock)
    assert all_changes() != expected

    annul([wrong.id], "Eve played both sides.", clock())
    settle(clock)

    assert why(wrong) == "annulled"
    assert all_changes() == expected
    assert [*Recomputation().differences()] == []


def test_who_lost_their_seat_on_time_is_last_and_the_computer_in_it_is_not_rated(clock: FakeClock) -> None:
    of = begun("ann", "bob", "cyd", on_timeout=OnTimeout.COMPUTER)
    of.look()
    absent = of.mover.name
    run_out(of, clock)
    clock.advance(minutes=1)
    first, second = (player for player in of.players if player.name != absent)
    resign(of.id, first, clock())
    clock.advance(minutes=1)
    resign(of.id, second, clock())

    settle(clock)

    found = means()
    assert [*Recomputation().differences()] == []
    assert found[absent] < found[first.name] < found[second.name]
    assert session().query(Rating).filter(Rating.level.is_not(None)).count() == 0


def test_a_rematch_and_the_next_game_of_a_series_are_rated_as_the_first_was(clock: FakeClock) -> None:
    of = won("ann", "bob", clock)
    again = rematch(of.id, of.players[0], clock())
    series = begun("cyd", "dan", first_to=2)
    lost(series, series.players[0], clock)

    following = session().query(Game).filter(Game.series_id == series.id, Game.series_round == 2).one()
    assert again.rated
    assert following.rated


def test_the_uncertainty_shown_after_a_year_is_that_which_the_next_game_uses(clock: FakeClock) -> None:
    of = won("ann", "bob", clock)
    settle(clock)
    kept = session().query(Rating).filter(Rating.account_id == of.players[0].id).one().deviation
    clock.advance(days=365)
    again = won("ann", "bob", clock)
    shown = ratings_in([of.players[0].id], "seasons", again.game.finished_at or clock()).get(of.players[0].id)

    settle(clock)

    own = session().query(RatingChange).filter_by(game_id=again.id, account_id=of.players[0].id).one()
    assert own.deviation_before > kept
    assert shown is not None
    assert shown.uncertainty == round(2 * own.deviation_before)


def test_the_eleventh_rated_game_of_a_week_with_the_same_player_is_unrated_before_it_begins(clock: FakeClock) -> None:
    ann, bob = person("ann"), person("bob")
    for _ in range(10):
        assert why(table("ann", "bob", rated=True)) is None
    invited = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")], rated=True), clock())

    assert invited.not_rated == "met-often"
    assert join(invited.id, bob, clock()).not_rated == "met-often"
    assert why(table("ann", "cyd", rated=True)) is None
    clock.advance(days=7, seconds=1)
    assert why(table("ann", "bob", rated=True)) is None


def test_from_the_sixteenth_rated_game_of_a_week_with_newcomers_on_games_count_for_nobody(clock: FakeClock) -> None:
    ann = person("ann")
    for number in range(15):
        assert why(table("ann", f"fresh-{number}", rated=True)) is None
    offered = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], rated=True), clock())
    fresh = person("fresh-15")

    assert offered.not_rated is None
    assert why_not_counted(offered, clock(), fresh) == "many-newcomers"
    assert join(offered.id, fresh, clock(), key=join_key_of(offered)).not_rated == "many-newcomers"
    assert why(table("fresh-15", "fresh-16", rated=True)) is None
    clock.advance(days=7, seconds=1)
    assert why(table("ann", "fresh-17", rated=True)) is None


def test_games_with_players_who_are_no_newcomers_are_rated_however_many(clock: FakeClock) -> None:
    no_newcomers((f"old-{number}" for number in range(16)), clock)

    assert [why(table("ann", f"old-{number}", rated=True)) for number in range(16)] == [None] * 16


def test_closing_an_account_in_mid_game_gives_its_games_away_and_takes_no_won_game(clock: FakeClock) -> None:
    won("ann", "bob", clock)
    settle(clock)
    before = means()["ann"]
    short, whole = table("ann", "bob", rated=True), begun("ann", "bob")

    leave(whole.players[1], clock())
    settle(clock)

    assert why(short) == "seat-never-moved"
    assert why(whole) is None
    assert means()["ann"] > before > NEW.mean
    assert leaders("seasons", clock()) == []
