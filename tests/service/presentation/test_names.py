"""Names of seats and their notes: the same on pages, in emails and over the API."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from rules import CHANCE
from service.config.environment import Config
from service.db import clock
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, SeatState
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches.standing import standing
from service.play.seats import resign
from service.presentation.names import name_of, name_on, names_at, note_on
from tests.service.api.program import program_of
from tests.service.mail.inbound.correspondent import mailed
from tests.service.tables import person, table
from tests.service.web.visitor import sign_in

pytestmark = pytest.mark.usefixtures("app")

TAKEN, INVITED, OPEN = SeatState.TAKEN, SeatState.INVITED, SeatState.OPEN
BEGUN, OVER = Game(status=GameStatus.ACTIVE), Game(status=GameStatus.FINISHED)
BOB = "bob@example.net"


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because words do not depend on the database."""
    return sqlite_settings


def bob(**more: object) -> Account:
    return Account(id=2, name="bob", **more)


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        (GameSeat(state=TAKEN, account=bob()), "bob"),
        (GameSeat(state=TAKEN, account=bob(), guest_name="guest-rob"), "guest-rob"),
        (GameSeat(state=TAKEN, account=bob(), ai_level=3), "bob"),
        (GameSeat(state=TAKEN, ai_level=3), "Computer, level 3"),
        (GameSeat(state=TAKEN, recorded_name="robert"), "robert"),
        (GameSeat(state=TAKEN, ai_level=3, recorded_name="robert"), "robert"),
        (GameSeat(state=TAKEN), "Someone"),
        (GameSeat(state=OPEN), "Free place"),
    ],
    ids=["account", "visitor", "stood in for", "computer", "imported", "left in an import", "forgotten", "open"],
)
def test_a_seat_is_called_by_whoever_has_it(seat: GameSeat, name: str) -> None:
    assert name_of(Game(seats=[seat]), seat) == name


def test_an_invited_player_has_a_name_for_themselves_and_the_host_alone() -> None:
    by_address = GameSeat(state=INVITED, number=1, account=bob(), invited_as=BOB)
    by_name = GameSeat(state=INVITED, number=1, account=bob(), invited_as="bob")
    game = Game(seats=[by_address, by_name])

    assert [name_of(game, seat) for seat in game.seats] == ["Someone", "Someone"]
    assert [name_of(game, seat, 0, to_host=True) for seat in game.seats] == [BOB, "bob"]
    assert [name_of(game, seat, 1) for seat in game.seats] == ["bob", "bob"]


def test_players_whose_names_look_alike_are_told_apart_by_their_handles() -> None:
    carol, other, dave = (Account(id=n, name=name, display_name=shown) for n, name, shown in (
        (1, "carol", "Carol"), (2, "carol2", "Сагоl"), (3, "dave", "Dave")))  # fmt: skip
    game = Game(seats=[GameSeat(state=TAKEN, number=at, account=each) for at, each in enumerate((carol, other, dave))])

    assert names_at(game) == ("Carol (carol)", "Сагоl (carol2)", "Dave")


def test_guests_are_numbered_and_only_the_host_reads_the_address_that_they_typed() -> None:
    guests = [Account(id=number, name=f"guest-{number}") for number in (1, 2)]
    first, second = (GameSeat(state=TAKEN, number=each.id, account=each, invited_as=BOB) for each in guests)

    game = Game(seats=[first])
    assert (name_of(game, first), name_of(game, first, to_host=True)) == ("A guest", BOB)
    assert names_at(Game(seats=[first, second])) == ("Guest 1", "Guest 2")


def test_what_nobody_has_done_the_dice_did() -> None:
    game = Game(seats=[GameSeat(state=TAKEN, number=0, account=bob())])

    assert (name_on(game, CHANCE), name_on(game, 0)) == ("Dice", "bob")


@pytest.mark.parametrize(
    ("seat", "game", "note"),
    [
        (GameSeat(state=TAKEN, account=bob()), BEGUN, ""),
        (GameSeat(state=TAKEN, account=bob(owner_id=1)), BEGUN, "bot"),
        (GameSeat(state=TAKEN, account=bob(), left_by=EndedBy.RESIGNATION), BEGUN, "resigned; the computer plays on"),
        (GameSeat(state=TAKEN, account=bob(), left_by=EndedBy.RESIGNATION), OVER, "resigned"),
        (GameSeat(state=TAKEN, account=bob(), left_by=EndedBy.TIME), BEGUN, "out of time; the computer plays on"),
        (GameSeat(state=TAKEN, account=bob(), left_by=EndedBy.TIME), OVER, "out of time"),
        (GameSeat(state=TAKEN, account=bob(), stood_in_at=datetime(2026, 5, 4, tzinfo=UTC)), BEGUN,
         "away; the computer plays"),
        (GameSeat(state=TAKEN, account=bob(unreachable_since=datetime(2026, 5, 4, tzinfo=UTC))), BEGUN,
         "unreachable by email"),
        (GameSeat(state=INVITED, number=1, account=bob(owner_id=1)), BEGUN, "invited"),
        (GameSeat(state=OPEN), BEGUN, "first to join"),
    ],
)  # fmt: skip
def test_the_note_beside_a_name_says_what_is_special_about_the_seat(seat: GameSeat, game: Game, note: str) -> None:
    assert note_on(seat, game) == note


def test_page_mail_and_api_call_the_computer_the_same(app: Flask) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=2)], shuffle_seats=False)
    match = create_match(person("ann"), wish, clock.now())
    resign(standing(match).games[0].id, person("ann"), clock.now())
    told = "Computer, level 2 won the match because ann resigned."

    assert told in sign_in(app, "ann").open(f"/matches/{match.id}").text
    assert told in mailed("ann@example.net", "match-over")[0].text
    assert (program_of(app.test_client(), "ann").get(f"/matches/{match.id}").json or {})["standing"] == told


def test_mails_have_the_note_beside_the_name(app: Flask) -> None:
    of = table("ann", "bob")
    resign(of.id, of.players[1], clock.now())

    [mail] = mailed("ann@example.net", "game-over")
    assert "ann (you)" in mail.text
    assert "bob (resigned)" in mail.text
