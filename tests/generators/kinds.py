"""The generators, what each needs, and what is done with what it makes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import node

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "openapi.yaml"
PLAYERS = ROOT / "clients" / "generated"
TOOLS = ROOT / ".venv" / "clients" / "bin"
"""Where `make clients` has installed the generators that come as wheels."""
SECONDS = 900
PACKAGE = "sundial_openapi"


class Failed(Exception):
    """A step has not worked; its words are the message."""


@dataclass(frozen=True)
class Workshop:
    """A folder in which one client is made."""

    folder: Path

    def run(self, *command: str | Path, cwd: Path | None = None, **env: str) -> str:
        """What a program prints; Failed with the end of all it said if it fails."""
        done = subprocess.run(
            command,
            cwd=cwd or self.folder,
            env=os.environ | env,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
        )
        if done.returncode:
            raise Failed(done.stdout[-2000:])
        return done.stdout

    def openapi_generator(self, language: str, folder: Path, *options: str) -> None:
        """Let openapi-generator write a client."""
        self.run(TOOLS / "openapi-generator-cli", "generate", "-i", DOCUMENT, "-g", language, "-o", folder, *options)


@dataclass(frozen=True)
class Generator:
    """Makes a client; `make` does it, compiles it and comes back with the command that plays a game by it."""

    name: str
    needs: Sequence[str]
    make: Callable[[Workshop], Sequence[str | Path]]

    def missing(self) -> str | None:
        """The first program that it needs and this machine does not have."""
        return next((program for program in self.needs if shutil.which(program) is None), None)


def make_go(shop: Workshop) -> Sequence[str | Path]:
    """Go, told by the discriminator which variant it is: so it needs no module but its own."""
    client = shop.folder / "client"
    names = ("--git-host=sundial.example", "--git-user-id=client", "--git-repo-id=go")
    options = "packageName=sundial,useOneOfDiscriminatorLookup=true"
    shop.openapi_generator("go", client, *names, f"--additional-properties={options}")
    shutil.rmtree(client / "test")  # its examples need a module more
    shop.run("go", "mod", "edit", f"-go={_go_version(shop)}", cwd=client)
    (client / "play").mkdir()
    shutil.copy(PLAYERS / "go" / "play.go", client / "play")
    program = shop.folder / "play"
    shop.run("go", "build", "-o", program, "./play", cwd=client, GOFLAGS="-mod=mod", GOPROXY="off")
    return [program]


def _go_version(shop: Workshop) -> str:
    """The version of Go that is here, such as 1.19; the generated code takes any since 1.18."""
    return ".".join(shop.run("go", "env", "GOVERSION").strip().removeprefix("go").split(".")[:2])


def make_python(shop: Workshop) -> Sequence[str | Path]:
    """Python on pydantic and urllib3."""
    shop.openapi_generator("python", shop.folder / "made", f"--additional-properties=packageName={PACKAGE}")
    shutil.copytree(shop.folder / "made" / PACKAGE, shop.folder / PACKAGE)
    return _python_player(shop, "python")


def make_openapi_python_client(shop: Workshop) -> Sequence[str | Path]:
    """Python on attrs and httpx."""
    generate = ("generate", "--path", DOCUMENT, "--output-path", PACKAGE, "--meta", "none")
    shop.run(TOOLS / "openapi-python-client", *generate)
    return _python_player(shop, "openapi-python-client")


def _python_player(shop: Workshop, name: str) -> Sequence[str | Path]:
    shop.run(TOOLS / "python", "-m", "compileall", "-q", PACKAGE)
    return [TOOLS / "python", shutil.copy(PLAYERS / name / "play.py", shop.folder)]


def make_typescript(shop: Workshop) -> Sequence[str | Path]:
    """TypeScript on fetch, compiled by the compiler of our own TypeScript client."""
    client, modules = shop.folder / "client", node.CLIENT / "node_modules"
    shop.openapi_generator("typescript-fetch", client, "--additional-properties=importFileExtension=.js")
    shutil.copy(PLAYERS / "typescript-fetch" / "play.ts", shop.folder)
    (shop.folder / "package.json").write_text('{"type": "module"}\n')
    (shop.folder / "node_modules").symlink_to(modules)
    options = ("--target", "es2022", "--module", "nodenext", "--strict", "--skipLibCheck", "--types", "node")
    shop.run(node.found().path, modules / "typescript" / "bin" / "tsc", *options, "play.ts")
    return [node.found().path, shop.folder / "play.js"]


GENERATORS = (
    Generator("openapi-generator python", ["java"], make_python),
    Generator("openapi-python-client", [sys.executable], make_openapi_python_client),
    Generator("openapi-generator typescript-fetch", ["java"], make_typescript),
    Generator("openapi-generator go", ["java", "go"], make_go),
)
