"""`sundial resend`: what a mail server refused is sent again once it is mended, as far as it is still of use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from service.accounts.sign_in import GOOD_FOR
from service.cli.resend import resend as command
from service.config.environment import Config
from service.db.engines import transaction
from service.jobs.forgetting import rules
from service.models import Suppressed
from service.notifications.resending import SENT, resend
from service.notifications.suppressions import suppress
from service.security.encryption import decrypt
from tests.service.conftest import FakeClock
from tests.service.tables import table
from tests.sink import Sink
from tests.workers.outbox import announce, bytes_kept, drain_by
from tests.workers.post import through

pytestmark = pytest.mark.usefixtures("app")

NOT_US = "554 5.7.1 Not from you"
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def refused(sink: Sink, clock: FakeClock) -> list[bytes]:
    """Send what is due to a server that refuses everything, and mend it; return the emails that it saw."""
    sink.answer = NOT_US
    drain_by(through(sink))
    sink.clear()
    clock.advance(minutes=5)
    return [decrypt(each) for each in bytes_kept()]


def sent_again(sink: Sink, clock: FakeClock) -> dict[str, int]:
    """Send again what was given up within a day, and wait for it; return how many there were of each outcome."""
    counted = resend(clock() - timedelta(days=1), clock())
    for _ in range(5):
        drain_by(through(sink))
        clock.advance(seconds=1)
    return dict(counted)


def test_each_mail_arrives_once_unchanged_with_its_message_id(sink: Sink, clock: FakeClock) -> None:
    announce("ada")
    announce("bob")
    mails = refused(sink, clock)
    assert (sent_again(sink, clock), sent_again(sink, clock)) == ({SENT: 2}, {})
    assert [mail.raw for mail in sink.mails] == mails


def test_they_are_sent_one_a_second(sink: Sink, clock: FakeClock) -> None:
    announce("ada")
    announce("bob")
    refused(sink, clock)
    resend(clock() - timedelta(days=1), clock())
    drain_by(through(sink))
    assert len(sink.mails) == 1


def test_a_turn_that_was_played_meanwhile_is_not_told(sink: Sink, clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    refused(sink, clock)
    seasons.play_anything()
    assert sent_again(sink, clock) == {"no longer true or wanted": 1}
    assert [mail.recipients for mail in sink.mails] == [("bob@example.net",)]


def test_a_suppressed_address_gets_nothing(sink: Sink, clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    refused(sink, clock)
    with transaction():
        suppress(seasons.mover, Suppressed.COMPLAINT, clock())
    assert sent_again(sink, clock) == {"to suppressed addresses": 1}
    assert sink.mails == []


def test_a_code_to_sign_in_that_ran_out_is_not_sent(sink: Sink, clock: FakeClock) -> None:
    announce("ada")
    refused(sink, clock)
    clock.advance(seconds=GOOD_FOR.total_seconds())
    assert sent_again(sink, clock) == {"with an expired link": 1}
    assert sink.mails == []


def test_a_mail_that_was_given_up_before_that_time_is_not_sent(sink: Sink, clock: FakeClock) -> None:
    announce("ada")
    refused(sink, clock)
    assert resend(clock() - timedelta(minutes=4), clock()) == {}


def test_the_content_of_a_mail_that_was_given_up_is_kept_for_a_week(sink: Sink, clock: FakeClock) -> None:
    table("ada", "bob")
    refused(sink, clock)
    [rule] = [rule for rule in rules() if rule.name.endswith("undelivered_contents")]
    assert rule.apply(clock.advance(days=6)) == 0
    assert bytes_kept() != [b""]
    assert (rule.apply(clock.advance(days=1)), rule.apply(clock())) == (1, 0)
    assert bytes_kept() == [b""]
    [why_not] = resend(clock() - timedelta(days=8), clock())
    assert why_not.startswith("without content")


def test_the_command_says_what_happens_next(sqlite_settings: Config) -> None:
    knobs = {"SUNDIAL_HOME": str(sqlite_settings.home), "SECRET_KEY": sqlite_settings.secret_key}
    told = "0 emails are sent again: one a second, or as slowly as MAILS_PER_DOMAIN asks.\n"
    ended = CliRunner(env=knobs).invoke(command, ["--since", "6h"])
    assert (ended.exit_code, ended.output) == (0, told)
