"""The possible changes to a file, and a sample of them."""

from __future__ import annotations

import ast
import difflib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec

from tests.mutants.functions import compiled

CODE = ("rules/games/*/position.py", "service/play/*.py", "service/jobs/*.py", "workers/jobs/*.py")
"""The rules of each game, and what moves, work and jobs are about."""

Spot = tuple[int, int]
"""A line, from 1, and a column, from 0."""


def drawn(mutants: Sequence[MutationSpec], count: int, seed: int) -> Sequence[MutationSpec]:
    """Draw one change at each of up to `count` places by a seed; a place with many possible changes weighs no more."""
    places: dict[tuple[Path, Spot], list[MutationSpec]] = defaultdict(list)
    for mutant in mutants:
        places[mutant.module_path, mutant.start_pos].append(mutant)
    rng = Random(seed)
    shuffled = rng.sample(sorted(places), len(places))
    chosen = (rng.choice(places[place]) for place in shuffled)
    return list(islice(filter(_is_python, chosen), count))


def mutants_of(path: Path) -> Iterator[MutationSpec]:
    """Yield every possible change to a file, except in annotations."""
    code = path.read_text()
    silent = list(annotated(code))
    tree = get_ast(code)
    for name in operator_names():
        if not get_operator(name).arguments():
            operator = get_operator(name)()
            found = [spot for node in ast_nodes(tree) for spot in operator.mutation_positions(node)]
            for occurrence, (start, end) in enumerate(found):
                if not any(first <= start < last for first, last in silent):
                    yield MutationSpec(path, name, occurrence, start, end)


def annotated(code: str) -> Iterator[tuple[Spot, Spot]]:
    """Where annotations begin and end."""
    for node in ast.walk(ast.parse(code)):
        for told in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if told is not None:
                yield (told.lineno, told.col_offset), (told.end_lineno, told.end_col_offset)


def _is_python(mutant: MutationSpec) -> bool:
    """Whether it can be run at all: a star between parameters looks like one between factors."""
    try:
        compiled(changed(mutant, mutant.module_path.read_text()))
    except SyntaxError:
        return False
    return True


def changed(mutant: MutationSpec, code: str) -> str:
    """Return the file's code with that one change."""
    result = mutate_code(code, get_operator(mutant.operator_name)(), mutant.occurrence)
    assert result is not None
    return str(result)


def difference(before: str, after: str) -> list[str]:
    """Return the lines that differ, prefixed with - and +."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def name_of(mutant: MutationSpec) -> str:
    """Return the place and the kind of a change."""
    return f"{mutant.module_path}:{mutant.start_pos[0]} {mutant.operator_name.removeprefix('core/')}"
