"""docs/security.md and docs/asvs.md: each requirement occurs once, and every named test exists."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROMISES, ASVS = ((ROOT / "docs" / name).read_text() for name in ("security.md", "asvs.md"))
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PROMISES + ASVS)))
ROW = re.compile(r"^\| ([\d., ]+) \| (holds|does not apply|\*\*does not hold\*\*) \| (.+) \|$", re.MULTILINE)
PROMISED = re.findall(r"^- \*\*([^*]+)\.\*\* ", PROMISES.split("\n## ")[1], re.MULTILINE)
HELD = re.compile(r"^\| ([^|]+) \| `tests/", re.MULTILINE)


def numbers() -> list[str]:
    """Return the requirements of levels 1 and 2: a section on each line, with its numbers."""
    lines = [line.split() for line in Path(__file__).with_name("asvs_5_0.txt").read_text().splitlines()]
    return [f"{section}.{number}" for section, *those in lines for number in those]


def test_each_promise_has_its_tests() -> None:
    assert len(PROMISED) > 40
    assert HELD.findall(ASVS.partition("## Requirements")[0]) == PROMISED


def test_each_requirement_of_levels_one_and_two_is_there_once() -> None:
    named = Counter(number for cell, _, _ in ROW.findall(ASVS) for number in cell.split(", "))

    assert len(numbers()) == 253
    assert named == Counter(numbers())


def test_what_is_counted_is_what_stands_there() -> None:
    found: Counter[str] = Counter()
    for cell, verdict, _ in ROW.findall(ASVS):
        found[verdict.strip("*")] += len(cell.split(", "))
    said = f"{found['holds']} hold, {found['does not apply']} do not apply and {found['does not hold']} do not hold"

    assert said in ASVS


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(), re.MULTILINE)


def test_no_test_is_named_in_another_way() -> None:
    text = PROMISES + ASVS
    assert text.count(".py::") == len(re.findall(r"`tests/[\w/]+\.py::\w+`", text))
    assert len(NAMED) > 50
