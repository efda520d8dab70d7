"""Unsubscribing from a kind of email by link."""

from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.accounts.accounts import account_numbered
from service.models import Account, Delivery
from service.notifications.kinds import stoppable
from service.notifications.links import unsubscribe_link
from tests.service.tables import person, table


@pytest.fixture
def ada(app: Flask) -> Account:
    return person("ada")


def path(account: Account, kind: str = "your-turn") -> str:
    return urlsplit(unsubscribe_link(account, kind)).path


def test_looking_at_the_link_stops_nothing(client: FlaskClient, ada: Account) -> None:
    assert client.get(path(ada)).status_code == 200
    assert client.head(path(ada)).status_code == 200
    assert account_numbered(ada.id).muted == []


def test_one_click_of_a_mail_program_stops_that_kind_of_mail_alone(client: FlaskClient, ada: Account) -> None:
    answer = client.post(path(ada), data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200, "RFC 8058 forbids a redirect"
    assert account_numbered(ada.id).muted == ["your-turn"]
    assert "You no longer get emails when it's your turn" in client.get(path(ada)).text


def test_clicking_twice_is_clicking_once(client: FlaskClient, ada: Account) -> None:
    client.post(path(ada))
    client.post(path(ada))
    assert account_numbered(ada.id).muted == ["your-turn"]


def test_the_page_takes_the_mails_up_again(client: FlaskClient, ada: Account) -> None:
    client.post(path(ada))
    client.post(path(ada), data={"again": "yes"})
    assert account_numbered(ada.id).muted == []


@pytest.mark.parametrize(
    "broken", ["x", "your-turn.1", "your-turn.1.abc", "your-turn.99999999999999999999.abc", "..", "é.1.a"]
)
def test_a_link_that_we_never_gave_out_leads_nowhere(client: FlaskClient, ada: Account, broken: str) -> None:
    assert client.get(f"/unsubscribe/{broken}").status_code == 404
    assert client.post(f"/unsubscribe/{broken}").status_code == 404


def test_the_page_stops_the_mails_about_one_game_alone(client: FlaskClient, ada: Account) -> None:
    seasons = table("ada", "bob")
    link = urlsplit(unsubscribe_link(ada, "your-turn", seasons.id)).path
    assert "Stop only emails about this game of Seasons of the Sun" in client.get(link).text
    client.post(link, data={"what": "game"})
    assert [seat.delivery for seat in seasons.game.seats] == [Delivery.OFF, None]
    assert account_numbered(ada.id).muted == []
    client.post(link, data={"what": "game", "again": "yes"})
    assert [seat.delivery for seat in seasons.game.seats] == [None, None]


def test_the_page_stops_all_mails(client: FlaskClient, ada: Account) -> None:
    client.post(path(ada), data={"what": "all"})
    assert sorted(account_numbered(ada.id).muted) == sorted(stoppable())
    assert "Send all emails again" in client.get(path(ada)).text
    client.post(path(ada), data={"what": "all", "again": "yes"})
    assert account_numbered(ada.id).muted == []


def test_a_link_stops_no_mails_about_another_game(client: FlaskClient, ada: Account) -> None:
    one, other = table("ada", "bob"), table("ada", "cyd")
    link = urlsplit(unsubscribe_link(ada, "your-turn", one.id)).path
    assert client.post(link.replace(one.id, other.id), data={"what": "game"}).status_code == 404
    assert [seat.delivery for seat in other.game.seats] == [None, None]
