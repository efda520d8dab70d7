"""A public beacon of our own: a real chain with a key of its own, served over real HTTP as drand serves its."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from service.beacon.chain import DOMAIN, Chain, message_of, randomness_of
from service.beacon.source import SCHEME, BeaconSource
from service.embedded.ports import free_port

GENESIS = datetime(2026, 1, 1, tzinfo=UTC)
SECRET = Scalar(20260101)
OTHER_SECRET = Scalar(4)


def signed(round_number: int, secret: Scalar = SECRET) -> str:
    """Sign a round with the secret; return the signature in hexadecimal."""
    return bytes((G1Point.hash_to_curve(message_of(round_number), DOMAIN) * secret).to_compressed_bytes()).hex()


CHAIN = Chain(
    public_key=bytes((G2Point() * SECRET).to_compressed_bytes()).hex(),
    period=3,
    genesis_time=int(GENESIS.timestamp()),
    group_hash=sha256(b"our own group").hexdigest(),
    beacon_id="ours",
)


def described(chain: Chain = CHAIN) -> dict[str, Any]:
    """Return a beacon's description of its chain."""
    return {
        "public_key": chain.public_key,
        "period": chain.period,
        "genesis_time": chain.genesis_time,
        "hash": chain.hash,
        "groupHash": chain.group_hash,
        "schemeID": SCHEME,
        "metadata": {"beaconID": chain.beacon_id},
    }


def description_in(folder: Path, chain: Chain = CHAIN) -> Path:
    """Write the description to a file."""
    file = folder / "chain.json"
    file.write_text(json.dumps(described(chain)))
    return file


def brought(round_number: int, **changes: Any) -> dict[str, Any]:
    """Return a beacon's response for a round."""
    signature = signed(round_number)
    return {"round": round_number, "randomness": randomness_of(signature), "signature": signature} | changes


class Beacon(ThreadingHTTPServer):
    """Answers for every round, as if it were out."""

    daemon_threads = True

    def __init__(self, port: int | None = None) -> None:
        super().__init__(("127.0.0.1", port or free_port()), _Handler)
        self.asked: list[str] = []
        self.status = 200
        self.changes: dict[str, Any] = {}
        """Members of each answer that are otherwise than they should be."""
        self.text: bytes | None = None
        """What it says instead, if anything."""
        self.over = Event()
        self.hangs = False
        self._thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def source(self) -> BeaconSource:
        """Where it is, as an operator sets it."""
        return BeaconSource(f"http://127.0.0.1:{self.server_address[1]}", CHAIN)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Beacon

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.server.hangs:
            self.server.over.wait()
            return
        number = int(self.path.rpartition("/")[2])
        said = self.server.text or json.dumps(brought(number) | self.server.changes).encode()
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", "/somewhere/public/1")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""
