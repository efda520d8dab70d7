"""Display names: as typed, in any script; refused if they can be confused, and the handles made from them."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.accounts.names import checked_display_name
from service.config import environment
from service.db import clock
from service.language.errors import Conflict, Invalid
from service.play.seats import resign
from tests.service.tables import person, table


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use SQLite alone, because names do not depend on the database."""
    return sqlite_settings


@pytest.mark.parametrize(
    ("typed", "name", "handle"),
    [
        ("Carol", "Carol", "carol"),
        ("  Carol   O'Neill ", "Carol O'Neill", "carol-oneill"),
        ("Łukasz Żółć", "Łukasz Żółć", "lukasz-zolc"),
        ("Ольга", "Ольга", "olga"),
        ("山田さん", "山田さん", "shantiansan"),
        ("Ｃarol", "Carol", "carol"),
        ("J. R.", "J. R.", "j.-r"),
        ("Q", "Q", "q0"),
    ],
)
def test_a_name_is_shown_as_typed_and_makes_a_handle(app: Flask, typed: str, name: str, handle: str) -> None:
    account = change(person("ann").id, display_name=typed)
    assert (account.called, account.name) == (name, handle)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Pаypal", "mixed-scripts"),
        ("Ольга Ivanova", "mixed-scripts"),
        ("carol@example.net", "bad-display-name"),
        ("paypal.com", "bad-display-name"),
        ("Carol (bot)", "bad-display-name"),
        ("guest-79d1507f", "bad-display-name"),
        ("...", "bad-display-name"),
        ("Ca\u200drol", "bad-display-name"),
        ("Carol\u202e", "bad-text"),
        ("x" * 31, "bad-text"),
        ("Sundial Support", "reserved-name"),
        ("Someone", "reserved-name"),
        ("аdmіn", "mixed-scripts"),
    ],
)
def test_a_name_that_misleads_is_refused(app: Flask, typed: str, code: str) -> None:
    with pytest.raises(Invalid, match=code):
        checked_display_name(typed)


def test_a_handle_that_is_taken_gets_a_number_and_stays_while_it_fits(app: Flask) -> None:
    person("carol")
    account = change(person("ann").id, display_name="Carol")
    assert account.name == "carol2"
    assert change(account.id, display_name="Cárol").name == "carol2"
    assert change(account.id, display_name="Zoe").name == "zoe"


def test_a_name_that_looks_like_another_players_in_the_same_unfinished_game_is_refused(app: Flask) -> None:
    game = table("ada", "carol")
    for lookalike in ("Carol", "CAR0L"):
        with pytest.raises(Conflict, match="name-alike"):
            change(game.players[0].id, display_name=lookalike)
    resign(game.id, game.players[1], clock.now())
    assert change(game.players[0].id, display_name="Carol").called == "Carol"
