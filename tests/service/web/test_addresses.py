"""Changing one's address, further addresses, and recovery codes."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import account_of, confirm
from service.accounts.retention import addresses
from service.accounts.sessions import sessions_of
from service.accounts.tokens import create_token, tokens_of
from service.accounts.unwanted_mails import keep_unwanted
from service.config.limits import limit
from service.db import clock as now
from service.db.engines import session, transaction
from service.models import Account, Notice, Suppressed
from service.notifications.bounces import note_failure
from service.notifications.notices import claim_envelopes
from tests.service.conftest import FakeClock
from tests.service.tables import table
from tests.service.web.visitor import Page, Visitor, mailed, sign_in
from workers.jobs.notices import seal_due

ANN, NEW, WORK = "ann@example.net", "ann@new.example", "ann@work.example"


@pytest.fixture
def ann(app: Flask) -> Visitor:
    return sign_in(app, "ann")


def account(address: str = ANN) -> Account:
    session().rollback()
    return account_of(address, now.now())


def told(kind: str) -> list[str]:
    """Return to whom emails of that kind went."""
    session().rollback()
    return [notice.email for notice in session().query(Notice).filter_by(kind=kind).order_by(Notice.id)]


def ask(ann: Visitor, address: str = NEW) -> Page:
    return ann.press(ann.open("/me/addresses"), "Change address", email=address)


def confirm_new(visitor: Visitor) -> Page:
    return visitor.press(visitor.open(mailed("new-address")["link"]), "Yes, this is my address")


def undo(visitor: Visitor, link: str | None = None) -> Page:
    return visitor.press(visitor.open(link or mailed("account-changed")["link"]), "Undo the change")


def test_the_new_address_confirms_the_change_and_the_old_one_hears_of_both_steps(
    ann: Visitor, visitor: Visitor
) -> None:
    number = account().id
    assert NEW in ask(ann).text
    assert (told("new-address"), told("account-changed")) == ([NEW], [ANN])
    visitor.peek(mailed("new-address")["link"])
    assert account().id == number
    assert confirm_new(visitor).heading == "Address changed"
    assert account(NEW).id == number
    assert told("account-changed") == [ANN, ANN]
    assert NEW in ann.open("/me").text


def test_a_link_that_is_used_twice_or_in_two_tabs_changes_nothing_more(ann: Visitor, visitor: Visitor) -> None:
    ask(ann)
    link = mailed("new-address")["link"]
    tabs = [visitor.open(link), visitor.open(link)]
    assert [visitor.press(tab, "Yes, this is my address").heading for tab in tabs] == ["Address changed"] * 2
    assert told("account-changed") == [ANN, ANN]


def test_links_are_good_for_seven_days(ann: Visitor, visitor: Visitor, clock: FakeClock) -> None:
    ask(ann)
    late = visitor.open(mailed("new-address")["link"])
    clock.advance(days=7)
    assert visitor.press(late, "Yes, this is my address").heading == "This link no longer works"
    assert visitor.open(mailed("account-changed")["link"]).heading == "This link no longer works"
    assert account().verified_at is not None


def test_the_old_address_stops_a_change_before_it_is_made(ann: Visitor, visitor: Visitor) -> None:
    ask(ann)
    confirming = visitor.open(mailed("new-address")["link"])
    assert undo(visitor).heading == "Change cancelled"
    assert visitor.press(confirming, "Yes, this is my address").heading == "This link no longer works"
    assert ann.open("/me").heading == "Sign in"


def test_an_undone_change_restores_the_address_and_ends_all_ways_in_since(
    ann: Visitor, visitor: Visitor, clock: FakeClock
) -> None:
    owner = account()
    create_token(owner, "old", ["account"], clock())
    clock.advance(days=1)
    ask(ann)
    confirm_new(visitor)
    link = mailed("account-changed")["link"]
    create_token(account(NEW), "new", ["account"], clock())
    codes = ann.press(ann.open("/me/addresses"), "Make new codes")
    assert "Print or save these codes" in codes.text
    clock.advance(days=6, hours=23)
    assert undo(visitor, link).heading == "Change cancelled"
    assert account().id == owner.id
    assert [token.name for token in tokens_of(owner.id, clock())] == ["old"]
    assert list(sessions_of(owner.id, clock())) == []
    assert told("account-changed")[-1] == NEW
    assert ann.open("/me").heading == "Sign in"


def test_the_first_address_undoes_a_second_change_with_the_first(ann: Visitor, visitor: Visitor) -> None:
    number = account().id
    ask(ann)
    confirm_new(visitor)
    first = mailed("account-changed")["link"]
    ask(ann, "ann@third.example")
    confirm_new(visitor)
    second = mailed("account-changed")["link"]
    undo(visitor, first)
    assert account().id == number
    assert visitor.open(second).heading == "Change cancelled"


def test_a_later_ask_replaces_an_earlier_one(ann: Visitor, visitor: Visitor) -> None:
    ask(ann)
    mistyped = mailed("new-address")["link"]
    ask(ann, "ann@third.example")
    assert visitor.open(mistyped).heading == "This link no longer works"
    assert confirm_new(visitor).heading == "Address changed"
    assert account("ann@third.example").verified_at is not None


def test_an_address_with_an_account_is_not_taken_and_its_reader_alone_learns_of_it(
    ann: Visitor, visitor: Visitor
) -> None:
    with transaction():
        confirm(account_of(NEW, now.now()), now.now())
    assert "link" in ask(ann).text
    refused = confirm_new(visitor)
    assert refused.status == 409
    assert "Another account has that address." in refused.text


def test_an_old_address_that_was_taken_meanwhile_is_restored_once_it_is_free(ann: Visitor, visitor: Visitor) -> None:
    number = account().id
    ask(ann)
    confirm_new(visitor)
    link = mailed("account-changed")["link"]
    other = account()
    assert other.id != number
    assert undo(visitor, link).status == 409
    with transaction() as current:
        current.delete(account())
    assert undo(visitor, link).heading == "Change cancelled"
    assert account().id == number


def test_emails_that_wait_go_to_the_new_address(ann: Visitor, visitor: Visitor, app: Flask) -> None:
    begun = table("ann", "bob")
    assert begun.mover.email == ANN
    ask(ann)
    confirm_new(visitor)
    assert told("your-turn") == [NEW]
    assert told("account-changed") == [ANN, ANN]


def test_a_spam_complaint_of_the_new_address_is_told(ann: Visitor, visitor: Visitor, clock: FakeClock) -> None:
    with transaction() as current:
        gone = account_of(NEW, clock())
        gone.suppressed_for, gone.suppressed_at = Suppressed.COMPLAINT, clock()
        keep_unwanted([gone])
        current.delete(gone)
    ask(ann)
    confirm_new(visitor)
    assert "reported as spam" in ann.open("/me").text


def test_an_address_that_bounces_before_it_is_confirmed_does_not_mark_the_account(ann: Visitor) -> None:
    ask(ann)
    seal_due(now.now)
    for envelope in claim_envelopes(now.now()):
        if envelope.recipient == NEW:
            note_failure(envelope, "550 5.1.1 no such user", now.now(), permanent=True)
    assert account().unreachable_since is None


def test_emails_about_addresses_are_limited(ann: Visitor) -> None:
    for _ in range(limit("address-mails-to-one").amount):
        assert ask(ann).status == 200
    assert ask(ann).status == 429
    assert ask(ann, "else@new.example").status == 200


def test_ones_own_address_and_nonsense_are_refused(ann: Visitor) -> None:
    assert [ask(ann, typed).status for typed in (ANN, "nonsense", "")] == [409, 422, 422]


def test_a_further_address_counts_once_its_link_is_used(ann: Visitor, visitor: Visitor) -> None:
    page = ann.press(ann.open("/me/addresses"), "Add address", further=WORK)
    assert "not confirmed yet" in page.text
    assert told("new-address") == [WORK]
    assert confirm_new(visitor).heading == "Address confirmed"
    page = ann.open("/me/addresses")
    assert "not confirmed yet" not in page.text
    assert WORK not in ann.press(page, "Remove " + WORK).text


def test_what_nobody_confirms_is_forgotten(ann: Visitor, clock: FakeClock) -> None:
    ann.press(ann.open("/me/addresses"), "Add address", further=WORK)
    ask(ann)
    assert addresses.apply(clock.advance(days=13)) == 0
    assert addresses.apply(clock.advance(days=1)) == 2


def codes(ann: Visitor) -> list[str]:
    page = ann.press(ann.open("/me/addresses"), "Make new codes")
    return [code.text for code in page.tree.all("code")]


def recover(visitor: Visitor, code: str, address: str = ANN) -> Page:
    return visitor.press(visitor.open("/sign-in/recovery"), "Sign in", email=address, code=code)


def test_a_recovery_code_signs_in_once_and_leads_to_the_address(ann: Visitor, visitor: Visitor, app: Flask) -> None:
    first, second, *_ = made = codes(ann)
    assert (len(made), told("account-changed")) == (10, [ANN])
    assert not any(code in ann.open("/me/addresses").text for code in made)
    page = recover(visitor, f" {first.upper().replace('-', ' ')} ")
    assert "If your mailbox is lost, change your address now." in page.text
    assert "You have 9 unused codes." in page.text
    assert told("account-changed") == [ANN, ANN]
    other = Visitor(app, "192.0.2.7")
    assert recover(other, first).status == 422
    assert recover(other, second, "bob@example.net").status == 422
    assert recover(other, second).status == 200


def test_new_codes_end_the_old_ones(ann: Visitor, visitor: Visitor) -> None:
    old, *_ = codes(ann)
    new, *_ = codes(ann)
    assert recover(visitor, old).status == 422
    assert recover(visitor, new).status == 200


def test_whoever_reads_a_new_address_by_mistake_learns_neither_the_old_one_nor_a_made_up_name(
    app: Flask, visitor: Visitor
) -> None:
    nameless = sign_in(app, "nameless")
    ask(nameless)
    mail = mailed("new-address")
    page = visitor.open(mail["link"])
    confirm_new(visitor)
    undo(visitor, mailed("account-changed")["link"])
    shown = [page.text, mail, mailed("account-changed")]
    assert not any("nameless@" in str(each) or "guest-" in str(each) for each in shown)
