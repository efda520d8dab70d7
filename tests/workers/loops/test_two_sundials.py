"""Two Sundials that treat each other as players stop quickly, and so do robots that write to both."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from service.models import InboundMail, Notice
from service.notifications.links import row_box, turn_box
from service.security.keys import RowPurpose
from tests.figures import Figures
from tests.service.tables import table
from tests.workers.loops.beginnings import a_turn, an_invitation, forged, owner
from tests.workers.loops.relay import MOST, Relay
from tests.workers.loops.robots import Robot
from tests.workers.loops.sundial import Sundial

HOURS = 20
ROBOT = "robot@example.net"


def check(relay: Relay, figures: Figures) -> None:
    """Let time pass; check that no more than eight emails went between any two."""
    relay.run(HOURS)
    assert relay.pairs
    assert max(relay.pairs.values()) <= MOST, relay.pairs
    figures("two Sundials", pairs=len(relay.pairs), mails=relay.pairs.total())


BOXES: dict[str, Callable[[], str]] = {
    "the general address": lambda: "play",
    "a turn": lambda: turn_box(table("carol", "dave").game, 0),
    "a question": lambda: row_box(RowPurpose.APPROVAL, InboundMail(id=1, nonce="aaaaaaaa")),
    "where a mail comes back": lambda: row_box(RowPurpose.BOUNCE, Notice(id=1, nonce="aaaaaaaa")),
    "where mails come back": lambda: "bounces",
    "the operator": lambda: "postmaster",
    "nobody": lambda: "nobody",
}


@pytest.mark.parametrize("strips_headers", [False, True], ids=["", "behind a gateway that strips headers"])
@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("begin", [a_turn, an_invitation])
def test_an_account_at_another_sundial_gets_eight_mails_at_most(
    begin: Callable[[str, Sundial], None],
    box: Callable[[], str],
    relay: Relay,
    first: Sundial,
    second: Sundial,
    figures: Figures,
    *,
    strips_headers: bool,
) -> None:
    relay.strips_headers = strips_headers
    with second.app.app_context():
        address = f"{box()}@{second.domain}"
    with first.app.app_context():
        begin(address, first)
    check(relay, figures)


@pytest.mark.parametrize("strips_headers", [False, True], ids=["", "behind a gateway that strips headers"])
@pytest.mark.parametrize("know_each_other", [False, True], ids=["strangers", "each with an account at the other"])
def test_a_mail_forged_in_the_name_of_another_sundial_leads_to_eight_at_most(
    relay: Relay, first: Sundial, second: Sundial, figures: Figures, *, know_each_other: bool, strips_headers: bool
) -> None:
    relay.strips_headers = strips_headers
    if know_each_other:
        for one, other in permutations([first, second]):
            with one.app.app_context():
                owner(f"play@{other.domain}")
    relay.send(forged(f"play@{second.domain}", first))
    check(relay, figures)


def test_two_sundials_and_a_vacation_responder_who_all_play_with_each_other_write_eight_mails_each_at_most(
    relay: Relay, first: Sundial, second: Sundial, figures: Figures
) -> None:
    relay.robots[ROBOT] = Robot()
    for one, other in permutations([first, second]):
        with one.app.app_context():
            a_turn(f"play@{other.domain}", one)
            a_turn(ROBOT, one)
    check(relay, figures)
