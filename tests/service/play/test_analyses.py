"""Permissions for analyses: who may see them, and when."""

from __future__ import annotations

import pytest

from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.language.errors import Conflict
from service.models import Event
from service.play import daily
from service.play.analyses import agreed, analyses_of, ask, check_open, claim_analyses, keep
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_who_plays_against_computers_alone_needs_nobody_to_agree() -> None:
    ada = person("ada")
    game = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False), now())
    check_open(game, ada)

    ask(game.id, ada, now())

    assert len(analyses_of(game)) == 1
    assert agreed(game) == []


def test_against_people_nothing_is_open_until_all_agree() -> None:
    of = table("ada", "bob")
    ada, bob = of.players
    ask(of.id, ada, now())
    with pytest.raises(Conflict, match="analysis-not-agreed"):
        check_open(of.game, bob)
    assert (agreed(of.game), analyses_of(of.game)) == ([0], [])

    ask(of.id, bob, now())

    check_open(of.game, ada)
    assert len(analyses_of(of.game)) == 1


def test_one_position_is_looked_at_before_those_of_a_whole_game_that_was_asked_about_earlier(clock: FakeClock) -> None:
    ann = person("ann")
    whole, other = (create_game(ann, NewGame("springtime-puzzle", [SeatWish(me=True)]), clock()) for _ in range(2))
    for game in (whole, other):
        Table(game.id, [ann]).play_anything()
        Table(game.id, [ann]).play_anything()
        resign(game.id, ann, clock())
    ask(whole.id, ann, clock())
    clock.advance(seconds=5)
    ask(other.id, ann, clock(), at=1)

    assert len(analyses_of(whole)) > 1
    first, second = (claim_analyses(clock())[0] for _ in range(2))
    assert (first.game_id, first.at) == (other.id, 1)
    assert second.game_id == whole.id
    assert [[each.at for each in analyses_of(whole, at)] for at in (0, 1, 2)] == [[0], [1], []]


def test_puzzles_of_the_day_keep_nothing_of_other_puzzles(clock: FakeClock) -> None:
    people = [person(f"ann-{number}") for number in range(3)]
    others = [create_game(each, NewGame("springtime-puzzle", [SeatWish(me=True)]), clock()) for each in people]
    todays = [daily.begin(each, daily.today(clock()), clock()) for each in people]

    for each, other, todays_own in zip(people, others, todays, strict=True):
        check_open(other, each)
        with pytest.raises(Conflict, match="analysis-not-yet"):
            check_open(todays_own, each)


@pytest.mark.parametrize("falls", [False, True])
def test_a_table_is_told_once_nothing_of_its_own_waits_whatever_does_elsewhere(
    clock: FakeClock,
    falls: bool,  # noqa: FBT001
) -> None:
    people = [person(f"ann-{number}") for number in range(3)]
    games = {create_game(each, NewGame("springtime-puzzle", [SeatWish(me=True)]), clock()).id: each for each in people}
    for game_id, each in games.items():
        ask(game_id, each, clock())
    told = []
    rows = [row for _ in games for row in claim_analyses(clock())]
    for row in sorted(rows, key=lambda each: each.game_id, reverse=falls):
        keep(row, None, clock())
        told.append(session().query(Event).filter_by(type="analysis.ready", game_id=row.game_id).count())

    assert told == [1, 1, 1]
