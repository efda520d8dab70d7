"""Signing in: strangers cannot lock anybody out, and codes cannot be guessed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from operator import attrgetter
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.accounts import retention
from service.accounts.sign_in import Asked, keys_of, link_is_good, request_sign_in, sign_in_by_code, sign_in_by_link
from service.accounts.sign_in_askers import ASKERS, ASKS, LATE, LATE_OF_AREA, WRONG_CODES, Asker
from service.db.clock import now
from service.db.engines import session
from service.language.errors import Conflict, Invalid, TooMany
from service.models import Account, Notice, SignIn, SignInAsker, WorkState
from service.security.keys import SignInKeys
from tests.figures import Figures
from tests.gauntlet.state import state
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

ADA = "ada@example.net"
HOME = Asker("198.51.100.1", browser="of Ada")
ADDRESS = attrgetter("email")
STRANGER = Asker("192.0.2.7", browser="of Mallory")

pytestmark = pytest.mark.usefixtures("app")


def ask(asker: Asker = HOME) -> Asked:
    """Request a sign-in email for Ada."""
    return request_sign_in(ADA, asker, now())


def mails() -> list[SignInKeys]:
    """Return the keys in the emails to Ada, oldest first."""
    session().rollback()
    sent = session().scalars(select(Notice).where(Notice.kind == "sign-in").order_by(Notice.id))
    return [keys_of(notice.data["salt"]) for notice in sent]


def is_let_in(code: str, asker: Asker = HOME) -> bool:
    """Whether a code signs Ada in."""
    try:
        return bool(sign_in_by_code(ADA, code, asker, now(), ADDRESS))
    except Invalid:
        return False


def wrong_codes(asker: Asker, number: int = WRONG_CODES.amount) -> None:
    """Try so many codes that are not the right one."""
    for _ in range(number):
        assert not is_let_in("wrong", asker)


def strangers() -> Iterator[Asker]:
    """Machines all over the world, each at an address of its own."""
    return (Asker(f"203.0.{number // 256}.{number % 256}") for number in count())


def test_a_code_signs_in_where_it_was_asked_for(clock: FakeClock) -> None:
    assert ask() == Asked(minutes=30, sent=True)
    clock.advance(minutes=29)
    assert is_let_in(mails()[0].code)


@pytest.mark.parametrize(
    "typed",
    [
        "{0}-{1}",
        "{0}\u00a0{1}",
        "{0}\u2009{1}",
        "{0}\u200b{1}\ufeff",
        "\u202a{0} {1}\u202c",
        "\u200e{0}{1}\u200f",
        "Code: {0} {1}",
        "{0}{1}.\n",
    ],
)
def test_a_code_is_read_by_its_digits(typed: str) -> None:
    ask()
    [mail] = mails()
    assert is_let_in(typed.format(mail.code[:4], mail.code[4:]))


def test_a_code_is_read_in_digits_of_full_width() -> None:
    ask()
    [mail] = mails()
    assert is_let_in("".join(chr(ord(digit) + 0xFEE0) for digit in mail.code))


def test_code_and_link_are_good_once_and_for_half_an_hour(clock: FakeClock) -> None:
    ask()
    [mail] = mails()
    assert is_let_in(mail.code)
    assert not is_let_in(mail.code)
    assert not link_is_good(mail.secret, clock())

    ask()
    later = mails()[1]
    clock.advance(minutes=30)
    assert not is_let_in(later.code)
    with pytest.raises(Invalid, match="bad-link"):
        sign_in_by_link(later.secret, HOME, clock(), ADDRESS)


def test_a_link_that_a_scanner_has_pressed_leaves_the_code_good_once_for_who_asked(clock: FakeClock) -> None:
    ask()
    [mail] = mails()
    assert sign_in_by_link(mail.secret, STRANGER, clock(), ADDRESS) == ADA
    assert not link_is_good(mail.secret, clock())
    with pytest.raises(Invalid, match="bad-link"):
        sign_in_by_link(mail.secret, HOME, clock(), ADDRESS)
    assert not is_let_in(mail.code, STRANGER)
    assert not is_let_in(mail.code, Asker("192.0.2.7"))
    clock.advance(minutes=29)
    assert is_let_in(mail.code)
    assert not is_let_in(mail.code)


def test_a_code_that_a_scanner_has_left_is_good_until_its_time_is_over(clock: FakeClock) -> None:
    ask()
    [mail] = mails()
    sign_in_by_link(mail.secret, STRANGER, clock(), ADDRESS)
    clock.advance(minutes=30)
    assert not is_let_in(mail.code)


def test_a_link_that_is_pressed_where_it_was_asked_for_uses_up_the_code(clock: FakeClock) -> None:
    ask()
    [mail] = mails()
    sign_in_by_link(mail.secret, HOME, clock(), ADDRESS)
    assert not is_let_in(mail.code)


def test_who_asks_again_after_a_scanner_has_pressed_the_link_has_the_same_code(clock: FakeClock) -> None:
    ask()
    sign_in_by_link(mails()[0].secret, STRANGER, clock(), ADDRESS)
    clock.advance(minutes=1)
    elsewhere = Asker("198.51.100.2", browser="of Ada, at work")
    assert ask(elsewhere).sent
    assert mails()[0] == mails()[1]
    assert is_let_in(mails()[1].code, elsewhere)


def test_code_and_link_stay_good_if_nothing_comes_of_them(clock: FakeClock) -> None:
    def refuse(_account: Account) -> None:
        raise Conflict("too-many-tokens")

    ask()
    [mail] = mails()
    with pytest.raises(Conflict):
        sign_in_by_code(ADA, mail.code, HOME, clock(), refuse)
    with pytest.raises(Conflict):
        sign_in_by_link(mail.secret, HOME, clock(), refuse)
    assert is_let_in(mail.code)


def test_wrong_codes_end_the_code_only_where_they_are_typed_and_never_the_link(clock: FakeClock) -> None:
    ask()
    ask(STRANGER)
    wrong_codes(STRANGER, 20)
    [mail] = mails()
    assert not is_let_in(mail.code, STRANGER)
    assert is_let_in(mail.code)

    ask(STRANGER)
    ask()
    wrong_codes(HOME)
    assert not is_let_in(mails()[-1].code)
    assert sign_in_by_link(mails()[-1].secret, HOME, clock(), ADDRESS) == ADA


def test_a_browser_that_has_not_asked_may_not_try_and_a_program_may(clock: FakeClock) -> None:
    ask()
    assert not is_let_in(mails()[0].code, STRANGER)
    assert is_let_in(mails()[0].code, Asker("192.0.2.7"))


def test_however_many_machines_try_a_mail_has_250_tries_and_its_owner_five_of_them(
    clock: FakeClock, figures: Figures
) -> None:
    ask()
    [mail] = mails()
    tried, machines = 0, 300
    for _, machine in zip(range(machines), strangers(), strict=False):
        wrong_codes(machine, 6)
        tried += 6
    [sign_in] = session().scalars(select(SignIn)).all()
    counted = sum(each.wrong_codes for each in sign_in.askers)

    assert len(sign_in.askers) == ASKERS.amount + LATE.amount
    assert counted == (ASKERS.amount - 1) * WRONG_CODES.amount + LATE.amount
    assert not is_let_in(mail.code, next(strangers()))
    assert is_let_in(mail.code)
    figures("Guessing sign-in codes", machines=machines, codes_sent=tried, codes_compared=counted, let_in=0)


def test_in_two_hours_of_guessing_no_more_than_the_reckoned_codes_are_compared(
    clock: FakeClock, figures: Figures
) -> None:
    for _ in range(12):
        for _, stranger in zip(range(ASKERS.amount + 1), strangers(), strict=False):
            ask(stranger)
            wrong_codes(stranger)
        clock.advance(minutes=10)
    sign_ins = len(session().scalars(select(SignIn.id)).all())
    compared = session().scalar(select(func.sum(SignInAsker.wrong_codes)))

    assert sign_ins == 2 * 3
    assert compared == 2 * 3 * (ASKERS.amount * WRONG_CODES.amount + 1)
    assert len(mails()) <= 2 * 9
    figures("Guessing sign-in codes for two hours", codes_compared=compared, mails=len(mails()))


def test_asked_again_the_same_mail_is_sent_again_but_not_within_a_minute(clock: FakeClock) -> None:
    ask()
    clock.advance(seconds=59)
    assert ask() == Asked(minutes=29, sent=False)
    clock.advance(seconds=1)
    assert ask() == Asked(minutes=29, sent=True)

    first, second = mails()
    assert first == second


def test_over_all_clients_a_mail_is_sent_three_times_and_whoever_asks_later_has_it(clock: FakeClock) -> None:
    sent = []
    for _, stranger in zip(range(8), strangers(), strict=False):
        sent.append(ask(stranger).sent)
        clock.advance(minutes=1)
    assert sent == [True] * 3 + [False] * 5

    assert ask() == Asked(minutes=22, sent=False)
    assert is_let_in(mails()[-1].code)


def crowd() -> None:
    """Five browsers in each of two networks take all places, and all of the tries that there are with them."""
    for stranger in [Asker(f"203.0.113.{number % 2}", browser=f"window {number}") for number in range(10)]:
        ask(stranger)
        wrong_codes(stranger)


@pytest.mark.parametrize("owner", [HOME, Asker("198.51.100.1")])
def test_who_finds_no_place_because_of_strangers_has_one_try_for_their_network(owner: Asker, clock: FakeClock) -> None:
    crowd()
    ask(owner)
    assert is_let_in(mails()[0].code, owner)

    crowd()
    ask(owner)
    wrong_codes(owner, 1)
    assert not is_let_in(mails()[-1].code, owner)
    assert not is_let_in(mails()[-1].code, Asker("198.51.100.1", browser="another one"))
    assert sign_in_by_link(mails()[-1].secret, owner, clock(), ADDRESS) == ADA


def test_who_came_late_has_their_try_after_a_scanner_has_pressed_the_link(clock: FakeClock) -> None:
    crowd()
    ask()
    assert sign_in_by_link(mails()[0].secret, STRANGER, clock(), ADDRESS) == ADA
    assert is_let_in(mails()[0].code)


def test_one_area_does_not_use_up_the_tries_of_those_who_come_late(clock: FakeClock) -> None:
    crowd()
    for number in range(LATE.amount):
        wrong_codes(Asker(f"2001:db8:0:{number}::", area="2001:db8::"), 1)
    [sign_in] = session().scalars(select(SignIn)).all()
    assert len(sign_in.askers) == ASKERS.amount + LATE_OF_AREA.amount
    assert is_let_in(mails()[0].code, Asker("198.51.100.1"))


def test_a_client_that_goes_on_asking_is_refused_and_no_other(clock: FakeClock) -> None:
    for number in range(ASKS.amount):
        ask(Asker("192.0.2.7", browser=f"window {number}"))
    with pytest.raises(TooMany) as refused:
        ask(STRANGER)
    assert (refused.value.code, refused.value.details) == ("too-many-sign-ins", {"retry_after": 20 * 60})

    ask()
    assert request_sign_in("bob@example.net", STRANGER, clock()).sent
    clock.advance(seconds=refused.value.details["retry_after"])
    assert ask(STRANGER).sent


def test_whoever_is_refused_or_sent_nothing_has_a_mail_that_is_good_for_ten_minutes(clock: FakeClock) -> None:
    for minute in range(24):
        for _, stranger in zip(range(minute % 7), strangers(), strict=False):
            ask(stranger)
        with suppress(TooMany):
            ask()
        newest = mails()[-1]
        clock.advance(minutes=9, seconds=59)
        assert link_is_good(newest.secret, clock()), minute
        clock.advance(seconds=1)


def test_a_mail_that_is_nearly_too_old_is_not_sent_again_but_stays_good(clock: FakeClock) -> None:
    ask()
    clock.advance(minutes=20)
    assert ask() == Asked(minutes=30, sent=True)

    old, new = mails()
    assert old != new
    assert is_let_in(old.code)
    assert link_is_good(new.secret, clock())


def test_a_mail_whose_sign_in_was_used_is_not_sent_any_more(clock: FakeClock) -> None:
    ask()
    assert is_let_in(mails()[0].code)
    post = Post()
    seal_due(clock)
    send_due(clock, post)
    session().rollback()
    assert (post.letters, list(session().scalars(select(Notice.state)))) == ([], [WorkState.SUPERSEDED])


def test_no_table_holds_a_code_a_link_or_an_address_before_the_mail_is_written(clock: FakeClock) -> None:
    ask()
    ask(STRANGER)
    [mail] = mails()
    rows = [row for _, row in state()]
    for secret in (mail.code, mail.secret, HOME.network, STRANGER.network, HOME.browser, STRANGER.browser):
        assert [row for row in rows if secret in row] == []


def test_old_sign_ins_are_forgotten_with_who_asked_for_them(clock: FakeClock) -> None:
    ask()
    clock.advance(minutes=20)
    ask()
    clock.advance(minutes=10)
    assert retention.sign_ins.apply(clock()) == 1
    [kept] = session().scalars(select(SignIn)).all()
    assert kept.expires_at > clock()
    assert {table for table, _ in state()} >= {"sign_in", "sign_in_asker"}


def at_once(app: Flask, act: Callable[[int], object]) -> list[object]:
    """Run a function eight times concurrently; return the results."""
    start = Barrier(8)

    def run(number: int) -> object:
        with app.app_context():
            session().connection()
            start.wait()
            return act(number)

    with ThreadPoolExecutor(8) as threads:
        return list(threads.map(run, range(8)))


def test_those_who_ask_at_once_get_one_mail(app: Flask, clock: FakeClock) -> None:
    person("ada")

    asked = at_once(app, lambda number: ask(Asker(f"192.0.2.{number}")).sent)

    assert sorted(map(bool, asked)) == [False] * 7 + [True]
    assert len(mails()) == 1


def test_wrong_codes_that_come_at_once_are_all_counted(app: Flask, clock: FakeClock) -> None:
    ask()
    ask(STRANGER)

    at_once(app, lambda number: is_let_in("wrong", HOME if number % 2 else STRANGER))

    session().rollback()
    assert list(session().scalars(select(SignInAsker.wrong_codes))) == [4, 4]
