"""Private messages, and quick messages in each reader's language."""

from __future__ import annotations

from itertools import permutations

import pytest

from service.accounts.blocks import block
from service.db.clock import now
from service.db.engines import session
from service.jobs.events import Filter, read
from service.language.errors import Conflict, Forbidden, Invalid
from service.mail.compose import compose
from service.models import Account, Notice
from service.play.chat import NOBODY, messages_of, post, said
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")

SECRET = "Shall we gang up on Cyd?"


@pytest.fixture
def seasons(app: object) -> Table:
    """Three play, and ada has said something to bob alone."""
    seasons = table("ada", "bob", "cyd")
    post(seasons.id, seasons.players[0], SECRET, now(), to=1)
    return seasons


def texts(seasons: Table, reader: Account) -> list[str]:
    return [message.text for message in messages_of(seasons.id, reader, 0, 100)[0]]


def mails_to(account: Account) -> list[Notice]:
    return session().query(Notice).filter_by(kind="message", account_id=account.id).order_by(Notice.id).all()


def test_only_the_two_of_them_hear_it(seasons: Table) -> None:
    assert [texts(seasons, each) for each in seasons.players] == [[SECRET], [SECRET], []]
    assert said(seasons.game) == []


def test_only_the_two_of_them_are_told_of_it_and_the_log_has_no_words(seasons: Table) -> None:
    talk = Filter(("message.posted",))
    told = [read(each, 0, talk, 100).events for each in seasons.players]

    assert [len(events) for events in told] == [1, 1, 0]
    assert (told[1][0].data["text"], told[1][0].data["to"]) == ("", 1)


def test_who_watches_one_game_is_not_told_of_it(seasons: Table) -> None:
    assert read(seasons.players[2], 0, Filter(("message.posted",), seasons.id), 100).events == []


def test_what_is_said_to_all_goes_by_a_mail_of_its_own(seasons: Table) -> None:
    ada, bob, cyd = seasons.players
    post(seasons.id, ada, "Hello all", now())

    alone, loud = (compose(mail).decode() for mail in mails_to(bob))
    assert ("gang up" in alone, "Hello all" in alone) == (True, False)
    assert ("gang up" in loud, "Hello all" in loud) == (False, True)
    [mail] = mails_to(cyd)
    assert "gang up" not in compose(mail).decode()


def test_who_is_blocked_says_nothing_to_them_alone_but_to_the_table(seasons: Table) -> None:
    ada, bob, _ = seasons.players
    block(bob, ada, now())

    with pytest.raises(Forbidden, match="not-heard"):
        post(seasons.id, ada, "Please?", now(), to=1)
    post(seasons.id, ada, "Hello", now())
    assert texts(seasons, bob) == [SECRET, "Hello"]


@pytest.mark.parametrize("to", [0, 3, 10**12, NOBODY])
def test_to_oneself_and_to_nobody_nothing_is_said(seasons: Table, to: int) -> None:
    with pytest.raises(Conflict, match="nobody-there"):
        post(seasons.id, seasons.players[0], "Hello?", now(), to=to)

    assert texts(seasons, seasons.players[0]) == [SECRET]


def test_quick_words_are_kept_by_their_key(seasons: Table) -> None:
    told = post(seasons.id, seasons.players[0], "", now(), quick="good-game")

    assert (told.quick, told.text) == ("good-game", "Good game!")


def test_words_that_are_not_on_the_list_are_refused(seasons: Table) -> None:
    with pytest.raises(Invalid, match="no-such-words"):
        post(seasons.id, seasons.players[0], "", now(), quick="bad-game")


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_at_a_table_of_four_any_two_are_alone_with_each_other(app: object) -> None:
    four = table("ada", "bob", "cyd", "dan", ruleset="siesta")
    pairs = list(permutations(range(4), 2))
    for speaker, listener in pairs:
        post(four.id, four.players[speaker], f"{speaker} to {listener}", now(), to=listener)

    for seat, player in enumerate(four.players):
        assert texts(four, player) == [f"{one} to {other}" for one, other in pairs if seat in (one, other)]
