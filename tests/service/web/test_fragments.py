"""Cached fragments of pages look as if nothing was cached."""

from __future__ import annotations

import pytest
from flask import Flask
from markupsafe import Markup

from service.db.engines import session, transaction
from service.language.catalogue import in_language
from service.models import Account
from service.web.cache import PARTS, PARTS_KEPT, kept
from tests.service.tables import Table, person, table
from tests.service.web.visitor import sign_in


@pytest.fixture
def played(app: Flask) -> Table:
    """Create a game in which both have moved."""
    of = table("ann", "bob", ruleset="tribes")
    for _ in range(4):
        of.play(of.whole_moves(1)[0])
    return of


def log_on(app: Flask, name: str, of: Table, address: str = "") -> str:
    """Return the log on the page."""
    page = sign_in(app, name).open(f"/games/{of.id}{address}")
    return next(part.text for part in page.tree.all("section") if part.text.startswith(("What happened", "Was bisher")))


def called(account: Account, name: str) -> None:
    with transaction():
        session().get_one(Account, account.id).name = name


def test_who_has_another_name_has_it_in_the_log_that_was_looked_at_before(app: Flask, played: Table) -> None:
    before = log_on(app, "ann", played)
    called(person("bob"), "Robert")

    assert "bob" in before
    assert "Robert" not in before
    after = log_on(app, "ann", played)
    assert "Robert" in after
    assert "bob" not in after


def test_a_move_stands_in_the_log_that_was_looked_at_before(app: Flask, played: Table) -> None:
    before = log_on(app, "ann", played)
    played.play(played.whole_moves(1)[0])

    assert "Turn 5" not in before
    assert "Turn 5" in log_on(app, "ann", played)


def test_the_log_marks_the_turn_that_is_looked_at(app: Flask, played: Table) -> None:
    log_on(app, "ann", played)

    def marked(address: str) -> list[str]:
        page = sign_in(app, "ann").open(f"/games/{played.id}{address}")
        return [part.text for part in page.tree.all("li") if part.attributes.get("aria-current") == "step"]

    now, then = marked(""), marked("?at=1")
    assert len(now) == len(then) == 1
    assert now != then


def test_a_part_is_put_together_once_for_what_it_is_made_of_and_for_each_language(app: Flask) -> None:
    made = list[str]()

    def make() -> Markup:
        made.append("once")
        return Markup("<b>{}</b>").format(len(made))

    for tag, what, wanted in (("en", "a", 1), ("en", "a", 1), ("en", "b", 2), ("de", "a", 3), ("en", "a", 1)):
        with in_language(tag):
            assert kept("part", what, caller=make) == f"<b>{wanted}</b>"


def test_no_more_parts_are_kept_than_so_many(app: Flask) -> None:
    with in_language("en"):
        for number in range(PARTS_KEPT + 5):
            kept("part", number, caller=lambda: Markup("x"))
    assert len(app.extensions[PARTS]._kept) == PARTS_KEPT
