"""The drawing in docs/architecture.md, made from the contracts that `make check` holds."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path
from textwrap import wrap
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by `make architecture` -->\n", "<!-- end -->"
WIDTH = 110
ABOVE = "Workers stand on the service, the service on the rules"
WITHIN = "Faces stand on what is told, and each package on those below it"


def drawing() -> str:
    """The layers from top to bottom, each package with the first sentence about it, and what still goes up."""
    top, service, bottom = contract(ABOVE)["layers"]
    inner = contract(WITHIN)
    lines = [*drawn(top, top), f"{service}:"]
    for layer in inner["layers"]:
        for package in layer.replace("|", " ").replace(":", " ").split():
            lines += [f"  {line}" for line in drawn(package, f"{service}/{package}")]
    lines += drawn(bottom, bottom)
    return "\n".join(["```", *lines, "```", "", going_up(inner["ignore_imports"]), ""])


def drawn(name: str, folder: str) -> list[str]:
    """A package with what it says of itself."""
    first, *more = wrap(sentence(folder), WIDTH)
    return [f"{name:<10}{first}", *(f"{'':<10}{line}" for line in more)]


def sentence(folder: str) -> str:
    """The first paragraph of a package's docstring."""
    tree = ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8"))
    return " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())


def going_up(arrows: list[str]) -> str:
    """How many imports still go the wrong way, between which packages."""
    pairs = Counter(tuple(end.split(".")[1] for end in arrow.split(" -> ")) for arrow in arrows)
    named = ", ".join(f"{lower} → {upper} {count}" for (lower, upper), count in sorted(pairs.items()))
    return f"Imports that still go up, each named in `pyproject.toml`: {named or 'none'}."


def contract(name: str) -> dict[str, Any]:
    """One of import-linter's contracts."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = next(each for each in settings["tool"]["importlinter"]["contracts"] if each["name"] == name)
    return found


def parts() -> tuple[str, str, str]:
    """The page: what stands before the drawing, the drawing, and what stands after it."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    kept, _, after = rest.partition(END)
    return before, kept, after


if __name__ == "__main__":
    first, _, last = parts()
    PAGE.write_text(f"{first}{BEGIN}{drawing()}{END}{last}", encoding="utf-8")
