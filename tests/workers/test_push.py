"""Notifications of devices, sent to a push service on the loopback that answers as its path says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from flask import Flask
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode
from sqlalchemy import select

from service.accounts.accounts import change
from service.accounts.sessions import end_session
from service.config.environment import Config
from service.db import clock
from service.db.engines import session, transaction
from service.jobs.leases import claim
from service.metrics.backlog import late
from service.models import Account, Delivery, PushDelivery, PushDevice, PushKey, WorkState
from service.notifications.preferences import choose, note_presence
from service.play.seating import lock_game
from service.push.deliveries import LONGEST_TEXT, MAX_ATTEMPTS, SIGNED_FOR, shortened
from service.push.devices import send_test, subscription_of
from service.security.ssrf import system_resolve
from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest
from tests.names import Names
from tests.push import Browser, signed_in_browser, subscribed
from tests.receiver import Receiver
from tests.service.conftest import FakeClock, settings_for
from tests.service.tables import Table, person, table
from tests.workers.post import Post
from workers.http_client import Poster
from workers.jobs import push as job
from workers.jobs.notices import seal_due, send_due

pytestmark = pytest.mark.usefixtures("app")

HERE = "127.0.0.1"
ANY_PORT = (range(1, 65536),)


@pytest.fixture
def settings(settings: Config) -> Config:
    """Allow notifications to the loopback."""
    knobs = {} if settings.embedded else {"DATABASE_URL": settings.database_url}
    return settings_for(settings.home, WEBHOOK_ALLOW=HERE, WEBHOOK_PORTS="1-65535", **knobs)


@pytest.fixture
def service() -> Iterator[Receiver]:
    """Start a push service."""
    with Receiver() as started:
        yield started


@pytest.fixture
def ada(app: Flask) -> Account:
    app.config["RESOLVE"] = system_resolve
    return person("ada")


def browser(service: Receiver, path: str = "/201") -> Browser:
    return Browser(f"http://{HERE}:{service.port}{path}")


def send(finish_within: float = 5.0) -> None:
    poster = Poster(system_resolve, [ip_network(f"{HERE}/32")], None, 2.0, finish_within, ANY_PORT)
    asyncio.run(job.send_due(clock.now, poster.post))
    session().rollback()


def rows(kind: type[PushDelivery | PushDevice] = PushDelivery) -> list[PushDelivery | PushDevice]:
    session().rollback()
    return list(session().scalars(select(kind).order_by(kind.id).execution_options(populate_existing=True)))


def turn_of(ada: Account, name: str = "bob", **time: Any) -> Table:
    """Begin a game of Ada's, with her to move."""
    return table(ada.name, name, **time)


def play_round(game: Table) -> None:
    """Play until it is the first player's turn again."""
    first, turn = game.mover, game.game.turn
    while game.game.turn == turn or game.mover.id != first.id:
        game.play_anything()


def test_a_turn_is_shown_on_each_device_once(ada: Account, service: Receiver) -> None:
    phone, laptop = browser(service), browser(service, "/taken")
    subscribed(ada, phone)
    subscribed(ada, laptop)
    game = turn_of(ada)
    send()
    send()

    told = [phone.shown(request.body) for request in service.requests if request.path == "/201"]
    assert [request.path for request in sorted(service.requests, key=lambda each: each.path)] == ["/201", "/taken"]
    assert told[0]["title"] == "Your turn in Seasons of the Sun with bob"
    assert told[0]["body"].startswith("Deadline: ")
    assert (told[0]["url"], told[0]["open"]) == (f"/games/{game.id}", [f"/games/{game.id}"])
    assert {delivery.state for delivery in rows()} == {WorkState.DONE}  # type: ignore[union-attr]  # of deliveries


def test_it_says_so_in_the_language_of_the_account(ada: Account, service: Receiver) -> None:
    phone = browser(service)
    subscribed(ada, phone)
    change(ada.id, language="de")
    turn_of(ada)
    send()
    assert phone.shown(service.requests[0].body)["title"].startswith("Du bist am Zug")


def test_its_request_is_signed_for_half_a_day_and_waits_until_the_deadline(ada: Account, service: Receiver) -> None:
    subscribed(ada, browser(service))
    game = turn_of(ada, days_per_move=3)
    send()

    headers = service.requests[0].headers
    deadline = game.game.deadline
    assert deadline is not None
    claims = b64urldecode(headers["Authorization"].split("t=")[1].split(".")[1].encode()).decode()
    assert Vapid02.verify(headers["Authorization"])
    assert f'"aud":"http://{HERE}:{service.port}"' in claims
    assert f'"exp":{int((clock.now() + SIGNED_FOR).timestamp())}' in claims
    assert headers["TTL"] == str(int((deadline - clock.now()).total_seconds()))
    assert headers["Content-Encoding"] == "aes128gcm"
    assert game.id not in headers["Topic"]


def test_a_game_has_one_topic_and_another_game_another(ada: Account, service: Receiver) -> None:
    subscribed(ada, browser(service))
    game = turn_of(ada)
    send()
    play_round(game)
    send()
    turn_of(ada, "carl")
    send()
    first, again, other = (request.headers["Topic"] for request in service.requests)
    assert first == again != other


@pytest.mark.parametrize("path", ["/404", "/410", "/gone", "/other-key"])
def test_a_browser_that_is_gone_is_dropped_at_once(ada: Account, service: Receiver, path: str) -> None:
    path = path.replace("/410", "/gone")
    subscribed(ada, browser(service, path))
    turn_of(ada)
    send()
    send()
    assert rows(PushDevice) == rows() == []
    assert len(service.requests) == 1


@pytest.mark.parametrize("path", ["/400", "/401", "/403", "/413", "/500", "/busy", "/nothing"])
def test_any_other_refusal_is_counted_and_tried_again_later(
    ada: Account, service: Receiver, clock: FakeClock, path: str
) -> None:
    subscribed(ada, browser(service, path))
    turn_of(ada)
    send(finish_within=0.5)
    send(finish_within=0.5)
    assert len(service.requests) == 1
    assert [device.failures for device in rows(PushDevice)] == [1]  # type: ignore[union-attr]  # of devices

    clock.advance(minutes=11)
    send(finish_within=0.5)
    assert len(service.requests) == 2
    assert late(PushDelivery, clock()) == 0


def test_it_is_given_up_after_some_hours(ada: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(ada, browser(service, "/500"))
    turn_of(ada, days_per_move=14)
    for _ in range(MAX_ATTEMPTS + 1):
        send()
        clock.advance(hours=2)
    assert len(service.requests) == MAX_ATTEMPTS
    assert [delivery.state for delivery in rows()] == [WorkState.FAILED]  # type: ignore[union-attr]  # of deliveries


def test_a_browser_that_subscribed_anew_meanwhile_stays(ada: Account, service: Receiver) -> None:
    own = signed_in_browser(ada)
    subscribed(ada, browser(service, "/gone"), own)
    turn_of(ada)

    async def gone(_: WebhookRequest) -> AttemptOutcome:
        subscribed(ada, browser(service, "/new"), own)
        return AttemptOutcome(410, "status", 3)

    asyncio.run(job.send_due(clock.now, gone))
    [device] = rows(PushDevice)
    assert isinstance(device, PushDevice)
    assert subscription_of(device).endpoint.endswith("/new")


def test_no_transaction_is_open_while_a_push_service_is_asked(ada: Account, service: Receiver) -> None:
    subscribed(ada, browser(service))
    turn_of(ada)
    seen: list[bool] = []

    async def ask(_: WebhookRequest) -> AttemptOutcome:
        seen.append(session().in_transaction())
        return AttemptOutcome(201, None, 3)

    asyncio.run(job.send_due(clock.now, ask))
    assert seen == [False]


def test_a_worker_that_lost_its_lease_settles_nothing(ada: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(ada, browser(service, "/500"))
    turn_of(ada)

    async def slow(_: WebhookRequest) -> AttemptOutcome:
        clock.advance(minutes=5)
        [other] = claim(PushDelivery, clock(), job.SENDING_LEASE, 10)
        assert other.fence == 2
        return AttemptOutcome(201, None, 3)

    asyncio.run(job.send_due(clock, slow))
    assert [delivery.state for delivery in rows()] == [WorkState.QUEUED]  # type: ignore[union-attr]  # of deliveries


def test_a_turn_that_is_over_is_not_shown(ada: Account, service: Receiver) -> None:
    subscribed(ada, browser(service))
    turn_of(ada).play_anything()
    send()
    assert service.requests == []
    assert [delivery.state for delivery in rows()] == [WorkState.SUPERSEDED]  # type: ignore[union-attr]  # of deliveries


def test_nothing_goes_to_a_browser_that_signed_out(ada: Account, service: Receiver) -> None:
    device = subscribed(ada, browser(service))
    turn_of(ada)
    end_session(ada.id, device.session_id, clock.now())
    send()
    assert service.requests == []
    assert rows(PushDevice) == []


def test_nothing_goes_to_an_address_inside(ada: Account, service: Receiver) -> None:
    subscribed(ada, Browser(f"http://{HERE}:{service.port}/201"))
    turn_of(ada)
    poster = Poster(Names(), (), ports=ANY_PORT)
    asyncio.run(job.send_due(clock.now, poster.post))
    assert service.requests == []
    assert [device.failures for device in rows(PushDevice)] == [1]  # type: ignore[union-attr]  # of devices


def test_with_another_key_of_ours_nothing_is_sent_until_the_browser_comes_back(ada: Account, service: Receiver) -> None:
    own = signed_in_browser(ada)
    subscribed(ada, browser(service), own)
    with transaction() as current:
        current.delete(current.get_one(PushKey, 1))
    game = turn_of(ada)
    send()
    assert service.requests == []

    subscribed(ada, browser(service), own)
    play_round(game)
    send()
    assert len(service.requests) == 1


def test_quiet_hours_hold_for_devices(ada: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(ada, browser(service))
    choose(ada.id, clock(), quiet_from=10, quiet_to=18)
    turn_of(ada, days_per_move=3)
    send()
    assert service.requests == []

    clock.advance(hours=6)
    send()
    assert len(service.requests) == 1


def test_quiet_hours_chosen_after_the_turn_hold_too(ada: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(ada, browser(service))
    turn_of(ada, days_per_move=3)
    choose(ada.id, clock(), quiet_from=10, quiet_to=18)
    send()
    assert service.requests == []


@pytest.mark.parametrize("mode", [Delivery.OFF, Delivery.DIGEST])
def test_a_device_is_told_at_once_however_emails_come(ada: Account, service: Receiver, mode: Delivery) -> None:
    subscribed(ada, browser(service))
    choose(ada.id, clock.now(), mode)
    turn_of(ada)
    send()
    assert len(service.requests) == 1


def mails_of_turns(ada: Account) -> list[str]:
    post = Post()
    seal_due(clock.now)
    send_due(clock.now, post)
    return [letter.recipient for letter in post.letters if letter.recipient == ada.email]


def look(of: Table, who: Account) -> None:
    with transaction():
        note_presence(lock_game(of.id), who, of.game.version, clock.now())


@pytest.fixture
def later(ada: Account) -> Account:
    """Ada, whose emails come after half an hour."""
    return choose(ada.id, clock.now(), Delivery.IDLE, idle_minutes=30)


def test_a_turn_that_was_shown_and_seen_sends_no_mail(later: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(later, browser(service))
    game = turn_of(later)
    mails_of_turns(later)
    send()
    clock.advance(minutes=5)
    look(game, later)
    clock.advance(minutes=40)
    assert mails_of_turns(later) == []


def test_a_turn_that_was_shown_alone_sends_its_mail(later: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(later, browser(service))
    turn_of(later)
    send()
    clock.advance(minutes=45)
    assert mails_of_turns(later) == [later.email]


def test_a_turn_that_was_seen_without_a_device_sends_its_mail(later: Account, clock: FakeClock) -> None:
    game = turn_of(later)
    clock.advance(minutes=5)
    look(game, later)
    clock.advance(minutes=40)
    assert mails_of_turns(later) == [later.email]


def test_a_test_is_shown_once_and_not_tried_again(ada: Account, service: Receiver, clock: FakeClock) -> None:
    phone = browser(service)
    send_test(ada.id, subscribed(ada, phone).session_id, clock())
    send()
    assert phone.shown(service.requests[0].body)["body"] == "Notifications work on this device."

    laptop = subscribed(ada, browser(service, "/500"))
    send_test(ada.id, laptop.session_id, clock())
    send()
    clock.advance(hours=1)
    send()
    assert len(service.requests) == 2


def test_neither_endpoints_nor_keys_reach_the_log(
    ada: Account, service: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    phone = browser(service, "/500")
    subscribed(ada, phone)
    turn_of(ada)
    send()

    async def fail(request: WebhookRequest) -> AttemptOutcome:
        raise ValueError(request.url)

    turn_of(ada, "carl")
    asyncio.run(job.send_due(clock.now, fail))
    said = caplog.text
    assert not [secret for secret in (*phone.given.values(), f":{service.port}/500") if secret in said]


def test_a_fault_of_ours_is_tried_again(ada: Account, service: Receiver, clock: FakeClock) -> None:
    subscribed(ada, browser(service))
    turn_of(ada)

    async def fail(request: WebhookRequest) -> AttemptOutcome:
        raise ValueError(request.url)

    asyncio.run(job.send_due(clock, fail))
    clock.advance(minutes=1)
    send()
    assert len(service.requests) == 1


@pytest.mark.parametrize(
    ("letter", "left"),
    [("a", LONGEST_TEXT - 1), ("👩‍🌾", (LONGEST_TEXT - 1) // 3), ("e\u0301", (LONGEST_TEXT - 1) // 2)],
)
def test_a_long_text_is_cut_between_letters(letter: str, left: int) -> None:
    assert shortened(letter * (LONGEST_TEXT + 1)) == letter * left + "…"


def test_the_longest_names_make_less_than_two_kilobytes(ada: Account, service: Receiver) -> None:
    phone = browser(service)
    subscribed(ada, phone)
    for number in range(job.OPEN_TURNS + 2):
        turn_of(ada, f"p{number}")
    with transaction():
        for each in session().scalars(select(Account).where(Account.name != "ada")):
            each.display_name = "\U0001d4d0" * 30
    send()
    assert max(len(request.body) for request in service.requests) < 2048
