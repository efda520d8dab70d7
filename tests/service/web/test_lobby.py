"""The lobby on pages: accept, find somebody, delete."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select, update

from service.accounts.accounts import account_named
from service.db.clock import now
from service.db.engines import session, transaction
from service.models import Challenge, Rating
from service.ratings.results import pool_of
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def ann(app: Flask) -> Visitor:
    person("ann")
    return sign_in(app, "ann")


@pytest.fixture
def bob(app: Flask) -> Visitor:
    person("bob")
    return sign_in(app, "bob")


@pytest.fixture
def stranger(app: Flask) -> Visitor:
    return Visitor(app)


def test_a_challenge_is_made_taken_up_and_taken_back(ann: Visitor, bob: Visitor) -> None:
    page = ann.press(ann.open("/lobby"), "Find somebody", ruleset="siesta", time="3-7", at_once="2")
    assert "Siesta 3 to 7 days per move" in page.text
    assert "0 of 2 games in progress" in page.text
    found = bob.open("/lobby")
    assert "ann: Siesta 3 to 7 days per move" in found.text
    game = bob.press(found, "Play: ann, Siesta")
    assert game.address.startswith("/games/")
    assert "1 of 2 games in progress" in ann.open("/lobby").text
    again = bob.press(found, "Play: ann, Siesta")
    assert (again.status, "You already have a challenge game with this player." in again.text) == (409, True)
    page = ann.press(ann.open("/lobby"), "Delete: Siesta")
    assert "Your challenges" not in page.text


def test_challenges_that_fit_lead_both_to_their_game(ann: Visitor, bob: Visitor) -> None:
    ann.press(ann.open("/lobby"), "Find somebody", ruleset="dawn", time="fast-15-20")
    game = bob.press(bob.open("/lobby"), "Find somebody", ruleset="dawn", time="fast-15-20")
    assert game.address.startswith("/games/")
    assert "15 minutes for the whole game" in game.text


def test_the_same_once_more_is_refused_with_the_form_as_it_was(ann: Visitor) -> None:
    ann.press(ann.open("/lobby"), "Find somebody", ruleset="dawn", time="1-3")
    page = ann.press(ann.open("/lobby"), "Find somebody", ruleset="dawn", time="3-3")
    assert page.status == 409
    assert "You already have that challenge open." in page.text


def test_an_empty_lobby_says_what_to_play_now(ann: Visitor) -> None:
    page = ann.open("/lobby")
    assert "Nobody is waiting." in page.text
    assert ann.press(page, "Play the computer").address.startswith("/games/")


def test_the_lobby_says_who_waits_with_rating_terms_and_time(ann: Visitor, bob: Visitor) -> None:
    with transaction() as current:
        rating = Rating(pool=pool_of("siesta", {}), account_id=account_named("ann").id, mean=1640.0, deviation=60.0)
        rating.games, rating.rated_at = 30, now()
        current.add(rating)
    ann.press(ann.open("/lobby"), "Find somebody", ruleset="siesta", rated="on", rating_from="1400")
    page = bob.open("/lobby")
    assert "ann (1640 ± 120): Siesta 1 to 14 days per move" in page.text
    assert "Rated Lowest rating: 1400 Since" in page.text


def test_a_rating_of_too_many_digits_is_none(ann: Visitor) -> None:
    ann.press(ann.open("/lobby"), "Find somebody", ruleset="siesta", rating_to="99999999999")
    assert session().scalars(select(Challenge.rating_to)).all() == [None]


def test_a_player_of_another_rating_does_not_see_it_and_is_refused(ann: Visitor, bob: Visitor) -> None:
    ann.press(ann.open("/lobby"), "Find somebody", ruleset="siesta")
    found = bob.open("/lobby")
    with transaction() as current:
        current.execute(update(Challenge).values(rating_from=1700))
    refused = bob.press(found, "Play: ann, Siesta")
    assert (refused.status, "This challenge is for players of another rating." in refused.text) == (409, True)
    assert "Play: ann, Siesta" not in bob.open("/lobby").buttons


def test_strangers_see_challenges_and_are_asked_to_sign_in_for_their_own(ann: Visitor, stranger: Visitor) -> None:
    ann.press(ann.open("/lobby"), "Find somebody", ruleset="siesta", time="1-14")
    page = stranger.open("/lobby")
    assert "1 to 14 days per move" in page.text
    assert "Find somebody" not in page.buttons
