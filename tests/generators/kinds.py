"""The generators, their requirements, and how their output is compiled and run."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import node

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "openapi.yaml"
PLAYERS = ROOT / "clients" / "generated"
TOOLS = ROOT / ".venv" / "clients" / "bin"
"""Where `make clients` has installed the generators that come as wheels."""
JAR = next(
    TOOLS.parent.glob("lib/python*/site-packages/openapi_generator_cli/openapi-generator.jar"), TOOLS / "missing"
)
"""openapi-generator, and in it Jackson, which its Java clients need."""
ABSENT = Path(__file__).parent / "absent"
"""What stands in for packages that can be had neither from Debian nor from the registries of Python and Node.js."""
VALIDATOR = Path("/usr/share/gocode/src/gopkg.in/validator.v2")
"""Where Debian's package `golang-gopkg-validator.v2-dev` puts it."""
GUZZLE = Path("/usr/share/php/GuzzleHttp")
"""Where Debian's package `php-guzzlehttp-guzzle` puts it."""
OAZAPFTS = ("oazapfts@7.5.0", "@oazapfts/runtime@1.2.0")
"""Packages of npm: the generator, and what its clients need."""
CRATES = Path("/usr/share/cargo/registry")
"""Where Debian's packages `librust-*-dev` put their crates."""
BUILT = TOOLS.parent / "rust"
"""Where they stay once they are compiled, which takes minutes."""
JSON_NET = ("nswag", "14.7.1", "package/bin/binaries/Win/Newtonsoft.Json.dll")
"""A package of npm in which Json.NET 13 comes along: its name, its version, where it is there."""
JSON_NET_DIGEST = "e1e27af7b07eeedf5ce71a9255f0422816a6fc5849a483c6714e1b472044fa9d"
SECONDS = int(os.environ.get("SECONDS", "900"))
"""For one step: on a machine that is busy, a compiler may need many times as long as else."""
PACKAGE = "sundial_openapi"


class Failed(Exception):
    """A step has not worked; its words are the message."""


@dataclass(frozen=True)
class Workshop:
    """A folder in which one client is made."""

    folder: Path

    def run(self, *command: str | Path, cwd: Path | None = None, **env: str) -> str:
        """Run a program and return its output; raises Failed with the end of all output."""
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

    def openapi_generator(self, language: str, folder: Path, *options: str | Path) -> None:
        """Let openapi-generator write a client."""
        self.run(TOOLS / "openapi-generator-cli", "generate", "-i", DOCUMENT, "-g", language, "-o", folder, *options)


@dataclass(frozen=True)
class Generator:
    """Makes a client; `make` does it, compiles it and comes back with the command that plays a game by it."""

    name: str
    needs: Sequence[str]
    make: Callable[[Workshop], Sequence[str | Path]]

    def missing(self) -> str | None:
        """Return the first missing program or folder, or None."""
        return next((need for need in self.needs if not (shutil.which(need) or Path(need).is_dir())), None)


def make_go(shop: Workshop) -> Sequence[str | Path]:
    """Go, with the one module that it needs as Debian packages it."""
    client = shop.folder / "client"
    names = ("--git-host=sundial.example", "--git-user-id=client", "--git-repo-id=go")
    shop.openapi_generator("go", client, *names, "--additional-properties=packageName=sundial")
    shutil.rmtree(client / "test")  # its examples need a module more
    validator = shutil.copytree(VALIDATOR, shop.folder / "validator")
    (validator / "go.mod").write_text("module gopkg.in/validator.v2\n")
    replaced = f"-replace=gopkg.in/validator.v2={validator}"
    shop.run("go", "mod", "edit", f"-go={_go_version(shop)}", replaced, cwd=client)
    (client / "play").mkdir()
    shutil.copy(PLAYERS / "go" / "play.go", client / "play")
    program = shop.folder / "play"
    shop.run("go", "build", "-o", program, "./play", cwd=client, GOFLAGS="-mod=mod", GOPROXY="off")
    return [program]


def _go_version(shop: Workshop) -> str:
    """Return the installed version of Go, such as 1.19; the generated code works with any since 1.18."""
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
    (shop.folder / "package.json").write_text('{"type": "module"}\n')
    return _typescript_player(shop, "typescript-fetch", modules / "typescript")


def make_oazapfts(shop: Workshop) -> Sequence[str | Path]:
    """TypeScript on fetch, with the packages as npm has them."""
    found, modules = node.found(), shop.folder / "node_modules"
    (shop.folder / "package.json").write_text('{"type": "module"}\n')
    shop.run(*found.npm, "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", *OAZAPFTS)
    shop.run(found.path, modules / "oazapfts" / "dist" / "cli.js", DOCUMENT, "client.ts")
    return _typescript_player(shop, "oazapfts", modules / "typescript")


def _typescript_player(shop: Workshop, name: str, compiler: Path) -> Sequence[str | Path]:
    shutil.copy(PLAYERS / name / "play.ts", shop.folder)
    options = ("--target", "es2022", "--module", "nodenext", "--strict", "--skipLibCheck", "--types", "node")
    types = ("--typeRoots", node.CLIENT / "node_modules" / "@types")
    shop.run(node.found().path, compiler / "bin" / "tsc", *options, *types, "play.ts")
    return [node.found().path, shop.folder / "play.js"]


def make_php(shop: Workshop) -> Sequence[str | Path]:
    """PHP on Guzzle, as Debian packages it."""
    client = shop.folder / "client"
    shop.openapi_generator("php", client)
    for source in (client / "lib").rglob("*.php"):
        shop.run("php", "-l", source)
    (client / "vendor").mkdir()
    shutil.copy(ABSENT / "autoload.php", client / "vendor")
    return ["php", shutil.copy(PLAYERS / "php" / "play.php", shop.folder)]


def make_java(shop: Workshop) -> Sequence[str | Path]:
    """Java on its own HTTP client and Jackson, which openapi-generator brings along."""
    packages = "invokerPackage=sundial,apiPackage=sundial.api,modelPackage=sundial.model"
    options = f"library=native,openApiNullable=false,useOneOfDiscriminatorLookup=true,{packages}"
    shop.openapi_generator("java", shop.folder / "client", f"--additional-properties={options}")
    sources = [*(shop.folder / "client" / "src" / "main").rglob("*.java"), PLAYERS / "java" / "Play.java"]
    for source in sources[:-1]:  # the JDK has the same annotation elsewhere
        _rewrite(source, r"@javax\.annotation\.Generated\b", "@javax.annotation.processing.Generated")
    (shop.folder / "sources").write_text("\n".join(map(str, sources)))
    classes = shop.folder / "classes"
    shop.run("javac", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", JAR, "-d", classes, "@sources")
    return ["java", "-cp", f"{JAR}{os.pathsep}{classes}", "Play"]


def make_rust(shop: Workshop) -> Sequence[str | Path]:
    """Rust on reqwest, of the crates that Debian packages."""
    client = shop.folder / "client"
    shop.openapi_generator("rust", client, "--additional-properties=packageName=sundial,supportAsync=false")
    _mend_rust(client / "src" / "models")
    crates = f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{CRATES}"\n'
    (client / ".cargo").mkdir()
    (client / ".cargo" / "config.toml").write_text(crates)
    manifest = client / "Cargo.toml"
    _rewrite(manifest, r'(reqwest = .*)"\^0\.13"(.*), "query", "form"', r'\1"^0.11"\2')
    _rewrite(manifest, r'url = "\^2\.5"', 'url = "^2"')
    _rewrite(manifest, "serde_with = .*", f'serde_with = {{ path = "{ABSENT / "serde_with"}" }}')
    (client / "src" / "bin").mkdir()
    shutil.copy(PLAYERS / "rust" / "play.rs", client / "src" / "bin")
    shop.run("cargo", "build", "--offline", "--quiet", "--target-dir", BUILT, cwd=client)
    return [shutil.copy(BUILT / "debug" / "play", shop.folder)]


def _mend_rust(models: Path) -> None:
    """Fix the generated code: a union's tag is written once, and items of a list can be null."""
    tag = r'(rename = "(?:ruleset|game|type)", default)(\)\]\n    pub \S+: models::\w+(?:Ruleset|Type),)'
    for model in models.glob("*.rs"):
        _rewrite(model, tag, r"\1, skip_serializing\2")
    _rewrite(models / "seasons_position_sectors_inner.rs", "eye_sums: Vec<i32>", "eye_sums: Vec<Option<i32>>")
    _rewrite(models / "tribes_position.rs", "tribes: Vec<String>", "tribes: Vec<Option<String>>")


def make_csharp(shop: Workshop) -> Sequence[str | Path]:
    """C# on HttpClient and Json.NET, compiled and run by Mono."""
    client = shop.folder / "client"
    switches = "useOneOfDiscriminatorLookup=true,conditionalSerialization=true,validatable=false"
    options = f"library=httpclient,targetFramework=net48,nullableReferenceTypes=false,packageName=Sundial,{switches}"
    templates = _csharp_templates(shop.folder / "templates")
    shop.openapi_generator("csharp", client, "--template-dir", templates, f"--additional-properties={options}")
    json_net, program = _json_net(shop), shop.folder / "Play.exe"
    libraries = (
        "System.Net.Http",
        "System.Web",
        "System.ComponentModel.DataAnnotations",
        "System.Runtime.Serialization",
    )
    sources = ("-recurse:client/src/Sundial/*.cs", ABSENT / "Absent.cs", PLAYERS / "csharp" / "Play.cs")
    references = [f"-r:{library}" for library in (json_net, *libraries)]
    shop.run("mcs", "-langversion:latest", "-warn:0", f"-out:{program}", *references, *sources)
    return ["mono", program]


def _csharp_templates(folder: Path) -> Path:
    """Write templates of the generator in which a required enum member can be null, too."""
    folder.mkdir()
    with zipfile.ZipFile(JAR) as jar:
        template = folder / "modelGeneric.mustache"
        template.write_bytes(jar.read(f"csharp/{template.name}"))
    optional, nullable = "{{^required}}?{{/required}}", "{{#required}}{{#isNullable}}?{{/isNullable}}{{/required}}"
    _rewrite(template, re.escape(optional), optional + nullable)
    return folder


def _json_net(shop: Workshop) -> Path:
    """Json.NET beside the program."""
    name, version, place = JSON_NET
    found = node.found()
    shop.run(*found.npm, "pack", "--silent", f"{name}@{version}")
    with tarfile.open(shop.folder / f"{name}-{version}.tgz") as package:
        library = package.extractfile(place)
        assert library, place
        content = library.read()
    assert hashlib.sha256(content).hexdigest() == JSON_NET_DIGEST, place
    kept = shop.folder / Path(place).name
    kept.write_bytes(content)
    return kept


def _rewrite(file: Path, pattern: str, by: str) -> None:
    """Replace what matches a pattern in a file."""
    file.write_text(re.sub(pattern, by, file.read_text(encoding="utf-8")), encoding="utf-8")


GENERATORS = (
    Generator("openapi-generator python", ["java"], make_python),
    Generator("openapi-python-client", [sys.executable], make_openapi_python_client),
    Generator("openapi-generator typescript-fetch", ["java"], make_typescript),
    Generator("oazapfts", [sys.executable], make_oazapfts),
    Generator("openapi-generator go", ["java", "go", str(VALIDATOR)], make_go),
    Generator("openapi-generator php", ["java", "php", str(GUZZLE)], make_php),
    Generator("openapi-generator java", ["java", "javac"], make_java),
    Generator("openapi-generator rust", ["java", "cargo", str(CRATES)], make_rust),
    Generator("openapi-generator csharp", ["java", "mcs", "mono"], make_csharp),
)
