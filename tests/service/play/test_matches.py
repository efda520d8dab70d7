"""Matches: two games with seats exchanged, and who has won them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
from flask import Flask

import rules
from rules import Match as Terms
from service.core import clock as now_by
from service.core.db import session
from service.core.errors import Invalid, NotFound
from service.models import Event, Game, GameStatus, Match, Notice, Visibility
from service.play.clocks import enforce_deadline
from service.play.games import NewGame, SeatWish, game_seen_by
from service.play.matches import Standing, create_match, find_matches, match_seen_by, standing
from service.play.opponents import claim_turns
from service.play.positions import log_of
from service.play.seats import decline, join, resign
from service.play.views import record_json
from service.telling.match_story import outlook
from service.verify import Verdict, check
from tests.rules.toy_games.countdown import GAMES
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person

NAMES = ("ada", "bob")


@pytest.fixture(autouse=True)
def countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short game whose winner gets its one point, and rulesets with other terms for matches."""
    [game] = GAMES
    tie = replace(game, id="countdown-tie", match=Terms(decider=True, same_layout=True))
    together = replace(game, id="countdown-together", cooperative=True)
    same = replace(rules.game("tribes"), id="tribes-same", match=Terms(same_layout=True))
    for known in (game, tie, together, same):
        monkeypatch.setitem(rules.games(), known.id, known)


def invite(ruleset: str = "countdown", *, simultaneous: bool = False, shuffle_seats: bool = False) -> Match:
    """A match to which ada has invited bob."""
    ada, bob = map(person, NAMES)
    wish = NewGame(ruleset, [SeatWish(me=True), SeatWish(email=bob.email)], shuffle_seats=shuffle_seats)
    return create_match(ada, wish, now_by.now(), simultaneous=simultaneous)


def begin(ruleset: str = "countdown", *, simultaneous: bool = False, shuffle_seats: bool = False) -> Match:
    """A match between ada and bob that has begun."""
    match = invite(ruleset, simultaneous=simultaneous, shuffle_seats=shuffle_seats)
    join(games(match)[0].id, person("bob"), now_by.now())
    return match


def state(match: Match) -> Standing:
    session().rollback()
    return standing(session().get_one(Match, match.id, populate_existing=True))


def games(match: Match) -> list[Game]:
    return list(state(match).games)


def table(match: Match, number: int) -> Table:
    """The game of that round with ada and bob."""
    return Table(games(match)[number - 1].id, [person(name) for name in NAMES])


def seats(game: Game) -> list[str]:
    """Who sits where, in the order of play."""
    return [seat.account.name if seat.account else "computer" for seat in game.seats]


def let_win(name: str, match: Match, number: int) -> None:
    """Play that game so that `name` takes the last of the ten stones."""
    of = table(match, number)
    of.play("take 2" if of.mover.name == name else "take 1")
    while of.game.status == GameStatus.ACTIVE:
        of.play("take 1")


def told(match: Match) -> str:
    """How the match stands, in a sentence."""
    return str(outlook(state(match), NAMES))


def notices(kind: str) -> list[tuple[str, str | None]]:
    """Who has been told so, and of which game."""
    found = session().query(Notice).filter_by(kind=kind).order_by(Notice.id)
    return [(notice.email.split("@")[0], notice.game_id) for notice in found]


def test_the_invitation_to_the_first_game_is_the_only_one(app: Flask) -> None:
    match = invite()
    assert match.status == "inviting"
    assert len(games(match)) == 1
    join(games(match)[0].id, person("bob"), now_by.now())
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


@pytest.mark.parametrize(("ruleset", "layouts"), [("tribes", 2), ("tribes-same", 1)])
def test_both_games_are_played_on_one_layout_where_the_ruleset_says_so(app: Flask, ruleset: str, layouts: int) -> None:
    drawn = [str((game.setup or {})["layout"]) for game in games(begin(ruleset, simultaneous=True))]
    assert len(set(drawn)) == layouts


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_in_springtime_all_games_have_one_layout_and_a_tie_leads_to_a_third(app: Flask) -> None:
    match = begin("springtime", simultaneous=True)
    first, second = games(match)
    assert second.given_layout == (first.setup or {})["layout"] == (second.setup or {})["layout"]
    scores = [table(match, number).play_to_the_end().scores or [] for number in (1, 2)]
    is_level = scores[0][0] + scores[1][1] == scores[0][1] + scores[1][0]
    assert len(games(match)) == (3 if is_level else 2)
    assert rules.game("springtime").match == Terms(same_layout=True, decider=True)


def test_each_game_has_a_seed_and_contributions_of_its_own(app: Flask) -> None:
    first, second = games(begin(simultaneous=True))
    assert first.commitment != second.commitment
    assert len({seat.contribution for game in (first, second) for seat in game.seats}) == 4


def test_every_game_of_a_match_can_be_verified_by_itself(app: Flask) -> None:
    match = begin("countdown-tie")
    for number, winner in enumerate(("ada", "bob", "ada"), 1):
        let_win(winner, match, number)
    for number, game in enumerate(games(match), 1):
        record = record_json(game, log_of(game))
        assert record["match"] == {"id": match.id, "round": number}
        assert {finding.verdict for finding in check(record)} == {Verdict.RIGHT}


def test_the_higher_total_wins_the_match(app: Flask) -> None:
    match = begin()
    let_win("bob", match, 1)
    let_win("bob", match, 2)
    over = state(match)
    assert (over.match.status, over.match.ended_by, over.match.winner, over.totals) == ("finished", "play", 1, [0, 2])
    assert told(match) == "bob has won the match, 2 points to 0."


def test_equal_totals_are_a_draw_where_there_is_no_third_game(app: Flask) -> None:
    match = begin()
    let_win("bob", match, 1)
    let_win("ada", match, 2)
    assert (state(match).match.status, state(match).match.winner) == ("finished", None)
    assert told(match) == "The match is a draw, 1 points to 1."


def test_equal_totals_lead_to_a_third_game_whose_winner_wins_the_match(app: Flask) -> None:
    match = begin("countdown-tie")
    let_win("bob", match, 1)
    let_win("ada", match, 2)
    assert told(match) == "Equal totals after two games: whoever wins the third one wins the match."
    let_win("bob", match, 3)
    over = state(match)
    assert (over.match.winner, over.totals) == (1, [1, 1])
    assert told(match) == "bob has won the third game and with it the match."


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


def test_what_is_needed_to_win_is_told_while_the_match_goes_on(app: Flask) -> None:
    match = begin()
    assert told(match) == "The higher total of points in both games wins the match; equal totals are a draw."
    let_win("ada", match, 1)
    assert told(match) == (
        "bob needs 2 points more than ada in game 2 to win the match; 1 more is a draw, and otherwise ada wins it."
    )


def test_at_the_same_time_the_game_that_still_runs_is_named(app: Flask) -> None:
    match = begin("countdown-tie", simultaneous=True)
    let_win("ada", match, 2)
    assert told(match).startswith(
        "bob needs 2 points more than ada in game 1 to win the match; 1 more leads to a third"
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
    resign(games(match)[0].id, person("ada"), now_by.now())
    over = state(match)
    assert (over.match.status, over.match.ended_by, over.match.winner) == ("finished", "resignation", 1)
    assert [game.status for game in over.games] == ["finished"] * (2 if simultaneous else 1)
    assert [seats(game)[(game.winners or [])[0]] for game in over.games] == ["bob"] * len(over.games)
    assert told(match) == "bob has won the match, because ada resigned."
    for game in over.games:
        assert {finding.verdict for finding in check(record_json(game, log_of(game)))} == {Verdict.RIGHT}


def test_who_won_the_first_game_and_resigns_the_second_has_lost_the_match(app: Flask) -> None:
    match = begin()
    let_win("ada", match, 1)
    resign(games(match)[1].id, person("ada"), now_by.now())
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
                resign(game.id, account, now_by.now())

        with ThreadPoolExecutor(2) as pool:
            leaving = [pool.submit(give_up, name, game) for name, game in zip(NAMES, games(match), strict=True)]
        refusals = [str(error) for error in (future.exception() for future in leaving) if error]
        over = state(match)
        assert refusals == ["game-over"]
        assert [seats(game)[(game.winners or [])[0]] for game in over.games] == [NAMES[over.match.winner or 0]] * 2


def test_a_declined_invitation_calls_the_match_off(app: Flask) -> None:
    match = invite()
    decline(games(match)[0].id, person("bob"), now_by.now())
    assert (state(match).match.status, state(match).match.ended_by) == ("cancelled", "declined")
    assert told(match) == "The match does not come about."


def test_the_computer_plays_both_games(app: Flask) -> None:
    ada = person("ada")
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(ai=2)], shuffle_seats=False)
    match = create_match(ada, wish, now_by.now(), simultaneous=True)
    first, second = games(match)
    assert (seats(first), seats(second)) == (["ada", "computer"], ["computer", "ada"])
    assert [seat.ai_level for seat in second.seats] == [2, None]
    to_move = [game for game in (first, second) if seats(game)[game.to_move or 0] == "computer"]
    assert {turn.game_id for turn in claim_turns(now_by.now(), limit=5)} == {game.id for game in to_move}
    resign(first.id, ada, now_by.now())
    assert state(match).match.winner == 1


def test_a_game_of_a_match_is_told_to_be_over_and_the_last_one_with_the_match(app: Flask) -> None:
    match = begin()
    let_win("ada", match, 1)
    let_win("ada", match, 2)
    first, second = (game.id for game in games(match))
    assert sorted(notices("game-over")) == [("ada", first), ("bob", first)]
    assert sorted(notices("match-over")) == [("ada", second), ("bob", second)]


def test_the_end_of_a_match_is_one_event(app: Flask) -> None:
    match = begin(simultaneous=True)
    resign(games(match)[0].id, person("bob"), now_by.now())
    [event] = session().query(Event).filter_by(type="match.finished")
    assert event.data == {"match": match.id, "winner": 0, "totals": [0, 0]}
    assert event.game_id == games(match)[0].id


@pytest.mark.parametrize(
    ("ruleset", "others"), [("countdown", 2), ("seasons", 2), ("siesta", 3), ("tribes", 0), ("countdown-together", 1)]
)
def test_only_two_who_play_against_each_other_can_play_a_match(app: Flask, ruleset: str, others: int) -> None:
    wish = NewGame(ruleset, [SeatWish(me=True), *(SeatWish(open=True) for _ in range(others))])
    with pytest.raises(Invalid, match="no-match"):
        create_match(person("ada"), wish, now_by.now())


def test_a_match_that_cannot_be_set_up_leaves_nothing_behind(app: Flask) -> None:
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(email="ada@example.net")])
    with pytest.raises(Invalid, match="seat-twice"):
        create_match(person("ada"), wish, now_by.now())
    assert session().query(Match).count() == 0


def test_a_stranger_sees_a_match_only_if_its_games_are_public(app: Flask) -> None:
    eve = person("eve")
    with pytest.raises(NotFound):
        match_seen_by(invite().id, eve)
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    public = create_match(person("ada"), wish, now_by.now(), simultaneous=True)
    assert match_seen_by(public.id, eve).id == public.id
    assert all(game_seen_by(game.id, eve) for game in games(public))


def test_ones_matches_are_listed_page_by_page(app: Flask, clock: FakeClock) -> None:
    made: list[str] = []
    for _ in range(3):
        made.insert(0, begin(simultaneous=True).id)
        clock.advance(minutes=1)
    bob = person("bob")
    page, more = find_matches(bob, limit=2)
    rest, no_more = find_matches(bob, after=(page[-1].created_at, page[-1].id), limit=2)
    assert ([match.id for match in [*page, *rest]], more, no_more) == (made, True, False)
    assert find_matches(person("eve")) == ([], False)
