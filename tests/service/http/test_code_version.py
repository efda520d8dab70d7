"""The hash of the code that makes our answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from service.http.code_version import code_hash


def lay(folder: Path) -> None:
    """Create a module, a catalogue and the module's bytecode."""
    for name, text in {"a.py": "1", "de/messages.mo": "Zug", "__pycache__/a.cpython.pyc": "x", "b.pyc": "x"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


CHANGES: dict[str, Callable[[Path], object]] = {
    "module": lambda folder: (folder / "a.py").write_text("2"),
    "translation": lambda folder: (folder / "de/messages.mo").write_text("Schritt"),
    "name": lambda folder: (folder / "a.py").rename(folder / "c.py"),
    "folder": lambda folder: (folder / "de").rename(folder / "it"),
    "new file": lambda folder: (folder / "empty.txt").touch(),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_changes_with_every_file(tmp_path: Path, what: str) -> None:
    lay(tmp_path)
    before = code_hash(tmp_path)
    CHANGES[what](tmp_path)
    assert code_hash(tmp_path) != before


def test_it_is_the_same_wherever_the_code_lies_and_whatever_is_compiled(tmp_path: Path) -> None:
    for place in ("here/rules", "there/rules"):
        lay(tmp_path / place)
    (tmp_path / "there/rules/__pycache__/a.cpython.pyc").write_text("newer")
    (tmp_path / "there/rules/b.pyc").unlink()
    assert code_hash(tmp_path / "here/rules") == code_hash(tmp_path / "there/rules")
