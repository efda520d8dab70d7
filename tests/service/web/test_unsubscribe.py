"""Stopping a kind of mail by its link."""

from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.actions.accounts import account_numbered
from service.links import unsubscribe_link
from service.models import Account
from tests.service.tables import person


@pytest.fixture
def ada(app: Flask) -> Account:
    return person("ada")


def path(account: Account, kind: str = "your-turn") -> str:
    return urlsplit(unsubscribe_link(account.id, kind)).path


def test_looking_at_the_link_stops_nothing(client: FlaskClient, ada: Account) -> None:
    assert client.get(path(ada)).status_code == 200
    assert client.head(path(ada)).status_code == 200
    assert account_numbered(ada.id).muted == []


def test_one_click_of_a_mail_program_stops_that_kind_of_mail_alone(client: FlaskClient, ada: Account) -> None:
    answer = client.post(path(ada), data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200, "RFC 8058 forbids a redirect"
    assert account_numbered(ada.id).muted == ["your-turn"]
    assert "no more mails that say it is your turn" in client.get(path(ada)).text


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
