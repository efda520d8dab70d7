"""An operator's first month: each command that their pages name is run in one installation."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.app import serving
from service.config.environment import from_environment
from service.db.clock import now
from service.db.engines import db
from service.play.chat import post
from service.play.reports import report
from service.play.seats import resign
from tests.secret_keys import KEY, NEXT_KEY
from tests.servers import Redis
from tests.service.tables import table
from tests.sink import Sink
from workers.cli import sundial

PAGES = [Path(__file__).parents[1] / "docs" / name for name in ("operating.md", "backups.md")]
PROGRAMS = {"sundial play", "sundial run", "sundial run web"}
"""They run until they are stopped; test_tooling_play.py and test_tooling_run.py do that."""
CONNECTIONS = {"sundial web", "sundial worker", "sundial command"}
"""No commands, but names of connections in `pg_stat_activity`."""


@dataclass
class Operator:
    """Somebody who runs commands as the pages write them, with their own words for the placeholders."""

    environment: dict[str, str]
    did: set[str] = field(default_factory=set)

    def run(self, command: str, told: str = "", *, exit_code: int = 0, **places: str | Path) -> str:
        """Run a command, check its exit code and that it tells something, and return its output."""
        words = [str(places.get(word, word)) for word in shlex.split(command)[1:]]
        done = CliRunner().invoke(sundial(), words, env=self.environment)
        assert done.exit_code == exit_code, (command, done.output)
        assert told in done.output, (command, done.output)
        self.did.add(command)
        return done.output


@pytest.fixture
def operator(postgres_url: str, redis_server: Redis, sink: Sink, tmp_path: Path) -> Operator:
    """Return the operator of an installation without tables, and with no program running."""
    return Operator({
        "SUNDIAL_HOME": str(tmp_path / "home"),
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_server.url,
        "SMTP_URL": sink.url,
        "SECRET_KEY": KEY,
        "PUBLIC_URL": "https://play.example.net",
        "MAIL_DOMAIN": "mail.example.net",
    })  # fmt: skip


def test_a_month(operator: Operator, tmp_path: Path) -> None:
    starts(operator)
    keeps_order(operator)
    changes_the_key(operator)
    loses_the_database(operator, tmp_path)

    named = documented() - PROGRAMS - CONNECTIONS
    assert [command for command in sorted(named) if not any(did.startswith(command) for did in operator.did)] == []


def documented() -> set[str]:
    """Return the commands that the pages name, with their arguments or without."""
    texts = [page.read_text() for page in PAGES]
    return {" ".join(found.split()) for text in texts for found in re.findall(r"`(sundial [a-z][^`]*)`", text)}


def starts(operator: Operator) -> None:
    operator.run("sundial upgrade --wait 300")
    operator.run("sundial doctor", "database: postgresql, tables are up to date", exit_code=1)
    operator.run("sundial doctor mail", "SMTP: 127.0.0.1", exit_code=1)
    operator.run("sundial status", "No sweep is running", exit_code=1)
    operator.run("sundial suppressions")


def keeps_order(operator: Operator) -> None:
    with serving(from_environment(operator.environment)):
        game = table("ann", "bob")
        message = post(game.id, game.players[1], "You are a fool.", now())
        report(game.id, game.players[0], message.id, "abuse", "", now())
        rated = table("ann", "bob", rated=True)
        resign(rated.id, rated.players[0], now())
        db.session.remove()
        db.engine.dispose()
    operator.run("sundial reports", "You are a fool.")
    operator.run("sundial reports --close NUMBER", "It is closed.", NUMBER="1")
    operator.run('sundial people mute NAME --days 7 --because "…"', NAME="bob")
    operator.run('sundial people rename NAME NEW --because "…"', NAME="bob", NEW="robert")
    operator.run('sundial people suspend NAME --because "…"', NAME="robert")
    operator.run("sundial people log", "robert")
    operator.run('sundial ratings annul GAME --because "…"', "is annulled", GAME=rated.id)


def changes_the_key(operator: Operator) -> None:
    before = operator.run("sundial record-keys").split()[0]
    operator.environment |= {"SECRET_KEY": NEXT_KEY, "SECRET_KEY_FALLBACKS": KEY}
    operator.run("sundial record-keys --withdraw KEY", KEY=before)


def loses_the_database(operator: Operator, folder: Path) -> None:
    backup, deletions = folder / "sundial.backup", folder / "deletions"
    operator.run("sundial backup FILE", FILE=backup)
    operator.run("sundial backup --check FILE", "2 games", FILE=backup)
    operator.run("sundial restore FILE --force", "Restored", FILE=backup)
    operator.run("sundial token create EMAIL", EMAIL="ann@example.net")
    deletions.touch()
    operator.run("sundial forget FILE", "0", FILE=deletions)
    operator.run("sundial release")
    operator.run("sundial hold --as-of TIME", "held", TIME="6h")
    operator.run("sundial release")
    operator.run("sundial resend --since TIME", "0 emails", TIME="6h")
