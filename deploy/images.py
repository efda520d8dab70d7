"""`make images`: update the images of compose.yaml and the Dockerfile to the newest patch of their version.

Each is then named by tag and digest, so that nobody can put another one in its place. An image that its registry does
not have keeps its line. The registry speaks the OCI distribution API. This needs the network, and no Sundial.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from types import MappingProxyType
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import Request, urlopen

HUB = "https://registry-1.docker.io"
FILES = {
    "compose.yaml": re.compile(r"(?m)^    image: (?P<name>(?!sundial:)[a-z]+):(?P<tag>[\w.-]+)(?P<digest>@\S+)?$"),
    "Dockerfile": re.compile(r"(?m)^ARG (?P<name>PYTHON)=(?P<tag>[\w.-]+)(?P<digest>@\S+)?$"),
}
MANIFESTS = {
    "Accept": "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json"
}
"""Of all platforms: the digest of one platform's manifest would exclude the others."""
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
SECONDS = 30
NOBODY: Mapping[str, str] = MappingProxyType({})


class Registry:
    """A registry that is asked for one image, without an account."""

    def __init__(self, address: str, name: str) -> None:
        self._base = f"{address}/v2/library/{name}/"
        self._token: dict[str, str] = {}

    def newest(self, tag: str) -> str:
        """Return the tag of the newest patch of the same version: 3.11.13-slim may become 3.11.14-slim."""
        version, dash, variant = tag.partition("-")
        head, _, patch = version.rpartition(".")
        same = re.compile(rf"{re.escape(head)}\.(\d+){re.escape(dash + variant)}")
        patches = [int(found[1]) for each in self._tags() if (found := same.fullmatch(each))]
        return f"{head}.{max([int(patch), *patches])}{dash}{variant}"

    def digest(self, tag: str) -> str:
        """Return the digest of what the tag names today; ValueError if the registry names none."""
        told, _ = self._ask("HEAD", f"manifests/{tag}")
        digest = told.get("Docker-Content-Digest", "")
        if not DIGEST.fullmatch(digest):
            raise ValueError(f"{digest!r} is no digest")
        return digest

    def _tags(self) -> list[str]:
        tags, path = list[str](), "tags/list?n=1000"
        while path:
            told, body = self._ask("GET", path)
            tags += json.loads(body)["tags"]
            following = re.match(r"<([^>]+)>; *rel=\"?next", told.get("Link", ""))
            path = following[1] if following else ""
        return tags

    def _ask(self, method: str, path: str) -> tuple[Mapping[str, str], bytes]:
        address = urljoin(self._base, path)
        try:
            return answered(method, address, MANIFESTS | self._token)
        except HTTPError as refusal:
            if refusal.code != 401 or self._token:  # noqa: PLR2004
                raise
            challenge = dict(re.findall(r'(\w+)="([^"]*)"', refusal.headers["WWW-Authenticate"]))
        asked = urlencode({name: challenge[name] for name in ("service", "scope") if name in challenge})
        _, body = answered("GET", f"{challenge['realm']}?{asked}")
        self._token = {"Authorization": f"Bearer {json.loads(body)['token']}"}
        return answered(method, address, MANIFESTS | self._token)


def answered(method: str, address: str, headers: Mapping[str, str] = NOBODY) -> tuple[Mapping[str, str], bytes]:
    """Send a request; return the headers and the body of its answer."""
    with urlopen(Request(address, method=method, headers=dict(headers)), timeout=SECONDS) as answer:  # noqa: S310
        return answer.headers, answer.read()


def raised(folder: Path, address: str) -> int:
    """Rewrite the files of that folder; return how many images could not be looked up."""
    failures = 0

    def line(found: re.Match[str]) -> str:
        nonlocal failures
        name = found["name"].lower()
        registry = Registry(address, name)
        try:
            tag = registry.newest(found["tag"])
            digest = registry.digest(tag)
        except (OSError, HTTPException, ValueError, KeyError) as failure:
            failures += 1
            print(f"{name}:{found['tag']} stays as it is: {failure!r}", file=sys.stderr)  # noqa: T201
            return found[0]
        print(f"{name}:{found['tag']} is now {tag}@{digest}")  # noqa: T201
        return found[0].removesuffix(found["digest"] or "").removesuffix(found["tag"]) + f"{tag}@{digest}"

    for name, pattern in FILES.items():
        file = folder / name
        file.write_text(pattern.sub(line, file.read_text()))
    return failures


if __name__ == "__main__":
    at, files = sys.argv[1:] or (HUB, Path(__file__).parent)
    sys.exit(raised(Path(files), str(at)) > 0)
