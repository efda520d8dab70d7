"""Each link of each kind of email, opened in all ways: nothing changes before the button is pressed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from flask import Flask

from tests.figures import Figures
from tests.gauntlet.errands import done_by
from tests.gauntlet.mails import KINDS, Mail, come_about, expect_buttons
from tests.gauntlet.state import changes, state
from tests.gauntlet.ways import WAYS, browsers
from tests.service.conftest import FakeClock
from tests.service.web.visitor import Visitor, path_of

SHORT_LIVED = ("sign_in",)
"""Kinds whose link is good for half an hour."""
WHEN_LATE = ("GET", "in the recipient's own browser")
"""Ways of opening a link hours later: by what else ways differ, the hour changes nothing."""


def run_the_gauntlet(app: Flask, mail: Mail, ways: Iterable[str] = WAYS) -> int:
    """Open every link of an email in these ways; return the number of responses, none of which changed anything."""
    everybody = browsers(app, mail.recipient)
    before, opened = state(), 0
    for way in ways:
        for link in mail.links:
            answers = WAYS[way](everybody, path_of(link))
            assert max(answer.status_code for answer in answers) < 500, f"{way}: {link}"
            opened += len(answers)
        assert changes(before, state()) == [], f"{way}: {mail.links}"
    return opened


@pytest.mark.parametrize("kind", KINDS)
def test_no_way_of_opening_a_link_changes_anything_and_the_button_works_once_afterwards(
    app: Flask, clock: FakeClock, figures: Figures, kind: str
) -> None:
    mail = come_about(kind, clock)

    opened = run_the_gauntlet(app, mail)
    pressed = done_by(Visitor(app), mail.links)

    expect_buttons(kind, pressed)
    figures("Scanner gauntlet", kinds=1, links=len(mail.links), answers=opened, changes=0, buttons_that_worked=pressed)


@pytest.mark.parametrize("kind", KINDS)
def test_links_may_be_opened_six_hours_late(app: Flask, clock: FakeClock, figures: Figures, kind: str) -> None:
    mail = come_about(kind, clock)
    clock.advance(hours=6)

    opened = run_the_gauntlet(app, mail, WHEN_LATE)
    pressed = done_by(Visitor(app), mail.links)

    expect_buttons(kind, pressed, SHORT_LIVED)
    figures(
        "Scanner gauntlet, six hours late",
        links=len(mail.links),
        answers=opened,
        changes=0,
        buttons_that_worked=pressed,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_link_leads_its_signed_in_recipient_to_a_page(app: Flask, clock: FakeClock, kind: str) -> None:
    mail = come_about(kind, clock)
    own = browsers(app, mail.recipient).recipient

    found = {link: own.get(path_of(link), follow_redirects=True).status_code for link in mail.links}

    assert found
    assert set(found.values()) == {200}, found
