"""Questions whose mail it is: what was taken is held and told of, whatever others write in somebody's name."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from service.config.limits import limit
from service.db.engines import session, transaction
from service.erasure.retention import unconfirmed
from service.models import Account, InboundMail, Lane, Notice, Outcome
from service.notifications.digests import claim_notices
from service.notifications.links import turn_box
from service.notifications.notices import seal
from service.notifications.questions import BATCH, MOST_LISTED, approve, ask_strangers
from service.notifications.retention import networks_of_mails
from service.play.positions import log_of
from service.security.keys import RowKey, RowPurpose
from tests.service.conftest import FakeClock, settings
from tests.service.mail.inbound.correspondent import Mailed, deliver, games, mail, mailed, process_all, say_yes, write
from tests.service.tables import person, table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

HELD = Outcome.HELD
ADA, NEW = "ada@example.net", "new@example.org"
OF_DOMAIN, OF_NETWORK, OF_ALL = (
    limit(name).amount for name in ("questions-of-domain", "questions-of-network", "questions")
)


def forge(address: str, *texts: str) -> None:
    """Send emails in another person's name; all are held."""
    assert [write(address, "play", text) for text in texts] == [HELD] * len(texts)


def questions(address: str) -> list[Mailed]:
    return mailed(address, "confirm")


def listed(question: Mailed, *texts: str) -> list[str]:
    return [text for text in texts if text in question.text]


FORGED = [f"new seasons friend{number}@example.org" for number in range(14)]


def test_of_what_anybody_can_write_there_is_one_question_an_hour_and_it_lists_all_that_wait(clock: FakeClock) -> None:
    person("ada")
    forge(ADA, FORGED[0])
    [first] = questions(ADA)
    sealed(clock())
    clock.advance(minutes=1)
    forge(ADA, *FORGED[1:], "new siesta bob@example.net")
    second = questions(ADA)[-1]
    assert (len(questions(ADA)), second.notice.due_at) == (2, first.notice.due_at + timedelta(hours=1))
    wrote = [*FORGED, "new siesta bob@example.net"]
    assert listed(second, *wrote) == wrote
    approve(link_to("new siesta bob@example.net"), clock())
    process_all()
    assert [game.ruleset for game in games()] == ["siesta"]


def test_her_own_mail_is_asked_about_at_once_if_her_domain_has_signed_it_and_the_yes_is_to_it_alone() -> None:
    person("ada")
    forge(ADA, *FORGED)
    assert write(ADA, "play", "new siesta bob@example.net", vouched_by="example.net") == HELD
    assert questions(ADA)[-1].notice.due_at == questions(ADA)[-1].notice.created_at
    assert "The email says: new siesta bob@example.net" in questions(ADA)[-1].text
    say_yes(ADA)
    assert [game.ruleset for game in games()] == ["siesta"]


def test_a_move_from_her_second_address_is_asked_about_at_once(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    forge(ADA, *FORGED)
    assert write("ada@second.example", turn_box(seasons.game, 0), "place max-15") == HELD
    assert questions(ADA)[-1].notice.due_at == clock()
    say_yes(ADA)
    assert "place max-15" in [entry.action for entry in log_of(seasons.game)]


def test_what_has_no_answer_any_more_is_held_and_answered_after_a_yes() -> None:
    person("ada")
    most = limit("desk-answers").amount
    outcomes = [write(ADA, "play", f"new chess{number} level1") for number in range(most)]
    assert outcomes == [Outcome.ANSWERED] * most
    assert write(ADA, "play", "games") == HELD
    assert "more emails from your address than we answer in an hour" in questions(ADA)[0].text
    assert write(ADA, "play", "games", vouched_by="example.net") == Outcome.ANSWERED
    say_yes(ADA)
    assert [each.notice.data["topic"] for each in mailed(ADA, "general-mailbox")][-2:] == ["games", "games"]


def test_nobody_fills_the_list_of_a_question_alone() -> None:
    person("ada")
    forge(ADA, *(f"new seasons friend{number}@example.org" for number in range(MOST_LISTED + 5)))
    came_from("elsewhere")
    forge(ADA, "new siesta bob@example.net")
    [question] = questions(ADA)
    assert "new siesta bob@example.net" in question.text
    assert "6 more are waiting." in question.text


def test_a_newcomers_yes_releases_the_one_mail_and_the_others_are_told_in_a_second_question(clock: FakeClock) -> None:
    forge(NEW, "new siesta level2", *FORGED[:9])
    [first] = questions(NEW)
    assert listed(first, "siesta", *FORGED) == []
    sealed(clock())
    say_yes(NEW)
    assert [game.ruleset for game in games()] == ["siesta"]
    assert mailed("friend0@example.org") == []
    second = questions(NEW)[-1]
    assert listed(second, *FORGED) == FORGED[:9]
    sealed(clock())
    say_yes(NEW)
    assert [game.ruleset for game in games()] == ["siesta", "seasons"]
    assert len(questions(NEW)) == 2


def test_by_the_link_it_is_the_same(clock: FakeClock) -> None:
    forge(NEW, "new siesta level2", *FORGED[:2])
    sealed(clock())
    approve(link_to("new siesta level2"), clock())
    assert listed(questions(NEW)[-1], *FORGED) == FORGED[:2]
    process_all()
    assert [game.ruleset for game in games()] == ["siesta"]


def test_a_stranger_is_asked_once_a_day_and_nothing_is_quoted_to_them(clock: FakeClock) -> None:
    forge(NEW, "buy this http://spam.example", "help")
    sealed(clock())
    clock.advance(hours=25)
    forge(NEW, "help")
    assert len(questions(NEW)) == 2
    assert not any("spam" in question.text for question in questions(NEW))


def test_a_strangers_second_mail_of_a_day_is_asked_about_the_next_day(clock: FakeClock) -> None:
    forge(NEW, "help")
    sealed(clock())
    clock.advance(hours=1)
    forge(NEW, "new siesta level2")
    ask_all(clock())
    assert len(questions(NEW)) == 1
    clock.advance(hours=24)
    ask_all(clock())
    sealed(clock())
    clock.advance(minutes=1)
    say_yes(NEW)
    assert listed(questions(NEW)[-1], "new siesta level2") == ["new siesta level2"]
    assert len(questions(NEW)) == 3


def test_an_unconfirmed_address_is_kept_while_a_mail_in_its_name_waits(clock: FakeClock) -> None:
    forge(NEW, "help")
    clock.advance(days=29)
    forge(NEW, "new siesta level2")
    clock.advance(days=2)
    unconfirmed.apply(clock())
    approve(link_to("new siesta level2"), clock())
    process_all()
    assert [game.ruleset for game in games()] == ["siesta"]


@pytest.mark.parametrize("box", ["play", "PLAY+asked", "bounces", "a seat's"])
def test_a_mail_from_a_box_of_ours_gets_no_answer_and_makes_no_account(app: Flask, box: str) -> None:
    ours = turn_box(table("ada", "bob").game, 0) if box == "a seat's" else box
    address = f"{ours}@{app.config['SETTINGS'].mail_domain}"
    assert write(address, "play", "help") == Outcome.IGNORED
    assert write(address, turn_box(table("cleo", "dan").game, 0), "board") == Outcome.IGNORED
    assert session().scalar(select(Account).where(Account.email == address.lower())) is None
    assert mailed(ADA, "confirm", "answer") == []


def strangers(count: int, network: str, *, vouched_by: str | None = None) -> None:
    """Send that many emails by strangers from one network."""
    for number in range(count):
        deliver("play", mail(f"s{number}@{network}.example", "help"))
    came_from(network)
    process_all(vouched_by)


def asked(since: datetime | None = None) -> Counter[str]:
    """Count the strangers asked since then, by network."""
    session().rollback()
    found = select(InboundMail.network).where(InboundMail.asked_at.is_not(None))
    return Counter(session().scalars(found.where(InboundMail.asked_at > since) if since else found))


def ask_all(now: datetime) -> None:
    while ask_strangers(now):
        pass


def test_strangers_of_one_network_are_asked_so_many_an_hour_and_the_others_later(clock: FakeClock) -> None:
    strangers(OF_NETWORK + 5, "one")
    strangers(1, "two")
    ask_all(clock())
    assert asked() == {"one": OF_NETWORK, "two": 1}
    clock.advance(minutes=61)
    ask_all(clock())
    assert asked() == {"one": OF_NETWORK + 5, "two": 1}
    assert {notice.lane for notice in session().scalars(select(Notice))} == {Lane.LAST}


def test_many_mails_in_one_name_are_one_question(clock: FakeClock) -> None:
    for number in range(OF_NETWORK + 5):
        deliver("play", mail("known@one.example", f"new seasons friend{number}@example.org"))
    came_from("one")
    process_all()
    ask_all(clock())
    clock.advance(minutes=1)
    strangers(1, "one")
    ask_all(clock())
    assert asked(clock() - timedelta(seconds=1)) == {"one": 1}


def test_strangers_of_a_domain_that_has_signed_their_mails_are_counted_for_it_alone(clock: FakeClock) -> None:
    strangers(OF_DOMAIN + 5, "signed", vouched_by="signed.example")
    strangers(2, "signed-too", vouched_by="other.example")
    strangers(1, "unsigned")
    ask_all(clock())
    assert asked() == {"signed": OF_DOMAIN, "signed-too": 2, "unsigned": 1}


def test_when_all_have_had_their_questions_one_network_is_asked_after_the_other(clock: FakeClock) -> None:
    for number in range(OF_ALL // OF_NETWORK):
        strangers(OF_NETWORK, f"n{number}")
        ask_all(clock())
    strangers(20, "early")
    strangers(4, "late")
    strangers(1, "signed", vouched_by="signed.example")
    ask_all(clock())
    assert asked()["early"] == asked()["late"] == 0
    assert asked()["signed"] == 1
    full = clock()
    clock.advance(minutes=59)
    with transaction() as current:
        recent = current.scalars(select(InboundMail.id).where(InboundMail.asked_at.is_not(None)).offset(8)).all()
        current.execute(update(InboundMail).where(InboundMail.id.in_(recent)).values(asked_at=clock()))
    clock.advance(minutes=2)
    ask_all(clock())
    assert asked(full + timedelta(minutes=60)) == {"early": 4, "late": 4}


def test_a_network_is_known_as_long_as_a_question_waits_for_its_turn(clock: FakeClock) -> None:
    strangers(BATCH + 1, "one")
    clock.advance(days=2)
    networks_of_mails.apply(clock())
    ask_all(clock())
    assert asked() == {None: BATCH, "one": 1}


def test_what_a_turn_tells_goes_before_what_strangers_set_off(clock: FakeClock) -> None:
    strangers(3, "one")
    clock.advance(seconds=1)
    table("ada", "bob")
    kinds = [notice.kind for notice in claim_notices(clock())]
    assert kinds == ["your-turn", "confirm", "confirm", "confirm"]


def came_from(network: str) -> None:
    """Set the network of the emails without one."""
    with transaction() as current:
        current.execute(update(InboundMail).where(InboundMail.network.is_(None)).values(network=network))


def sealed(now: datetime) -> None:
    """Compose the emails of all due notices."""
    for notice in claim_notices(now):
        seal(notice, raw=b"", now=now)


def link_to(wrote: str) -> RowKey:
    """Return the key in the confirmation link of the held email with this text."""
    session().rollback()
    [held] = [mail for mail in session().scalars(select(InboundMail)) if mail.doubt["wrote"] == wrote]
    return RowKey(RowPurpose.APPROVAL, held.id, held.nonce)
