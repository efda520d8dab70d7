"""The servers that other tests use work as documented."""

import smtplib
from email.message import EmailMessage

import psycopg
import pytest
import redis
from playwright.sync_api import Page

from service.embedded.ports import EPHEMERAL, free_port, is_free
from tests.servers import Postgres, Redis
from tests.sink import HANG, REFUSE, TRY_AGAIN, Sink


def test_every_test_gets_an_empty_database_of_its_own(postgres: Postgres, postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE games (id int)")

    other = postgres.create_database()

    with psycopg.connect(other) as connection, pytest.raises(psycopg.errors.UndefinedTable):
        connection.execute("SELECT * FROM games")
    postgres.drop_database(other)


def test_a_redis_that_was_stopped_comes_back_empty_at_the_same_address(redis_server: Redis) -> None:
    client = redis.Redis.from_url(redis_server.url)
    client.set("key", "value")

    redis_server.stop()
    with pytest.raises(redis.ConnectionError):
        client.ping()
    redis_server.start()

    assert client.get("key") is None
    client.close()


def send(sink: Sink, text: str = "Your turn") -> None:
    mail = EmailMessage()
    mail["Subject"] = text
    mail.set_content(text)
    with smtplib.SMTP(sink.url.removeprefix("smtp://"), timeout=2) as client:
        client.send_message(mail, "sundial@example.net", ["ann@example.net"])


def test_the_sink_keeps_a_mail_with_its_envelope(sink: Sink) -> None:
    send(sink)

    [mail] = sink.wait_for(1)
    assert (mail.sender, mail.recipients) == ("sundial@example.net", ("ann@example.net",))
    assert mail.message["Subject"] == "Your turn"


@pytest.mark.parametrize("answer", [TRY_AGAIN, REFUSE])
def test_the_sink_answers_as_it_is_told_and_keeps_nothing(sink: Sink, answer: str) -> None:
    sink.answer = answer

    with pytest.raises(smtplib.SMTPDataError) as refusal:
        send(sink)

    assert refusal.value.smtp_code == int(answer[:3])
    assert (sink.mails, sink.attempts) == ([], 1)


def test_a_sink_that_hangs_lets_its_client_give_up(sink: Sink) -> None:
    sink.answer = HANG

    with pytest.raises((TimeoutError, smtplib.SMTPServerDisconnected)):
        send(sink)

    assert sink.mails == []


def test_the_browser_runs_javascript(page: Page) -> None:
    page.set_content("<button onclick='this.textContent = 6 * 7'>?</button>")

    page.click("button")

    assert page.text_content("button") == "42"


def test_a_free_port_is_free_and_not_one_that_outgoing_connections_may_take() -> None:
    port = free_port()

    assert port < EPHEMERAL
    assert is_free(port)
