"""A vacation responder and a Sundial that write to each other come to an end, however badly the responder is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.figures import Figures
from tests.workers.loops.beginnings import (
    a_sign_in,
    a_turn,
    a_turn_that_is_over,
    an_invitation,
    forged,
    owner,
    the_end_of_a_game,
)
from tests.workers.loops.relay import MOST, Relay
from tests.workers.loops.robots import Echo, Robot, always, chatter, envelope_sender, numbered
from tests.workers.loops.sundial import Sundial

HOURS = 20


@pytest.fixture
def robots(relay: Relay) -> list[str]:
    """Return the addresses of all kinds of responders."""
    relay.robots |= {
        "as-it-should-be@example.net": Robot(envelope_sender, says_so=True),
        "says-so-to-the-wrong-address@example.net": Robot(says_so=True),
        "does-not-say-so@example.net": Robot(),
        "greets@example.net": Robot(words=always("Hello!")),
        "counts@example.net": Robot(words=numbered),
        "chats@example.net": Robot(words=chatter),
        "is-silent@example.net": Robot(words=always("")),
        "to-the-envelope@example.net": Robot(envelope_sender),
    }
    return list(relay.robots)


def check(relay: Relay, robots: list[str], figures: Figures) -> None:
    """Let time pass; check that each robot got an email, and no more than eight went either way."""
    relay.run(HOURS)
    assert all(relay.pairs["first.example", robot] for robot in robots)
    assert max(relay.pairs.values()) <= MOST, relay.pairs
    figures("Sundial and vacation responders", pairs=len(relay.pairs), mails=relay.pairs.total())


@pytest.mark.parametrize("begin", [a_turn, a_turn_that_is_over, an_invitation, a_sign_in, the_end_of_a_game])
def test_a_mail_of_ours_leads_to_eight_each_way_at_most(
    begin: Callable[[str, Sundial], None], robots: list[str], relay: Relay, first: Sundial, figures: Figures
) -> None:
    with first.app.app_context():
        for robot in robots:
            begin(robot, first)
    check(relay, robots, figures)


@pytest.mark.parametrize("is_known", [True, False], ids=["of somebody known", "of a stranger"])
def test_a_mail_in_the_name_of_a_machine_leads_to_eight_each_way_at_most(
    robots: list[str], relay: Relay, first: Sundial, figures: Figures, *, is_known: bool
) -> None:
    for robot in robots:
        if is_known:
            with first.app.app_context():
                owner(robot)
        relay.send(forged(robot, first))
    check(relay, robots, figures)


@pytest.mark.parametrize("begin", [a_turn, a_turn_that_is_over, an_invitation, the_end_of_a_game])
def test_a_machine_that_sends_our_own_words_back_comes_to_an_end_too(
    begin: Callable[[str, Sundial], None], relay: Relay, first: Sundial
) -> None:
    relay.robots["echoes@example.net"] = Echo()
    with first.app.app_context():
        begin("echoes@example.net", first)
    relay.run(HOURS)
    assert 1 <= relay.pairs["first.example", "echoes@example.net"] <= MOST + 1, relay.pairs
