"""Scenes that lead to each kind of email, and the resulting email."""

import email
from email.message import EmailMessage
from email.policy import default

import pytest

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.db import clock
from service.db.engines import session
from service.mail.compose import compose
from service.models import Notice
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.tables import Table, person, table


def newest(kind: str) -> Notice:
    return session().query(Notice).filter_by(kind=kind).order_by(Notice.id.desc()).first() or pytest.fail(kind)


def mail(kind: str) -> EmailMessage:
    """Return the newest email of a kind, parsed as by an email program."""
    read = email.message_from_bytes(compose(newest(kind)), policy=default)
    assert isinstance(read, EmailMessage)
    return read


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    content: str = body.get_content()
    return content


def begun() -> Table:
    seasons = table("ada", "bob")
    seasons.play("place max-15")
    return seasons


def invited() -> None:
    create_game(person("host"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")]), clock.now())


def finished() -> None:
    seasons = begun()
    resign(seasons.id, seasons.players[0], clock.now())


def signing_in() -> None:
    request_sign_in("ada@example.net", Asker("192.0.2.1"), clock.now())
