"""Changes the code of functions that have been imported."""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

OURS = ("rules.", "service.", "workers.")


def change(path: Path, code: str) -> None:
    """Give the functions of a file that has been imported the code that they have in its changed text."""
    place = str(path.absolute())
    before, after = (compile(text, place, "exec", dont_inherit=True) for text in (path.read_text(), code))
    changes = {old: new for old, new in zip(code_of(before), code_of(after), strict=True) if old != new}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == place and each.__code__ in changes:
            each.__code__ = changes[each.__code__]


def can_be_changed(before: str, after: str) -> bool:
    """Whether each function of the one text can be given the code that it has in the other."""
    codes = [list(code_of(compile(text, "", "exec", dont_inherit=True))) for text in (before, after)]
    return [each.co_freevars for each in codes[0]] == [each.co_freevars for each in codes[1]]


def code_of(module: CodeType) -> Iterator[CodeType]:
    """The code of what is defined in a module, in classes and within functions too."""
    for each in module.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from code_of(each)


def forget_results() -> None:
    """Let nothing be remembered that was computed before the change."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and str(each.__module__).startswith(OURS):
            each.cache_clear()
