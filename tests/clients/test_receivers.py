"""The example webhook receivers: each verifies signatures, answers challenges and reports events once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from standardwebhooks import Webhook as Signer

from service.config.key_ring import KeyRing
from service.embedded.ports import free_port
from service.security.keys import webhook_secret
from service.webhooks.endpoints import gives_back
from tests import golang, node
from tests.secret_keys import KEY
from tests.waiting import eventually

RECEIVERS = Path(__file__).parents[2] / "examples" / "receivers"
RING = KeyRing(KEY)
SECRET, ANOTHER = (webhook_secret(RING, f"{salt}.{RING.name}") for salt in ("salt", "another"))
PATIENCE = 60
TURN = {"id": 17, "type": "turn.started", "game": "abc", "data": {}}
TEST = {"id": 0, "type": "webhook.test", "game": None, "data": {}}
CHALLENGE = {"id": 0, "type": "webhook.challenge", "game": None, "data": {"challenge": "k3xw7mq2"}}

Command = list[str | Path]


def python(_: Path) -> Command:
    """Python runs it as it is."""
    return [sys.executable, RECEIVERS / "receiver.py"]


def typescript(folder: Path) -> Command:
    """TypeScript is compiled by the compiler of our own client."""
    node.compiled()
    modules = node.CLIENT / "node_modules"
    shutil.copy(RECEIVERS / "receiver.ts", folder)
    (folder / "package.json").write_text('{"type": "module"}\n')
    (folder / "node_modules").symlink_to(modules)
    options = ("--target", "es2022", "--module", "nodenext", "--strict", "--types", "node")
    compiler = modules / "typescript" / "bin" / "tsc"
    subprocess.run([node.found().path, compiler, *options, "receiver.ts"], cwd=folder, check=True)
    return [node.found().path, folder / "receiver.js"]


def go(folder: Path) -> Command:
    """Go is compiled where there is a Go."""
    return [golang.built(RECEIVERS / "receiver.go", folder)]


@dataclass(frozen=True)
class Receiver:
    """One that runs."""

    address: str
    log: Path

    def told(self) -> list[str]:
        """Return the lines printed so far."""
        return self.log.read_text().splitlines()

    def ring(
        self, event: dict[str, object], number: str, secret: str = SECRET, ago: timedelta = timedelta(0)
    ) -> httpx.Response:
        """Send an event signed so long ago; the answer."""
        body, then = json.dumps(event), datetime.now(UTC) - ago
        signature = f"v1,AAAA {Signer(secret).sign(number, then, body)}"  # as during a change of secrets
        moment = str(int(then.timestamp()))
        headers = {"webhook-id": number, "webhook-timestamp": moment, "webhook-signature": signature}
        return httpx.post(self.address, content=body, headers=headers, timeout=PATIENCE)

    def is_there(self) -> bool:
        """Whether it answers."""
        with suppress(httpx.TransportError):
            return httpx.post(self.address, content=b"").status_code == 401
        return False


@pytest.fixture(scope="module", params=[python, typescript, go], ids=lambda make: str(make.__name__))
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Return the command that starts a receiver, compiled if necessary."""
    make: Callable[[Path], Command] = request.param
    return make(tmp_path_factory.mktemp("receiver"))


@pytest.fixture
def receiver(command: Command, tmp_path: Path) -> Iterator[Receiver]:
    """Start a receiver."""
    port, log = free_port(), tmp_path / "log"
    env = os.environ | {"WEBHOOK_SECRET": SECRET, "HOST": "127.0.0.1", "PORT": str(port)}
    with log.open("w") as said, subprocess.Popen(command, env=env, stdout=said) as process:
        receiver = Receiver(f"http://127.0.0.1:{port}/", log)
        assert eventually(receiver.is_there, PATIENCE)
        yield receiver
        process.terminate()


def test_what_comes_twice_is_told_once(receiver: Receiver) -> None:
    assert [receiver.ring(TURN, number).status_code for number in ("msg_1", "msg_1")] == [204, 204]
    assert receiver.ring(TEST, "msg_2").status_code == 204

    assert eventually(lambda: len(receiver.told()) >= 2)
    assert receiver.told() == ["turn.started 17 abc", "webhook.test 0 -"]


def test_a_challenge_is_given_back(receiver: Receiver) -> None:
    answer = receiver.ring(CHALLENGE, "msg_1")

    assert answer.is_success
    assert gives_back(answer.content, "k3xw7mq2")


def test_what_is_forged_or_old_is_refused_and_not_told(receiver: Receiver) -> None:
    minutes = timedelta(minutes=6)
    refused = [receiver.ring(TURN, "msg_1", ANOTHER), receiver.ring(CHALLENGE, "msg_2", ANOTHER)]
    refused += [receiver.ring(TURN, "msg_3", ago=minutes), receiver.ring(TURN, "msg_4", ago=-minutes)]

    assert [(answer.status_code, answer.content) for answer in refused] == [(401, b"")] * 4
    receiver.ring(TEST, "msg_5")
    assert eventually(receiver.told) == ["webhook.test 0 -"]
