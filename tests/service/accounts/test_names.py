"""Permitted names: none that turns into a link in emails or seems to speak for the server."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.accounts.names import checked_name, is_ours
from service.bots.accounts import bot_of, create_bot
from service.config import environment
from service.db import clock
from service.db.engines import transaction
from service.language.errors import Invalid
from tests.service.tables import person


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use SQLite alone, because names do not depend on the database."""
    return sqlite_settings


@pytest.mark.parametrize("name", ["ann", "ann.b", "j.r.r", "ann.2", "a-b_c", "007", "kim1", "modern", "root-beer"])
def test_a_name_that_is_nobodys_can_be_taken(app: Flask, name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize("name", ["paypal.com", "a.io", "x.paypal.com-pay", "1.xn--p1ai", "www.ann", "ann.lee"])
def test_what_a_mail_program_would_make_a_link_is_no_name(app: Flask, name: str) -> None:
    with pytest.raises(Invalid, match="bad-name"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["admin", "support", "sundial", "system", "postmaster", "abuse", "security", "noreply", "root", "help", "moderator",
     "operator", "play", "bounces", "me", "new", "null", "localhost"],
)  # fmt: skip
def test_names_of_those_who_run_the_server_are_theirs(app: Flask, name: str) -> None:
    with pytest.raises(Invalid, match="reserved-name"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["adm1n", "sup-port", "s.u.p.p.o.r.t", "r00t", "sund1al", "sundia1", "adrnin", "admin2", "support_24", "no-reply",
     "sundial-support", "the-real-admin", "sundialteam"],
)  # fmt: skip
def test_names_that_look_like_theirs_are_theirs_too(app: Flask, name: str) -> None:
    with pytest.raises(Invalid, match="reserved-name"):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["team7", "the-desk", "helper", "newton", "meg", "systematic", "support-ann", "playful"]
)
def test_what_only_begins_like_them_is_anybodys(app: Flask, name: str) -> None:
    assert checked_name(name) == name


def test_each_part_of_our_domain_is_ours() -> None:
    ours = [is_ours(name, "Games.Example.org") for name in ("games", "g4mes", "example2", "org", "exam", "game")]
    assert ours == [True, True, True, True, False, False]


@pytest.mark.parametrize("name", ["me", "support", "paypal.com"])
def test_neither_a_person_nor_a_bot_can_take_them(app: Flask, name: str) -> None:
    ann = person("ann")
    with pytest.raises(Invalid):
        change(ann.id, name=name)
    with pytest.raises(Invalid):
        create_bot(ann, name, {}, clock.now())


def test_who_has_such_a_name_from_before_keeps_it(app: Flask) -> None:
    ann, rusty = person("paypal.com"), bot_of(person("bob"), "rusty", clock.now())
    with transaction():
        rusty.name = "support"

    change(ann.id, name="paypal.com", time_zone="Europe/Rome")

    assert ann.time_zone == "Europe/Rome"
    assert bot_of(person("bob"), "support", clock.now()).id == rusty.id
