"""Emails from other addresses of one person: equal ones, accepted ones, and those that are asked about."""

from __future__ import annotations

import pytest

from service.accounts.accounts import account_of, confirm
from service.accounts.addresses import accept_address, add_address, addresses_of, confirm_address
from service.db import clock
from service.db.engines import transaction
from service.language.errors import Conflict
from service.models import Account, Outcome
from service.notifications.links import turn_box
from service.play.positions import log_of
from tests.service.conftest import settings
from tests.service.mail.inbound.correspondent import mailed, say_yes, write
from tests.service.tables import Table, person, table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA, WORK = "ada@example.net", "ada@work.example"


@pytest.fixture
def seasons() -> Table:
    """Create a game in which Ada is to move."""
    return table("ada", "bob")


def box(seasons: Table) -> str:
    return turn_box(seasons.game, 0)


def played(seasons: Table) -> list[str]:
    return [entry.action for entry in log_of(seasons.game) if entry.seat == 0]


def known_as(address: str, seasons: Table) -> None:
    with transaction():
        ada = seasons.players[0]
        ada.email = address


@pytest.mark.parametrize(
    ("known", "writes"),
    [
        ("ada+sundial@example.net", "ada@example.net"),
        ("ada@example.net", "ada+x@example.net"),
        ("ada.lovelace@gmail.com", "adalovelace+games@googlemail.com"),
    ],
)
def test_an_equal_address_answers_without_a_question(seasons: Table, known: str, writes: str) -> None:
    known_as(known, seasons)
    assert write(writes, box(seasons), "place max-15") == Outcome.PLAYED


def test_dots_tell_addresses_apart_elsewhere(seasons: Table) -> None:
    assert write("a.da@example.net", box(seasons), "place max-15") == Outcome.HELD


def test_an_equal_address_writes_for_the_one_account_that_has_it() -> None:
    with transaction():
        confirm(account_of("ada+sundial@example.net", clock.now()), clock.now())
    assert write(ADA, "play", "games") == Outcome.ANSWERED
    assert [each.topic for each in mailed("ada+sundial@example.net")] == ["games"]
    assert mailed(ADA) == []


def test_the_yes_to_a_question_counts_from_any_address(seasons: Table) -> None:
    assert write(WORK, box(seasons), "place max-15") == Outcome.HELD
    [question] = mailed(ADA, "confirm")
    assert write(WORK, question.box, "yes") == Outcome.DONE
    assert played(seasons) == ["place max-15"]


def test_always_plays_the_move_and_accepts_the_address_from_then_on(seasons: Table) -> None:
    write(WORK, box(seasons), "place max-15")
    [question] = mailed(ADA, "confirm")
    assert "To accept this and all later answers from ada@work.example, reply with “always”." in question.text
    assert write(WORK, question.box, "Yes, always!") == Outcome.ANSWERED
    assert played(seasons) == ["place max-15"]
    [answer] = mailed(ADA, "general-mailbox")
    assert "ada@example.net and ada@work.example" in answer.text
    assert write(WORK, box(seasons), "board") == Outcome.ANSWERED
    assert mailed(ADA, "confirm") == []


@pytest.mark.parametrize("word", ["immer", "Ja, immer", "sempre", "sì, sempre"])
def test_always_is_understood_in_other_languages(seasons: Table, word: str) -> None:
    write(WORK, box(seasons), "place max-15")
    assert write(ADA, mailed(ADA, "confirm")[0].box, word) == Outcome.ANSWERED
    assert [each.address for each in addresses_of(seasons.players[0])] == [WORK]


def test_a_question_about_ones_own_address_offers_no_always() -> None:
    person("ada")
    write(ADA, "play", "new siesta level1")
    assert "always" not in mailed(ADA, "confirm")[0].text


def test_an_address_that_did_not_prove_itself_speaks_for_nobody_at_play() -> None:
    ada = person("ada")
    with transaction():
        accept_address(ada, WORK, clock.now())
    assert write(WORK, "play", "games") == Outcome.HELD
    assert mailed(ADA) == []
    prove(ada)
    assert write(WORK, "play", "games") == Outcome.ANSWERED
    assert [each.topic for each in mailed(ADA, "general-mailbox")] == ["games"]


def prove(account: Account) -> None:
    add_address(account, WORK, clock.now())
    confirm_address(addresses_of(account)[-1], clock.now())


def test_an_address_with_an_account_of_its_own_is_not_taken() -> None:
    with transaction():
        confirm(account_of(WORK, clock.now()), clock.now())
    with pytest.raises(Conflict, match="address-taken"):
        prove(person("ada"))


def test_aliases_are_listed_and_removed_by_mail(seasons: Table) -> None:
    prove(seasons.players[0])
    assert write(ADA, "play", "aliases") == Outcome.ANSWERED
    listed = mailed(ADA, "general-mailbox")[-1]
    assert "ada@example.net and ada@work.example" in listed.text
    assert "aliases remove ada@work.example" in listed.text
    assert write(ADA, box(seasons), "Aliases remove ADA@work.example.") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[-1].topic == "alias-removed"
    assert write(WORK, box(seasons), "place max-15") == Outcome.HELD


def test_removing_an_address_by_a_mail_that_anybody_could_have_written_is_asked_about() -> None:
    ada = person("ada")
    prove(ada)
    assert write(ADA, "play", "aliases remove ada@work.example") == Outcome.HELD
    say_yes(ADA)
    assert addresses_of(ada) == []


def test_an_unknown_alias_is_answered_with_those_there_are(seasons: Table) -> None:
    write(ADA, box(seasons), "adressen entfernen eve@example.net")
    assert mailed(ADA, "answer")[-1].topic == "no-alias"
