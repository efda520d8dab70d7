"""Changes the code of functions that are imported."""

from __future__ import annotations

import functools
import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

OURS = ("rules.", "service.", "workers.")


def change(path: Path, code: str) -> None:
    """Replace the code of a file's functions with that of its changed text.

    The module is imported first, because a later import would bring the unchanged code.
    """
    with suppress(ImportError):
        import_module(".".join(path.with_suffix("").parts))
    place = str(path.absolute())
    before, after = (compiled(text, place) for text in (path.read_text(), code))
    changes = {old: new for old, new in zip(code_of(before), code_of(after), strict=True) if old != new}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == place and each.__code__ in changes:
            each.__code__ = changes[each.__code__]


def can_be_changed(before: str, after: str) -> bool:
    """Whether each function of the one text can be given the code that it has in the other."""
    codes = [list(code_of(compiled(text))) for text in (before, after)]
    return [each.co_freevars for each in codes[0]] == [each.co_freevars for each in codes[1]]


def compiled(text: str, place: str = "") -> CodeType:
    """Compile a text without warnings: `is` before a literal is a valid change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(text, place, "exec", dont_inherit=True)


def code_of(module: CodeType) -> Iterator[CodeType]:
    """Yield the code objects of a module, in classes and nested functions too."""
    for each in module.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from code_of(each)


def forget_results() -> None:
    """Let nothing be remembered that was computed before the change."""
    for forget in memories(lambda function: function.__module__.startswith(OURS)):
        forget()


def memories(are_meant: Callable[[FunctionType], bool]) -> list[Callable[[], None]]:
    """Return functions that clear the caches of such functions."""
    kept = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    return [each.cache_clear for each in kept if _is_of(each, are_meant)]


def _is_of(remembering: functools._lru_cache_wrapper[Any], are_meant: Callable[[FunctionType], bool]) -> bool:
    function = remembering.__wrapped__
    return isinstance(function, FunctionType) and are_meant(function)
