"""Ratings on pages: the form of a new game, the game, the profile and the best players."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import account_named
from service.config.environment import Config
from service.db.engines import session, transaction
from service.models import Game, Rating
from service.play.seats import join, resign
from tests.service.conftest import FakeClock
from tests.service.ratings.rated import settle
from tests.service.tables import person, table
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


@pytest.fixture
def ann(app: Flask) -> Visitor:
    return sign_in(app, "ann")


def rate(name: str, clock: FakeClock) -> None:
    with transaction() as current:
        standing = {"mean": 1532.0, "deviation": 42.0, "games": 12, "rated_at": clock()}
        current.add(Rating(pool="seasons", account_id=account_named(name).id, **standing))


def test_a_ticked_box_makes_a_game_rated_and_its_page_says_so(ann: Visitor) -> None:
    page = ann.press(ann.open("/games/new/seasons"), "Start game", rated="yes", **{"seat-1": "anybody"})

    assert session().query(Game).one().rated
    assert "Rating Rated" in page.text


def test_the_form_says_why_a_game_cannot_be_rated(app: Flask, ann: Visitor) -> None:
    assert "Co-operative games are not rated." in ann.open("/games/new/springtime-puzzle").text
    assert "Sign in to play rated games." in Visitor(app).open("/games/new/seasons").text


def test_a_refused_form_says_what_to_change(ann: Visitor) -> None:
    page = ann.press(ann.open("/games/new/seasons"), "Start game", rated="yes", **{"seat-1": "beside"})

    assert "Such a game cannot be rated." in page.text
    assert session().query(Game).count() == 0


def test_a_finished_game_says_why_it_counts_for_nobody(ann: Visitor, clock: FakeClock) -> None:
    of = table("ann", "bob", rated=True)
    resign(of.id, of.players[1], clock())
    assert "Not rated" not in ann.open(f"/games/{of.id}").text

    settle(clock)

    assert "Not rated: a player never moved" in ann.open(f"/games/{of.id}").text


def test_ratings_stand_beside_the_names_in_a_game(ann: Visitor, clock: FakeClock) -> None:
    person("bob")
    rate("bob", clock)
    of = table("ann", "bob", rated=True)

    text = ann.open(f"/games/{of.id}").text

    assert "rating 1532 ± plus or minus 84" in text


def test_a_profile_and_the_list_of_the_best_name_the_rating(ann: Visitor, clock: FakeClock) -> None:
    person("bob")
    rate("bob", clock)

    profile, best = ann.open("/players/bob"), ann.open("/ratings/seasons")

    assert "12 rated games" in profile.text
    assert best.heading == "Seasons of the Sun"
    assert [row.text for row in best.tree.one("tbody").all("tr")] == ["1 bob rating 1532 ± plus or minus 84 12"]
    assert "Nobody has a certain rating yet." in ann.open("/ratings/siesta").text


def test_a_pool_has_the_short_names_of_its_options(ann: Visitor) -> None:
    page = ann.open("/ratings/springtime:majority")
    assert page.heading == "Springtime, Majority"
    assert "Tribes of the Four Seasons, Advanced" in [link.text for link in page.tree.all("a")]


def test_who_would_join_too_often_reads_that_before(app: Flask, clock: FakeClock) -> None:
    for _ in range(10):
        table("ann", "bob", rated=True)
    ann, bob = sign_in(app, "ann"), sign_in(app, "bob")
    ann.press(ann.open("/games/new/seasons"), "Start game", rated="yes", **{"seat-1": "anybody"})
    offered = session().query(Game).filter(Game.status == "inviting").one()

    assert "Rating Rated" in sign_in(app, "eve").open(f"/games/{offered.id}").text
    assert "had begun 10 rated games with each other" in bob.open(f"/games/{offered.id}").text
    assert join(offered.id, account_named("bob"), clock()).not_rated == "met-often"
