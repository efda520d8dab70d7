"""`sundial hold` holds a database that was restored by other means, as a restored backup is held."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.backups import hold as hold_as_of
from service.cli.hold import hold
from service.config.environment import Config
from service.erasure.departures import write_deletion
from service.jobs.events import newest_number
from service.jobs.holds import is_held
from service.security.keys import account_mark
from tests.lives import drain
from tests.service.backups.commands import let_go, run
from tests.service.backups.play import found
from tests.service.backups.test_deletions import names
from tests.service.backups.test_restores import opened
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import person, table
from workers.jobs.notices import seal_due


@pytest.fixture
def game(settings: Config, clock: FakeClock) -> str:
    """Create a running game whose first email is ready to be sent."""
    with running(settings, clock):
        game = table("ada", "bob").id
        assert seal_due(clock) > 0
    return game


def test_nothing_is_sent_again_and_no_number_comes_again(settings: Config, clock: FakeClock, game: str) -> None:
    with running(settings, clock):
        before = newest_number(), found(game).game.version
    as_of = clock()
    clock.advance(hours=5)

    outcome = hold_as_of(settings, as_of, clock())

    assert (outcome.games, outcome.told) == (1, 1)
    assert outcome.unsent["envelope"] > 0
    with running(settings, clock):
        assert is_held()
        assert drain().letters == []
        assert newest_number() > before[0] + 5 * 3600
        assert found(game).game.version > before[1] + 5 * 3600
        assert found(game).game.deadline == clock() + timedelta(days=3)
    assert "restored 1" in let_go(settings)


def test_whoever_was_deleted_is_deleted_again(settings: Config, clock: FakeClock, game: str) -> None:
    with running(settings, clock):
        ada = person("ada")
        write_deletion(settings.deletions, account_mark(ada.id, ada.created_at), "2026-05-04")

    assert run(hold, settings, "--as-of", "2026-05-04").exit_code == 0

    assert "ada" not in names(settings)


def test_one_release_ends_all_holds(settings: Config, clock: FakeClock, game: str) -> None:
    for _ in range(2):
        assert run(hold, settings, "--as-of", "2026-05-04T12:00+02:00").exit_code == 0

    let_go(settings)

    assert let_go(settings) == "Nothing is held.\n"


def test_a_database_that_is_used_is_not_held(settings: Config, clock: FakeClock, game: str) -> None:
    with opened(settings):
        refused = run(hold, settings, "--as-of", "2026-05-04")

    assert refused.exit_code == 1
    assert "stop Sundial" in refused.output
    with running(settings, clock):
        assert not is_held()


@pytest.mark.parametrize(("time", "sentence"), [("3000-01-01", "is in the future"), ("yesterday", "is no time; write")])
def test_a_time_that_cannot_be_is_refused(sqlite_settings: Config, clock: FakeClock, time: str, sentence: str) -> None:
    refused = run(hold, sqlite_settings, "--as-of", time)

    assert refused.exit_code == 2
    assert sentence in refused.output
    with running(sqlite_settings, clock):
        assert not is_held()
