"""The last release runs on this one's tables and beside it, until it is replaced."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine

from service.config.environment import from_environment
from service.schema.revisions import known
from service.verification.verify import Verdict, check
from tests.journeys.installation import Player
from tests.migrations import VERSIONS
from tests.playing import done_here
from tests.releases.last import NONE, last_release, missing, unpack
from tests.releases.running import PATIENCE, Version
from tests.releases.schema import Schema, contractions, schema
from tests.releases.wheel import ROOT
from tests.secret_keys import KEY
from tests.servers import Postgres, Redis
from tests.sink import Sink
from tests.waiting import PAUSE_OF_A_SERVER, eventually
from workers.cli.upgrade import upgrade

SOME_MOVES = 4
OF_THIS_RELEASE = ("format", "origin", "head", "signature")
"""Members of a record that the last release does not have, or has otherwise."""
BASELINE = (VERSIONS / f"{known()[0]}.py").relative_to(ROOT)
PEOPLE = ("ann@example.net", "bob@example.net")


@pytest.fixture(scope="session")
def last_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the last release lies."""
    tag = last_release()
    if tag is None:
        pytest.skip(NONE)
    code = unpack(tag, tmp_path_factory.mktemp("last-release"))
    if tag.startswith("v0.") and not (code / BASELINE).exists():
        pytest.skip(f"{tag} has another baseline, and before 1.0.0 nothing converts its tables")
    assert not list(missing(code)), "the dependency group dev lacks them"
    assert Version(code, {}).file_of("service").is_relative_to(code)
    return code


@pytest.fixture(params=["sqlite", "postgresql"])
def knobs(
    request: pytest.FixtureRequest, postgres: Postgres, redis_server: Redis, sink: Sink, tmp_path: Path
) -> Iterator[dict[str, str]]:
    """Return the settings of an installation without tables, on each database."""
    knobs = {"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY, "REDIS_URL": redis_server.url, "SMTP_URL": sink.url}
    if request.param == "sqlite":
        yield knobs
        return
    url = postgres.create_database()
    yield knobs | {"DATABASE_URL": url}
    postgres.drop_database(url)


@pytest.fixture
def last(last_code: Path, knobs: dict[str, str]) -> Version:
    """Return the last release, which has created its tables."""
    version = Version(last_code, knobs)
    version.sundial("upgrade")
    return version


@pytest.fixture
def this(knobs: dict[str, str]) -> Version:
    """Return the current code as the next release, on the same installation."""
    return Version(ROOT, knobs)


def schema_of(version: Version) -> Schema:
    engine = create_engine(from_environment(version.knobs).database_url)
    with engine.connect() as connection:
        found = schema(connection)
    engine.dispose()
    return found


@contextmanager
def player(token: str, address: str) -> Iterator[Player]:
    """Return a client with that token at that address."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{address}/api/v1/", headers=headers, timeout=PATIENCE) as http:
        yield Player(http)


def begin(host: Player, guest: Player) -> str:
    """Create a game of two people and the computer."""
    seats = [{"me": True}, {"open": True}, {"ai": 1}]
    game = str(host.create(ruleset="seasons", seats=seats, visibility="public")["id"])
    guest.join(game)
    return game


def moves_until(players: list[Player], game: str, rng: Random, version: int | None = None) -> None:
    """Whoever is to move plays, the computer too, until the game has that version or is over."""

    def is_there() -> bool:
        waits_for_computer = False
        while not waits_for_computer:
            waits_for_computer = True
            for one in players:
                seen = one.game(game)
                if seen["status"] == "finished" or (version is not None and seen["version"] >= version):
                    return True
                if seen["to_move"] == seen["your_seat"]:
                    played = one.move(game, seen["version"], one.any_move(game, rng))
                    assert played.status_code == 201, played.text
                    waits_for_computer = False
        return False

    assert eventually(is_there, PATIENCE, PAUSE_OF_A_SERVER)


def played_in(record: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a record that both releases have, without chain, signature and marks."""
    told = {name: value for name, value in record.items() if name not in OF_THIS_RELEASE}
    told["places"] = [{name: place[name] for name in place if name != "contributed"} for place in record["places"]]
    entries = [{name: value for name, value in entry.items() if name != "previous"} for entry in record["log"]]
    return {**told, "log": entries}


def test_a_rolling_deploy_takes_nothing_from_the_last_release_and_breaks_off_no_game(
    last: Version, this: Version, sink: Sink
) -> None:
    rng = Random(3)
    before = schema_of(last)
    assert "account" in before
    tokens = last.tokens(PEOPLE)
    with ExitStack() as stack:
        old = stack.enter_context(last.web())
        for program in ("worker", "thinkers", "mails"):
            stack.enter_context(last.running(program))
        stack.enter_context(last.running("beat"))  # a hint that is lost costs no more than it does in earnest
        ann, bob = (stack.enter_context(player(token, old)) for token in tokens)
        begun_before = begin(ann, bob)
        moves_until([ann, bob], begun_before, rng, SOME_MOVES)

        done_here(upgrade, knobs=this.knobs)
        assert contractions(before, schema_of(this)) == []

        begun_after = begin(ann, bob)
        bob_at_new = stack.enter_context(player(tokens[1], stack.enter_context(this.web())))
        for game in (begun_before, begun_after):
            moves_until([ann, bob_at_new], game, rng)

            assert ann.game(game)["ended_by"] == "play"
            records = ann.record(game), bob_at_new.record(game)
            assert played_in(records[0]) == played_in(records[1])
            for record in records:
                assert {finding.verdict for finding in check(record)} == {Verdict.RIGHT}
        assert eventually(lambda: {mail.recipients[0] for mail in sink.mails} == set(PEOPLE), PATIENCE)
