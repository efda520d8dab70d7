"""Ratings recomputed from signed records: of each game, of matches, and compared with what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from click.testing import CliRunner
from click.testing import Result as Run
from flask import Flask
from sqlalchemy import select, update

import rules
from service.accounts.accounts import account_named
from service.cli.ratings import ratings
from service.config.environment import Config
from service.db import clock as now_clock
from service.db.engines import session, transaction
from service.models import Game, GameStatus, OnTimeout, RatedGame, Rating, RatingChange
from service.play.analyses import ask
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.rounds import games_of
from service.play.positions import log_of
from service.play.records import record_json, signed_record
from service.play.seats import join, resign
from service.play.substitutes import take_over
from service.ratings.replay import Replay
from service.ratings.results import Result, pool_of, result_of
from service.ratings.verification import Recomputation
from tests.service.conftest import FakeClock
from tests.service.installations import environment
from tests.service.play.leaving import eve, run_out
from tests.service.tables import Table, person, table
from workers.jobs import opponents

__all__ = ["eve"]

pytestmark = pytest.mark.usefixtures("app")
AGAINST_EACH_OTHER = [each for each in sorted(rules.games()) if pool_of(each, {}) is not None]


def record_of(game_id: str) -> Mapping[str, Any]:
    """Return the signed record of a game that was to be rated."""
    with transaction() as current:
        current.execute(update(Game).where(Game.id == game_id).values(rated=True))
    session().expire_all()
    game = session().get_one(Game, game_id)
    return signed_record(game, log_of(game))


def outcome(game_id: str) -> Result | str:
    return result_of(record_of(game_id))


def match_of(ruleset: str) -> list[str]:
    """Play a match to the end, and return the ids of its games in their order."""
    ada, bob = person("ada"), person("bob")
    wish = NewGame(ruleset, [SeatWish(me=True), SeatWish(email=bob.email)], shuffle_seats=False)
    match = create_match(ada, wish, now_clock.now())
    join(games_of(match.id)[0].id, bob, now_clock.now())
    for number in range(2):
        of = Table(games_of(match.id)[number].id, [ada, bob])
        while of.game.status == GameStatus.ACTIVE:
            of.play(of.whole_moves(1)[0])
    return [game.id for game in games_of(match.id)[:2]]


@pytest.mark.parametrize("ruleset", AGAINST_EACH_OTHER)
def test_in_each_ruleset_the_winner_of_a_match_game_rises_and_the_loser_falls(ruleset: str) -> None:
    results = [outcome(each) for each in match_of(ruleset)]

    replay = Replay()
    for result in results:
        if isinstance(result, str):
            assert (ruleset, result) == ("dawn", "half-of-match")
            continue
        changes = replay.apply(result)
        assert not isinstance(changes, str)
        rises = [change.after.mean - change.before.mean for change in changes]
        if len(set(result.ranks)) > 1:
            assert rises[result.ranks.index(1)] > 0 > rises[result.ranks.index(2)]
    assert not isinstance(results[-1], str)


def test_a_game_that_somebody_resigned_is_won_by_who_stays(clock: FakeClock) -> None:
    of = table("ada", "bob", "cyd")
    for _ in range(6):
        of.play_anything()
    resign(of.id, of.players[2], clock())
    clock.advance(hours=1)
    resign(of.id, of.players[0], clock())

    found = outcome(of.id)

    assert isinstance(found, Result)
    assert dict(zip(found.players, found.ranks, strict=True)) == {"account:bob": 1, "account:ada": 2, "account:cyd": 3}


def test_a_substitute_is_not_rated_but_the_player_they_replace(clock: FakeClock, eve: Any) -> None:
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE, stand_in_level=1)
    for _ in range(3):
        of.play_anything()
    of.look()
    gone = of.game.to_move
    assert gone is not None
    run_out(of, clock)
    take_over(of.id, gone, eve, clock())
    of.play_to_the_end()

    found = outcome(of.id)

    assert isinstance(found, Result)
    former = f"account:{of.players[gone].name}"
    assert (found.players[gone], found.ranks[gone], found.timed_out) == (former, 3, (former,))


def test_a_game_with_a_hint_before_its_end_counts_for_nobody(clock: FakeClock) -> None:
    ada = person("ada")
    game = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False), clock())
    ask(game.id, ada, clock())
    of = Table(game.id, [ada])
    while of.game.finished_at is None:
        if of.game.to_move == 0:
            of.play_anything()
        while opponents.run():
            pass
    assert outcome(game.id) == "hints"


def test_an_analysis_after_the_end_is_no_hint(clock: FakeClock) -> None:
    of = table("ada", "bob")
    of.play_to_the_end()
    ask(of.id, of.players[0], clock())
    assert isinstance(outcome(of.id), Result)


def test_an_unrated_game_and_one_under_way_have_nothing_rated_in_their_records() -> None:
    over, under_way = table("ada", "bob"), table("cyd", "dee", rated=True)
    over.play_to_the_end()
    assert [record_json(of.game, log_of(of.game))["rated"] for of in (over, under_way)] == [None, None]


def stored(ids: Iterable[str]) -> None:
    """Rate games, and store it as the job does."""
    replay, rows = Replay(), list[Any]()
    found = {id_: result_of(record_of(id_)) for id_ in ids}
    results = [result for result in found.values() if isinstance(result, Result)]
    for result in sorted(results, key=lambda each: (each.finished_at, each.game_id)):
        changes, at = replay.apply(result), result.finished_at
        assert not isinstance(changes, str)
        rows.append(RatedGame(game_id=result.game_id, pool=result.pool, finished_at=at, settled_at=at))
        rows += [
            RatingChange(
                game_id=result.game_id, seat=each.seat, pool=result.pool, account_id=number(each.player), level=None,
                rank=each.rank, mean_before=each.before.mean, deviation_before=each.before.deviation,
                mean=each.after.mean, deviation=each.after.deviation, at=at,
            )
            for each in changes
        ]  # fmt: skip
    for player, each in replay.standings.items():
        of = {"mean": each.strength.mean, "deviation": each.strength.deviation, "rated_at": each.rated_at}
        rows.append(Rating(pool="seasons", account_id=number(player), level=None, games=each.games, **of))
    with transaction() as current:
        current.add_all(rows)


def number(player: str) -> int:
    return account_named(player.removeprefix("account:")).id


@pytest.fixture
def games(clock: FakeClock) -> list[str]:
    """Two rated games between three people, the second of which ends in the same second."""
    ids = []
    for names in (("ada", "bob"), ("bob", "cyd")):
        of = table(*names)
        of.play_to_the_end()
        ids.append(of.id)
    stored(ids)
    return ids


def test_what_was_rated_is_recomputed_to_the_last_digit(games: list[str]) -> None:
    computed = Recomputation()
    assert [*computed.differences()] == []
    assert computed.games == len(games)


def test_a_changed_digit_a_changed_result_and_a_missing_rating_are_found(games: list[str]) -> None:
    with transaction() as current:
        change = current.scalars(select(RatingChange).where(RatingChange.game_id == games[0])).first()
        assert change is not None
        change.mean += 0.000001
        lost = current.scalars(select(Rating).where(Rating.account_id == number("account:cyd"))).one()
        current.delete(lost)
        game = current.get_one(Game, games[1])
        game.winners = [1 - seat for seat in game.winners or ()]
        game.scores = (game.scores or [])[::-1]

    found = [*Recomputation().differences()]

    assert {each.split(":")[0] for each in found} == {games[0], games[1], "seasons"}
    assert any("account:cyd: None, not PlayerRating" in each for each in found)


def test_an_annulled_game_is_left_out(games: list[str]) -> None:
    with transaction() as current:
        for row in current.scalars(select(RatedGame)):
            row.not_rated = "annulled"
        for kind in (RatingChange, Rating):
            for each in current.scalars(select(kind)):
                current.delete(each)
    assert [*Recomputation().differences()] == []


def verify(settings: Config) -> Run:
    return CliRunner().invoke(ratings, ["verify"], env=environment(settings))


def test_the_command_prints_speed_and_differences_and_exits_with_1_if_there_are_any(
    app: Flask, settings: Config, games: list[str]
) -> None:
    right = verify(settings)
    with transaction() as current:
        current.execute(update(Rating).values(games=7))
    wrong = verify(settings)

    assert (right.exit_code, wrong.exit_code) == (0, 1)
    assert right.output.startswith("All ratings are as the records give them.\nGames: 2. ")
    assert wrong.output.count("seasons: account:") == 3
