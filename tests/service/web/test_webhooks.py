"""Pages of webhooks: creation, deliveries, and repair."""

from __future__ import annotations

import pytest
from flask import Flask

from service.config.limits import TABLE
from service.db.engines import session
from service.models import Account, Webhook
from service.webhooks.deliveries import claim_deliveries, fan_out
from service.webhooks.endpoints import secret_of, webhooks_of
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, sign_in
from tests.workers.receiving import proven

URL = "https://bot.example.net/hook"
TAKEN, REFUSED, GONE = AttemptOutcome(204, None, 31), AttemptOutcome(500, "status", 8), AttemptOutcome(410, "status", 8)


@pytest.fixture
def quill(app: Flask) -> Visitor:
    """Quill, signed in."""
    return sign_in(app, "quill")


@pytest.fixture
def account(quill: Visitor) -> Account:
    """Quill's account."""
    return person("quill")


def new(quill: Visitor, **typed: str) -> Page:
    """Return the page of a new webhook of Quill's."""
    return quill.press(quill.open("/me/webhooks"), "Create webhook", **{"url": URL, **typed})


def made(quill: Visitor, **typed: str) -> Page:
    """Return the page of a verified webhook of Quill's."""
    new(quill, **typed)
    session().expire_all()
    webhook = proven(webhooks_of(person("quill"))[-1])
    return quill.open(f"/me/webhooks/{webhook.id}")


def webhook_of(account: Account) -> Webhook:
    """Load the only webhook of the account."""
    session().expire_all()
    [webhook] = webhooks_of(account)
    return webhook


def address_of(account: Account) -> str:
    """Where the page of the only webhook of the account is."""
    return f"/me/webhooks/{webhook_of(account).id}"


def attempt(clock: FakeClock, outcome: AttemptOutcome) -> None:
    """Do as a worker does, with that outcome."""
    fan_out()
    for delivery in claim_deliveries(clock(), 10):
        note_outcome(delivery, outcome, clock(), 0)


def test_a_webhook_is_made_and_its_secret_is_shown_this_once(quill: Visitor, account: Account) -> None:
    page = new(quill, types="turn.started")

    assert page.response.headers["Cache-Control"] == "no-store"
    assert page.copied == [secret_of(webhook_of(account))]
    assert webhook_of(account).types == ["turn.started"]
    assert "whsec_" not in quill.open(address_of(account)).response.text
    assert URL in quill.open("/me/webhooks").text


def test_an_address_that_nothing_can_be_sent_to_is_refused_and_stays_to_be_mended(quill: Visitor) -> None:
    page = new(quill, url="http://bot.example.net/hook", types="turn.started")

    assert page.status == 422
    assert "We cannot send webhooks to that address." in page.text
    fields = {field.attributes["value"]: field.attributes for field in page.tree.all("input")}
    assert "http://bot.example.net/hook" in fields
    assert "checked" in fields["turn.started"]


def test_there_are_only_so_many(quill: Visitor, account: Account) -> None:
    for _ in range(TABLE["webhooks"].amount):
        new(quill)
    page = new(quill)
    assert page.status == 409
    assert "You have reached the limit of webhooks for an account." in page.text


def test_a_new_one_is_challenged_and_asked_again_until_it_answers(
    quill: Visitor, account: Account, clock: FakeClock
) -> None:
    page = new(quill)
    assert "It has not answered our challenge yet." in page.text
    assert "webhook.challenge" in page.text
    assert "Send a test" not in page.buttons
    attempt(clock, AttemptOutcome(200, "challenge", 8))
    assert "it did not return the challenge (200) · 8 ms" in quill.open(address_of(account)).text
    assert "It has not answered our challenge yet" in quill.open("/me/webhooks").text

    page = quill.press(page, "Send another challenge")
    assert "Dropped" in page.text
    attempt(clock, TAKEN)

    page = quill.open(address_of(account))
    assert "Switched on" in page.text
    assert "Send a test" in page.buttons
    assert "Send another challenge" not in page.buttons


def test_too_many_challenges_are_refused_with_what_to_do(quill: Visitor, account: Account) -> None:
    page = new(quill)
    for _ in range(TABLE["webhook-challenges-of-one"].amount - 1):
        page = quill.press(quill.open(address_of(account)), "Send another challenge")

    page = quill.press(page, "Send another challenge")

    assert page.status == 429
    assert "We retry each challenge" in page.text


def test_a_test_is_sent_and_what_came_of_it_is_told(quill: Visitor, account: Account, clock: FakeClock) -> None:
    page = quill.press(made(quill), "Send a test")
    assert "webhook.test" in page.text
    assert "Waiting" in page.text

    attempt(clock, TAKEN)

    assert "Delivered" in quill.open(address_of(account)).text
    assert "accepted, with 204 · 31 ms" in quill.open(address_of(account)).text


def test_what_failed_is_told_with_the_reason_and_sent_again(quill: Visitor, account: Account, clock: FakeClock) -> None:
    made(quill, types="game.started")
    table("quill", "wren")
    attempt(clock, REFUSED)

    page = quill.open(address_of(account))
    assert "We can't reach it. We keep trying." in page.text
    assert "the answer was an error (500) · 8 ms" in page.text
    assert "next attempt in" in page.text

    again = next(button for button in page.buttons if button.startswith("Send again"))
    quill.press(page, again)
    attempt(clock, TAKEN)

    page = quill.open(address_of(account))
    assert "Delivered" in page.text
    assert "Switched on" in page.text


def test_an_endpoint_that_is_gone_is_switched_on_again(quill: Visitor, account: Account, clock: FakeClock) -> None:
    made(quill)
    table("quill", "wren")
    attempt(clock, GONE)
    page = quill.open(address_of(account))
    assert "It answered that it is gone (410), so we switched it off." in page.text
    assert not [button for button in page.buttons if "again" in button and "Switch" not in button]

    page = quill.press(page, "Switch on again")

    assert webhook_of(account).switched_off is None
    assert "It has not answered our challenge yet." in page.text


def test_one_that_is_off_is_sent_no_test(quill: Visitor, account: Account) -> None:
    page = made(quill)
    quill.press(page, "Switch off")
    assert "You switched it off." in quill.open(address_of(account)).text

    page = quill.press(page, "Send a test")

    assert page.status == 409
    assert "That webhook is switched off." in page.text
    assert "Switch on again" in page.buttons


def test_a_new_secret_is_shown_once_and_the_old_one_signs_for_a_day(quill: Visitor, account: Account) -> None:
    page = made(quill)
    before = secret_of(webhook_of(account))

    page = quill.press(page, "Create a new secret")

    assert page.copied == [secret_of(webhook_of(account))]
    assert before not in page.text
    assert "The old one is used until Tue 5 May, 12:00" in quill.open(address_of(account)).text


def test_address_and_types_are_changed(quill: Visitor, account: Account) -> None:
    page = made(quill)
    quill.press(page, "Save", url=f"{URL}/2", types="move.played")
    assert (webhook_of(account).url, webhook_of(account).types) == (f"{URL}/2", ["move.played"])

    page = quill.press(quill.open(address_of(account)), "Save", url="https://10.0.0.1/")
    assert page.status == 422
    assert webhook_of(account).url == f"{URL}/2"


def test_a_webhook_is_deleted(quill: Visitor, account: Account) -> None:
    page = quill.press(quill.press(made(quill), "Send a test"), "Delete", sure="yes")
    assert "None yet." in page.text
    assert list(webhooks_of(account)) == []


def test_what_was_sent_is_shown_page_by_page(quill: Visitor, account: Account) -> None:
    page = made(quill)
    for _ in range(21):
        page = quill.press(page, "Send a test")
    newest = page.text.count("Waiting")
    [older] = [link for link in page.tree.all("a") if link.text == "Older deliveries"]
    assert (newest, quill.open(older.attributes["href"]).text.count("Waiting")) == (20, 1)


def test_ones_own_page_leads_there(quill: Visitor) -> None:
    assert "/me/webhooks" in [link.attributes.get("href") for link in quill.open("/me/tokens").tree.all("a")]
