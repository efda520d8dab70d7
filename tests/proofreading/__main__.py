"""Run textlint (`prose`) or cspell (`spelling`) over documents, guides, messages and the API's descriptions."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

from tests import node
from tests.prose import PROMISED, ROOT, catalogue, messages

FOLDER = Path(__file__).parent
DOCUMENTS = ("*.md", "docs/**/*.md", "*/*/README.md", "rules/games/*/*.md")
CHECKERS = {
    "prose": ("textlint/bin/textlint.js", "--config=textlint.json", "--rulesdir=rules", "--format=unix"),
    "spelling": ("cspell/bin.mjs", "--config=cspell.json", "--no-progress", "--root=/"),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}|<[^<>]+>")


def extract(folder: Path) -> None:
    """Write into a folder the messages of each language, one on a line, and the descriptions in openapi.yaml."""
    folder.mkdir(parents=True, exist_ok=True)
    languages = {"en": messages()} | {language: translations(language) for language in PROMISED}
    for language, found in languages.items():
        lines = (PLACEHOLDER.sub("X1", message) for message in found)
        (folder / f"messages.{language}.txt").write_text("\n".join(lines))
    described = descriptions(yaml.safe_load((ROOT / "openapi.yaml").read_text()))
    (folder / "openapi.md").write_text("\n\n".join(dict.fromkeys(described)))


def translations(language: str) -> Iterator[str]:
    """Read all messages of a catalogue."""
    for message in catalogue(language):
        if message.id:
            yield from (message.string,) if isinstance(message.string, str) else message.string or ()


def descriptions(part: object) -> Iterator[str]:
    """Find all summaries and descriptions in a part of an OpenAPI document."""
    if isinstance(part, dict):
        yield from (part[key] for key in ("summary", "description") if isinstance(part.get(key), str))
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from descriptions(each)


def written(folder: Path) -> list[Path]:
    """Find all prose, extracted into that folder if it is in no document; the glossary names words to avoid."""
    extract(folder)
    files = {path for pattern in DOCUMENTS for path in ROOT.glob(pattern)}
    return sorted(files - {ROOT / "docs" / "glossary.md"} | {*folder.iterdir()})


def check(checker: str, *files: Path) -> int:
    """Run a checker over some files; return its exit status, 0 if all is well."""
    program, *options = CHECKERS[checker]
    command = [node.found().path, f"node_modules/{program}", *options, *map(str, files)]
    return subprocess.run(command, cwd=FOLDER, check=False).returncode


if __name__ == "__main__":
    sys.exit(check(sys.argv[1], *written(ROOT / "build" / sys.argv[1])))
