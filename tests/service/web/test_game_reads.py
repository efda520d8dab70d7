"""Database queries of a game's page, and separation of its cache entries."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import update

from service.db.engines import session, transaction
from service.models import Account, Game, Visibility
from service.play.chat import post
from tests.greek import LANGUAGE
from tests.service.conftest import FakeClock
from tests.service.statements import executed
from tests.service.tables import Table, table
from tests.service.web.html import parse
from tests.service.web.visitor import Visitor, returning

MOST = 4
"""Statements, where the process has shown the game before: who asks, the game with its seats and the next one to go to,
the mails, the talk."""
WATCHED = 1


@pytest.fixture(params=["seasons", "tribes"])
def game(request: pytest.FixtureRequest, clock: FakeClock) -> Table:
    """Create a public game with a message."""
    begun = table("ann", "bob", ruleset=request.param)
    with transaction() as current:
        current.execute(update(Game).values(visibility=Visibility.PUBLIC))
    post(begun.id, begun.players[0], "hello", clock())
    return begun


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here alone", "also elsewhere"])
@pytest.mark.parametrize("who", ["ann", "bob", None])
def test_the_page_of_a_game_takes_few_statements(app: Flask, game: Table, who: str | None, *, elsewhere: bool) -> None:
    if elsewhere:
        for players in (("ann", "bob"), ("bob", "ann")):
            table(*players)
    looking = returning(app, f"{who}@example.net") if who else Visitor(app)
    address = f"/games/{game.id}"
    first = looking.client.get(address)
    session().close()  # which the requests of a test share, and what it has read

    with executed() as statements:
        again = looking.client.get(address)

    assert again.text == first.text
    assert len(statements) == (MOST if who else WATCHED), statements


def test_what_is_kept_is_told_in_the_language_of_its_reader(app: Flask, game: Table, greek: None) -> None:
    def told(language: str) -> str:
        return app.test_client().get(f"/games/{game.id}", headers={"Accept-Language": language}).text

    english, in_greek = told("en"), told(LANGUAGE)

    assert words_in(english)
    assert not set(words_in(english)) & set(words_in(in_greek))
    assert (told("en"), told(LANGUAGE)) == (english, in_greek)


def words_in(page: str) -> list[str]:
    """Return the board in words."""
    [words] = (part for part in parse(page).all("ul") if part.attributes.get("class") == "words")
    return [sentence.text for sentence in words.all("li")]


def test_the_story_names_players_as_they_are_called_now(app: Flask, game: Table) -> None:
    looking = Visitor(app)
    address = f"/games/{game.id}"
    looking.open(address)

    with transaction() as current:
        current.execute(update(Account).where(Account.id == game.players[0].id).values(name="anna"))

    assert "anna" in looking.open(address).text
