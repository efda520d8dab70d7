"""The checkout itself: locks, make targets, the command line, types."""

import json
import re
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from click import Command, Context, Group

from workers.cli import modules, sundial

ROOT = Path(__file__).parents[1]
EXTRAS = "requirements/extras.lock"
LOCKS = [
    "requirements/server.lock",
    "requirements/play.lock",
    EXTRAS,
    "requirements/dev.lock",
    "requirements/docs.lock",
    "requirements/node.lock",
    "requirements/clients.lock",
    "requirements/learning.lock",
    "requirements/training.lock",
]
LOOSE = {"dict[str, Any]": 60, "# noqa: ANN401": 19}
"""Types that say nothing, and how many lines have one at most; lower it when there are fewer."""
FOUND = 'PATH="$PWD/.venv/bin:$PATH"'
"""By it a terminal finds the commands of a checkout."""
OPERATORS = "docs/operating.md"
"""It is for those who have installed Sundial, and not for those in a checkout."""
PINNED = re.compile(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==\S+.*\\$", re.MULTILINE)


def pinned(lock: str) -> set[str]:
    """Return the projects that a lock file pins."""
    return set(PINNED.findall((ROOT / lock).read_text()))


def named(requirements: list[str | dict[str, str]]) -> set[str]:
    """Return the projects that requirements name, except included groups."""
    return {re.split(r"[^a-z0-9-]", each)[0] for each in requirements if isinstance(each, str)}


def test_commands_that_pages_show_exist_and_are_found_as_they_say() -> None:
    pages = [page for pattern in ("docs/*.md", "*/*/README.md") for page in ROOT.glob(pattern)]
    known, seen = set(sundial().list_commands(Context(sundial()))), set()
    for page in pages:
        text, name = page.read_text(), str(page.relative_to(ROOT))
        typed = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
        if called := set(re.findall(r"(?:^|[(&|] ?|^[A-Z_]+=\S+ .*)sundial ([a-z][a-z-]*)", typed, re.MULTILINE)):
            assert called <= known, name
            assert FOUND in text or "README.md#two-commands" in text or name == OPERATORS, name
            seen.add(name)
    assert {"docs/api.md", "docs/bots.md", "docs/records.md"} <= seen


def test_modules_and_tests_that_pages_have_run_are_there() -> None:
    pages = [ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("*/*/README.md")]
    typed = "\n".join(page.read_text() for page in pages)
    modules = set(re.findall(r"python -m ((?:tests|benchmarks)(?:\.\w+)*)", typed))
    paths = set(re.findall(r"pytest [^`\n]*?\b(tests/[\w/]+(?:\.py)?)", typed))
    assert {"benchmarks.arena", "tests.vectors"} <= modules
    assert "tests/service/stages" in paths
    assert [name for name in modules if not is_run(ROOT.joinpath(*name.split(".")))] == []
    assert [path for path in paths if not (ROOT / path).exists()] == []


def is_run(module: Path) -> bool:
    """Whether `python -m` does something with the module or package at that path."""
    file = module.with_suffix(".py")
    return (module / "__main__.py").exists() or (file.exists() and "__main__" in file.read_text())


def test_the_line_by_which_commands_are_found_is_in_the_readme() -> None:
    assert FOUND in (ROOT / "README.md").read_text().partition("## Two commands")[2].partition("\n## ")[0]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_names_no_place_to_fetch_from_and_a_hash_for_everything(lock: str) -> None:
    text = (ROOT / lock).read_text()

    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    for entry in re.split(r"\n(?=\S)", text):
        assert entry.startswith("#") or "--hash=sha256:" in entry


@pytest.mark.parametrize("folder", ["clients/typescript", "tests/proofreading"])
def test_a_lock_file_of_npm_pins_every_package_and_names_no_place_to_fetch_from(folder: str) -> None:
    lock = (ROOT / folder / "package-lock.json").read_text()
    packages = {name: package for name, package in json.loads(lock)["packages"].items() if name}

    assert "resolved" not in lock
    assert packages
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())


def test_the_lock_files_pin_all_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed, groups = named(project["project"]["dependencies"]), project["dependency-groups"]
    extras = project["project"]["optional-dependencies"]

    assert needed | named(groups["build"]) <= pinned("requirements/server.lock")
    assert pinned("requirements/server.lock") | named(extras["play"]) <= pinned("requirements/play.lock")
    assert pinned("requirements/server.lock") | named(extras["beacon"]) | named(extras["doctor"]) <= pinned(EXTRAS)
    assert pinned("requirements/play.lock") | pinned(EXTRAS) | named(groups["dev"]) <= pinned("requirements/dev.lock")
    assert named(groups["docs"]) <= pinned("requirements/docs.lock")
    assert named(groups["node"]) <= pinned("requirements/node.lock")
    assert named(groups["clients"]) <= pinned("requirements/clients.lock")
    assert named(groups["learning"]) <= pinned("requirements/learning.lock")
    assert named(groups["training"]) <= pinned("requirements/training.lock")
    assert named(groups["build"]) == pinned("requirements/build.lock")
    assert named(groups["audit"]) <= pinned("requirements/audit.lock")


def test_what_make_play_brings_along_is_installed_nowhere_else() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["play"]

    assert not named(extra) & pinned("requirements/server.lock")


@pytest.mark.parametrize("lock", ["requirements/play.lock", "requirements/dev.lock"])
def test_what_developers_and_players_have_is_what_runs(lock: str) -> None:
    lines = set((ROOT / "requirements/server.lock").read_text().splitlines())
    versions = {line.removesuffix(" \\") for line in lines if "==" in line}

    assert all(version in (ROOT / lock).read_text() for version in versions)


def test_make_alone_explains_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony

    shown = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout

    explained = dict(line.split(maxsplit=2)[1:] for line in shown.splitlines())
    assert explained.keys() == set(phony[1].split())
    assert all(explained.values())


def commands() -> dict[str, Command]:
    """Return the commands of the command line by name."""
    group = sundial()
    context = Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def test_the_command_line_finds_its_commands_by_itself() -> None:
    assert {"play", "upgrade", "doctor"} <= commands().keys()


def test_every_command_says_what_it_does() -> None:
    for name, command in commands().items():
        assert command.help, name


def test_no_command_is_called_otherwise_than_its_module_by_which_it_is_found() -> None:
    made = {id(value): value for name in modules().values() for value in vars(import_module(name)).values()}
    parts = {id(part) for group in made.values() if isinstance(group, Group) for part in group.commands.values()}

    named = {each.name for key, each in made.items() if isinstance(each, Command) and key not in parts}
    assert named == commands().keys()


@pytest.mark.parametrize(("loose", "most"), LOOSE.items())
def test_types_say_no_less_than_they_did(loose: str, most: int) -> None:
    files = (file for package in ("rules", "service", "workers") for file in (ROOT / package).rglob("*.py"))
    found = sum(loose in line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    assert found <= most, "Say what it holds: a TypedDict, a dataclass, or Json of rules.json_types for any JSON."
