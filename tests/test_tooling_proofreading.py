"""`make prose` and `make spelling` find what they are there for, in every language and kind of file."""

from pathlib import Path

import pytest

from tests.proofreading.__main__ import check, written
from tests.prose import ROOT

SHORT = "You can pause the clocks. "
LONG = f"You can pause {'very ' * 26}many clocks. "
GOOD = {
    "prose": {
        "30.en.txt": LONG.replace("You can", "Just"),
        "3-percent.md": SHORT * 33 + LONG,
        "tables.md": "The tables of limits are in the database.",
    },
    "spelling": {
        "code.md": "You can pause `clokz` clocks, see [there](clokz.md).",
        "good.de.md": "Die Bedenkzeit läuft ab.",
        "good.it.md": "La scadenza è domani.",
    },
}
BAD = {
    "prose": {
        "31.en.txt": LONG,
        "4-percent.md": SHORT * 32 + LONG,
        "tables.de.md": "Whoever is at the table waits.",
        "mails.de.txt": "Mails kommen zurück.",
    },
    "spelling": {
        "american.en.txt": "Choose a color.",
        "wrong.md": "You can pause the clokz.",
        "wrong.de.md": "Die Bedenkzeit läuft abb.",
        "wrong.it.txt": "La scadensa è domani.",
        "small.de.txt": "Die bedenkzeit läuft ab.",
    },
}
RIGHT_ELSEWHERE = {
    *("another game", "be off", "button of a mail", "days for each move", "letter", "mail", "notice", "plan"),
    *("program", "seat", "seek", "stop", "table", "the others", "who plays"),
}
"""What the glossary rules out in one sense, and cannot be told from another."""


@pytest.mark.parametrize("checker", ["prose", "spelling"])
def test_each_fault_is_found_and_nothing_else(checker: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, text in (GOOD[checker] | BAD[checker]).items():
        (tmp_path / name).write_text(text)

    assert check(checker, *tmp_path.iterdir()) == 1

    said = capfd.readouterr().out
    assert {name for name in GOOD[checker] | BAD[checker] if name in said} == set(BAD[checker])


def test_each_word_that_the_glossary_rules_out_is_found(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    table = (ROOT / "docs" / "glossary.md").read_text().partition("| not |")[2].partition("## ")[0]
    ruled_out = {word for row in table.splitlines()[2:-1] for word in row.split("|")[2].strip().split(", ")} - {"–"}
    words = sorted(ruled_out - RIGHT_ELSEWHERE)
    (tmp_path / "words.txt").write_text("\n".join(words))

    check("prose", tmp_path / "words.txt")

    said = capfd.readouterr().out
    assert [word for line, word in enumerate(words, 1) if f"words.txt:{line}:" not in said] == []


def test_all_kinds_of_prose_are_looked_through(tmp_path: Path) -> None:
    names = {path.name for path in written(tmp_path)}
    assert {"README.md", "mail.md", "guide.de.md", "lesson.it.md", "messages.it.txt", "openapi.md"} <= names
