"""`make images` against a registry on this machine: a token, pages of tags, digests, and an image that is not there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from tests.deployments import DEPLOY

DIGEST = f"sha256:{'5eed' * 16}"
TOKEN = "of-anybody"
IMAGE = re.compile(r"(?m)^(?:    image: |ARG PYTHON=)((?!sundial:)\S+)$")


class Hub(BaseHTTPRequestHandler):
    """A registry of these tags, two on a page. Without a token it tells where there is one, as Docker Hub does."""

    tags: ClassVar = {
        "caddy": ["2.10.2-alpine", "2.10.4-alpine", "2.10.9", "2.11.0-alpine", "2.10.10-windows"],
        "postgres": ["17.6-alpine", "latest", "17.10-alpine", "18.1-alpine", "17.9-alpine3.22"],
        "python": ["3.11.13-slim-bookworm"],
    }

    def do_GET(self) -> None:
        if self.path.startswith("/token?service=hub&scope=repository"):
            self.tell(200, {"token": TOKEN})
        elif self.headers.get("Authorization") != f"Bearer {TOKEN}":
            realm = f'Bearer realm="http://{self.headers["Host"]}/token",service="hub",scope="repository:x:pull"'
            self.tell(401, {}, {"WWW-Authenticate": realm})
        else:
            self.tell_of_image()

    do_HEAD = do_GET  # noqa: N815

    def tell_of_image(self) -> None:
        asked = re.match(r"/v2/library/(\w+)/(?:tags/list\?n=1000(?:&last=(\d+))?|manifests/(.+))$", self.path)
        assert asked
        tags = self.tags.get(asked[1], [])
        if asked[3] in tags:
            self.tell(200, {}, {"Docker-Content-Digest": DIGEST})
        elif asked[3] or not tags:
            self.tell(404, {})
        else:
            start = int(asked[2] or 0)
            following = f'</v2/library/{asked[1]}/tags/list?n=1000&last={start + 2}>; rel="next"'
            self.tell(200, {"tags": tags[start : start + 2]}, {"Link": following} if tags[start + 2 :] else {})

    def tell(self, status: int, told: object, headers: dict[str, str] | None = None) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def hub() -> Iterator[str]:
    """Start the registry; return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Hub) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def images(folder: Path) -> list[str]:
    """Return the images that the files name, but ours."""
    return IMAGE.findall((folder / "compose.yaml").read_text() + (folder / "Dockerfile").read_text())


def test_images_are_raised_to_the_newest_patch_and_pinned_by_digest(hub: str, tmp_path: Path) -> None:
    for name in ("compose.yaml", "Dockerfile"):
        shutil.copy(DEPLOY / name, tmp_path)
    before = dict(each.partition(":")[::2] for each in images(tmp_path))
    for _ in range(2):  # a second time changes nothing
        done = subprocess.run(
            [sys.executable, DEPLOY / "images.py", hub, tmp_path], check=False, capture_output=True, text=True
        )
        assert images(tmp_path) == [
            f"caddy:2.10.4-alpine@{DIGEST}",
            f"postgres:17.10-alpine@{DIGEST}",
            f"redis:{before['redis']}",
            f"3.11.13-slim-bookworm@{DIGEST}",
        ]
        assert done.returncode == 1
        assert f"redis:{before['redis']} stays as it is" in done.stderr
