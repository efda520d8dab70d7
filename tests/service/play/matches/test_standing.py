"""Matches: who can play and see them, and where they are listed."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db.clock import now
from service.db.engines import session
from service.language.errors import Invalid, NotFound
from service.models import Match, Visibility
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches.standing import find_matches, match_seen_by
from service.play.seating import game_seen_by
from tests.service.conftest import FakeClock
from tests.service.play.matching import begin, countdown, games, invite
from tests.service.tables import person

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("countdown")


@pytest.mark.parametrize(
    ("ruleset", "others"), [("countdown", 2), ("seasons", 2), ("siesta", 3), ("tribes", 0), ("countdown-together", 1)]
)
def test_only_two_who_play_against_each_other_can_play_a_match(app: Flask, ruleset: str, others: int) -> None:
    wish = NewGame(ruleset, [SeatWish(me=True), *(SeatWish(open=True) for _ in range(others))])
    with pytest.raises(Invalid, match="no-match"):
        create_match(person("ada"), wish, now())


def test_a_match_that_cannot_be_set_up_leaves_nothing_behind(app: Flask) -> None:
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(email="ada@example.net")])
    with pytest.raises(Invalid, match="seat-twice"):
        create_match(person("ada"), wish, now())
    assert session().query(Match).count() == 0


def test_the_second_game_of_a_match_waits_for_the_first_unless_both_are_to_begin_at_once(app: Flask) -> None:
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(ai=1)])
    one, both = create_match(person("ada"), wish, now()), begin(simultaneous=True)
    assert (one.simultaneous, len(games(one))) == (False, 1)
    assert (both.simultaneous, len(games(both))) == (True, 2)


def test_a_stranger_sees_a_match_only_if_its_games_are_public(app: Flask) -> None:
    eve = person("eve")
    with pytest.raises(NotFound):
        match_seen_by(invite().id, eve)
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    public = create_match(person("ada"), wish, now(), simultaneous=True)
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


def test_pages_hold_every_match_once_though_all_were_set_up_at_the_same_time(app: Flask, clock: FakeClock) -> None:
    made = {begin(simultaneous=True).id for _ in range(4)}
    found: list[str] = []
    after, more = None, True
    while more:
        [match], more = find_matches(person("bob"), after=after, limit=1)
        found.append(match.id)
        after = match.created_at, match.id
    assert (len(found), set(found)) == (4, made)
