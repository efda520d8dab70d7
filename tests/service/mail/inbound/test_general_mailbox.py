"""Mails to the general address: what can be asked for there, and what strangers get."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask

from service.accounts.accounts import account_numbered, account_of
from service.beacon.promises import promise_of
from service.beacon.source import BeaconSource
from service.db import clock
from service.db.engines import session
from service.mail.kinds.general_mailbox.facts import MOST_GAMES
from service.models import Account, Game, Outcome
from service.notifications.kinds import stoppable
from service.notifications.links import join_link, turn_link
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from service.play.seats import join
from tests.beacon import CHAIN
from tests.service.conftest import settings
from tests.service.mail.inbound.correspondent import games, mailed, say_yes, write
from tests.service.tables import person, table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"


def test_a_game_is_begun_once_its_writer_has_confirmed_it() -> None:
    person("ada")
    assert write(ADA, "play", "new seasons bob@example.net level2") == Outcome.HELD
    assert games() == []
    say_yes(ADA)
    [game] = games()
    assert [seat.ai_level for seat in game.seats] == [None, None, 2]
    assert len(mailed(BOB, "invitation")) == 1
    assert mailed(ADA, "general-mailbox")[0].topic == "created"


def test_confirming_twice_begins_one_game() -> None:
    person("ada")
    write(ADA, "play", "new seasons bob@example.net")
    box = mailed(ADA, "confirm")[-1].box
    for _ in range(2):
        write(ADA, box, "yes")
    assert len(games()) == 1


@pytest.mark.parametrize(
    ("text", "topic", "says"),
    [
        ("new chess level1", "no-such-ruleset", "called chess"),
        ("new seasons", "no-opponents", "level1 to level5"),
        ("new seasons bob", "bad-seat", "bob isn't an email address"),
        ("make me a sandwich", "not-understood", "Nothing was done"),
        ("new seasons level1 level1 level1 level1 level1 level1 level1", "refused", "number of players"),
        ("new seasons level9", "bad-term", "from 1 to 5"),
        ("new seasons ada@example.net", "refused", "in this game twice"),
        ("new seasons bob@example.net layout x", "refused", "write the number of a game with the same rules"),
    ],
)
def test_what_cannot_be_done_is_answered_with_the_reason_and_what_can_be_written(
    text: str, topic: str, says: str
) -> None:
    person("ada")
    if write(ADA, "play", text) == Outcome.HELD:
        say_yes(ADA)
    [told] = mailed(ADA, "general-mailbox")
    assert told.topic == topic
    assert says in " ".join(told.text.split())
    assert "new siesta level2" in told.text
    assert games() == []


def test_a_game_that_cannot_be_begun_leaves_nothing_behind() -> None:
    person("ada")
    write(ADA, "play", "new seasons new@example.net new@example.net")
    say_yes(ADA)
    assert mailed("new@example.net") == []


@pytest.fixture
def offered(app: Flask) -> None:
    """Configure a public beacon."""
    source = BeaconSource("https://beacon.example.net", CHAIN)
    app.config["BEACON"] = source


@pytest.mark.usefixtures("offered")
def test_a_game_whose_dice_take_in_a_public_beacon_is_asked_for() -> None:
    person("ada")
    write(ADA, "play", "new seasons bob@example.net beacon 60")
    say_yes(ADA)
    [game] = games()
    promise = promise_of(game)
    assert promise is not None
    assert timedelta(0) <= promise.at - game.created_at - timedelta(minutes=60) < timedelta(minutes=1)


def test_where_no_public_beacon_is_offered_such_a_game_is_not_begun() -> None:
    person("ada")
    write(ADA, "play", "new seasons bob@example.net beacon 60")
    say_yes(ADA)
    [told] = mailed(ADA, "general-mailbox")
    assert told.topic == "refused"
    assert "Leave out “beacon”" in " ".join(told.text.split())
    assert games() == []
    assert mailed(BOB) == []


@pytest.mark.usefixtures("offered")
def test_help_names_the_public_beacon_where_there_is_one() -> None:
    assert "beacon 60" in helped()


def test_help_names_no_public_beacon_where_there_is_none() -> None:
    assert "beacon" not in helped()


def helped() -> str:
    """Return the text of the answer to `help`."""
    person("ada")
    write(ADA, "play", "help")
    [told] = mailed(ADA, "general-mailbox")
    return told.text


def test_help_and_games_are_answered_at_once() -> None:
    seasons = table("ada", "bob")
    write(ADA, "play", "games")
    write(ADA, "play", "help")
    listed, helped = mailed(ADA, "general-mailbox")
    assert "Your turn, until Thu 7 May" in listed.text
    assert "/t/t" in listed.text
    assert "new seasons" in helped.text
    write(BOB, "play", "games")
    assert f"/games/{seasons.id}" in mailed(BOB, "general-mailbox")[0].text


def test_who_begins_a_game_with_an_open_seat_is_mailed_the_link_to_it() -> None:
    person("ada")
    write(ADA, "play", "new seasons open")
    say_yes(ADA)
    write(ADA, "play", "games")

    [game] = games()
    key = join_key_of(game)
    assert key is not None
    for answer in mailed(ADA, "general-mailbox"):
        assert "Anyone who has it can join" in answer.text
        assert join_link(game.id, key) in answer.text
    join(game.id, person("wren"), clock.now(), key=key)
    write("wren@example.net", "play", "games")
    assert "/j/" not in mailed("wren@example.net", "general-mailbox")[0].text


def alone(player: Account, days: int) -> str:
    """Start a game of one player with that many days per move; return its id."""
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], days_per_move=days)
    return create_game(player, wish, clock.now()).id


def test_of_many_games_the_one_due_first_comes_first_and_those_that_are_not_listed_are_counted() -> None:
    ada = person("ada")
    urgent = alone(ada, days=1)
    create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    for _ in range(MOST_GAMES + 1):
        alone(ada, days=9)

    write(ADA, "play", "games")

    [listed] = mailed(ADA, "general-mailbox")
    links = re.findall(r"http://\S+/(?:t|games)/\S+", listed.text)
    assert links[0] == turn_link(session().get_one(Game, urgent), 0)
    assert len(links) == MOST_GAMES
    assert "And 3 more:" in listed.text


def test_all_mails_are_stopped_once_the_writer_has_confirmed_it() -> None:
    ada = person("ada")
    assert write(ADA, "play", "stop") == Outcome.HELD
    assert account_numbered(ada.id).muted == []
    say_yes(ADA)
    session().expire_all()
    assert sorted(account_numbered(ada.id).muted) == sorted(stoppable())


def test_a_stranger_who_says_yes_has_an_account_and_is_answered() -> None:
    new = "new@example.net"
    write(new, "play", "new seasons level1")
    say_yes(new)
    assert account_of(new, clock.now()).verified_at is not None
    assert len(games()) == 1


def test_the_general_address_says_whom_it_cannot_invite_twice_and_what_to_do() -> None:
    person("ada")
    for _ in range(2):
        write(ADA, "play", "new seasons bob@example.net")
        say_yes(ADA)
    assert len(games()) == 1
    answer = " ".join(mailed(ADA, "general-mailbox")[-1].text.split())
    assert "bob@example.net already has an open invitation from you." in answer
    assert "Wait for the answer or withdraw from that game." in answer


def test_the_general_address_invites_as_many_strangers_as_every_other_door_and_says_when_there_is_room() -> None:
    ada = person("ada")
    for number in range(20):
        seats = [SeatWish(me=True), SeatWish(email=f"stranger{number}@example.net")]
        create_game(ada, NewGame("seasons", seats), clock.now())
    write(ADA, "play", "new seasons bob@example.net")
    say_yes(ADA)
    assert len(games()) == 20
    answer = " ".join(mailed(ADA, "general-mailbox")[-1].text.split())
    assert "the limit of invitations for one day. Try again in 24 hours" in answer
    assert "write “open” instead of an address" in answer
