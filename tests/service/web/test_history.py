"""One's own history, head to head, and who sees private games in them: at each door."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.db import clock
from service.db.engines import session, transaction
from service.models import Game, RatingChange, Visibility
from tests.service.api.program import Program, program_of
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor, sign_in


def finished(*names: str, winners: list[int], visibility: Visibility = Visibility.PRIVATE) -> Table:
    """Return a finished game of these players with these winners."""
    played = table(*names, visibility=visibility)
    played.play_to_the_end()
    with transaction() as current:
        current.get_one(Game, played.id).winners = winners
    return played


def seat(of: Table, name: str) -> int:
    """Return the seat of a player."""
    return next(seat.number for seat in of.game.seats if seat.account and seat.account.name == name)


@pytest.fixture
def private(app: Flask) -> Table:
    """Return a private game that Ann has won against Bob."""
    return finished("ann", "bob", winners=[0])


def ids(reader: Program, **query: str) -> list[str]:
    """Return the games that a reader finds, page by page."""
    found, cursor = list[str](), None
    while True:
        answer = reader.get("/games", query_string={**query, "limit": "1", **({"cursor": cursor} if cursor else {})})
        assert answer.json is not None
        found += [game["id"] for game in answer.json["games"]]
        cursor = answer.json["next_cursor"]
        if cursor is None:
            return found


def test_the_page_of_ones_history_has_the_same_filters(app: Flask, private: Table) -> None:
    ann = sign_in(app, "ann")
    link = f"/games/{private.id}"

    assert link in [each.attributes["href"] for each in ann.open("/me/history").tree.all("a")]
    assert "No games found." in ann.open("/me/history?result=lost").text
    assert "No games found." in ann.open("/me/history?opponent=nobody-there").text
    assert "No games found." in ann.open(f"/me/history?to={clock.now().date() - timedelta(days=1)}").text
    assert link in [
        each.attributes["href"]
        for each in ann.open("/me/history?opponent=bob&result=won&seats=2&rated=no&ruleset=seasons").tree.all("a")
    ]


def test_two_players_see_their_own_tally_with_private_games(client: FlaskClient, app: Flask, private: Table) -> None:
    finished("ann", "bob", winners=[0, 1])
    finished("ann", "bob", winners=[1])
    ann, bob = program_of(client, "ann"), program_of(client, "bob")
    expected = {"ruleset": "seasons", "played": 3, "won": 1, "shared": 1, "lost": 1}

    assert (ann.get("/players/bob").json or {})["with_you"] == [expected]
    assert (bob.get("/players/ann").json or {})["with_you"] == [expected]
    assert (ann.get("/players/ann").json or {})["with_you"] is None
    assert "Seasons of the Sun 1 : 1, 1 shared · 3 games" in sign_in(app, "ann").open("/players/bob").text


def test_a_private_game_shows_to_nobody_else_at_any_door(client: FlaskClient, app: Flask, private: Table) -> None:
    rate(private)
    eve, nobody = program_of(client, "eve"), Program(client)
    for reader in (eve, nobody):
        told = reader.get("/players/ann").json or {}
        assert (told["results"], told["with_you"]) == ([], [] if reader is eve else None)
        assert private.id not in str(reader.get("/players/ann/rating-history").json)
        assert private.id not in ids(reader)
        assert reader.get(f"/games/{private.id}").status_code == 404
    assert ids(eve, opponent="ann") == []
    assert nobody.get("/games", query_string={"opponent": "ann"}).status_code == 401
    for visitor in (sign_in(app, "eve"), Visitor(app)):
        page = visitor.open("/players/ann")
        assert private.id not in str([each.attributes for each in page.tree.all("a")])
        assert "You and ann" not in page.text
        assert visitor.open(f"/games/{private.id}/again").status != 303
    assert "No games found." in sign_in(app, "eve").open("/me/history?opponent=ann").text


def rate(of: Table, account: str = "ann", mean: float = 1600.0, pool: str = "seasons") -> None:
    """Store that a game has changed the rating of a player."""
    with transaction():
        change = RatingChange(game_id=of.id, seat=seat(of, account), account_id=person(account).id, pool=pool)
        change.mean_before, change.deviation_before, change.mean, change.deviation = 1500.0, 350.0, mean, 200.0
        change.rank, change.at = 1, of.game.finished_at or clock.now()
        session().add(change)


def test_a_profile_draws_the_rating_with_its_uncertainty_and_has_it_in_a_table(client: FlaskClient, app: Flask) -> None:
    for mean in (1600.0, 1550.0):
        rate(finished("ann", "bob", winners=[0]), mean=mean)

    told = client.get("/api/v1/players/ann/rating-history").json
    assert told is not None
    [curve] = told["curves"]
    assert sorted(each["value"] for each in curve["points"]) == [1550, 1600]
    assert curve["points"][0]["uncertainty"] == 400
    page = Visitor(app).open("/players/ann")
    assert "between 1550 and 1600" in page.text
    assert "1600 ± 400" in page.text


def test_the_rating_in_a_pool_has_the_title_of_that_pool(app: Flask) -> None:
    rate(finished("ann", "bob", winners=[0]), pool="seasons:basic")
    assert "Seasons of the Sun, Basic: 1600 ± 400" in Visitor(app).open("/players/ann").text


def test_who_hides_their_results_hides_their_rating_too(client: FlaskClient, app: Flask, private: Table) -> None:
    rate(private)
    with transaction() as current:
        current.merge(person("ann")).hidden_since = clock.now()

    assert client.get("/api/v1/players/ann/rating-history").json == {"curves": None}
    assert "Rating over time" not in Visitor(app).open("/players/ann").text


def test_results_are_told_by_the_number_of_players_too(client: FlaskClient, app: Flask) -> None:
    finished("ann", "bob", winners=[0], visibility=Visibility.PUBLIC)
    finished("ann", "bob", "cyd", winners=[2], visibility=Visibility.PUBLIC)

    told = client.get("/api/v1/players/ann").json
    assert told is not None
    assert told["results_by_seats"] == [
        {"ruleset": "seasons", "seats": 2, "played": 1, "won": 1, "shared": 0, "lost": 0},
        {"ruleset": "seasons", "seats": 3, "played": 1, "won": 0, "shared": 0, "lost": 1},
    ]
    assert "3 players 1 0 0 1" in Visitor(app).open("/players/ann").text
