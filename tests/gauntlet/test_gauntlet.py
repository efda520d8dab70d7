"""A sample of `make gauntlet`, and checks that its referee detects faults."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from service.bots.accounts import bot_of
from service.db.clock import now
from tests.figures import Figures
from tests.gauntlet.attempts import Attempt
from tests.gauntlet.course import ZERO, attempts, run
from tests.gauntlet.doors.rest import bearer
from tests.gauntlet.ground import Ground, fresh_ground
from tests.gauntlet.referee import Referee
from tests.service.access.pages import PAGES
from tests.service.access.routes import REST

SEED, SHARE, SLOW = 7, 0.004, 20


def test_a_share_of_all_bad_inputs_is_refused_and_changes_nothing(figures: Figures) -> None:
    score = run(SEED, SHARE, SLOW)

    assert score.faults == []
    assert sum(tally["refused"] for tally in score.doors.values()) > score.requests / 2
    figures("gauntlet", inputs=score.inputs, requests=score.requests, **{name: score.counted[name] for name in ZERO})


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with fresh_ground() as found:
        yield found


@pytest.fixture
def referee(ground: Ground) -> Iterator[Referee]:
    found = Referee(ground)
    yield found
    found.close()


def test_every_route_is_in_the_gauntlet(ground: Ground) -> None:
    sent = {(attempt.method, attempt.path.partition("?")[0]) for attempt in attempts(ground)}
    routes = {(name.split(" ")[0], ground.private.fill(name.split(" ")[1])) for name in [*REST, *PAGES]}
    of_links = {route for route in routes if "x" * 43 in route[1]}

    assert routes - of_links - sent == set()
    for method, path in of_links:
        assert any(each == method and where.startswith(path.partition("x" * 43)[0]) for each, where in sent), path


def test_a_change_that_was_not_allowed_is_seen_and_undone(ground: Ground, referee: Referee) -> None:
    body = json.dumps({"text": "Hello!"}).encode()
    path = ground.private.fill("/api/v1/games/<game_id>/messages")
    headers = bearer(ground.owner) | {"Content-Type": "application/json"}

    for _ in range(2):
        referee.send(Attempt("REST", "a fault", "a message", "POST", path, headers, body))

    assert len(referee.faults) == 2
    assert all(fault.startswith("changed") and "message" in fault for fault in referee.faults)
    assert referee.changed() == []


def test_what_changes_beside_an_answer_is_seen(ground: Ground, referee: Referee) -> None:
    bot_of(ground.private.table.players[0], "another-bot", now())

    referee.send(Attempt("REST", "a fault", "nothing", "GET", "/api/v1/nothing"))

    assert referee.counted.total() == 1


def test_a_status_that_is_not_expected_and_a_leak_are_seen(ground: Ground, referee: Referee) -> None:
    path = ground.private.fill("/api/v1/games/<game_id>")
    stranger = frozenset({404})

    referee.send(
        Attempt("REST", "a fault", "the owner", "GET", path, bearer(ground.owner), statuses=stranger, foreign=True)
    )

    assert set(referee.counted) == {"unexpected status", "leaks"}
