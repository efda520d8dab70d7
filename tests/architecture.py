"""What is drawn in docs/architecture.md: layers, from the contracts that `make check` holds, and who hears what."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from textwrap import wrap
from typing import Any

from service.work.facts import Fact, listeners

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by `make architecture` -->\n", "<!-- end -->"
WIDTH = 110
ABOVE = "Workers stand on the service, the service on the rules"
WITHIN = "Faces stand on what is told, and each package on those below it"


def drawing() -> str:
    """The layers from top to bottom, each package with the first sentence about it, and who hears what."""
    top, service, bottom = contract(ABOVE)["layers"]
    inner = contract(WITHIN)
    lines = [*drawn(top, top), f"{service}:"]
    for layer in inner["layers"]:
        for package in layer.replace("|", " ").replace(":", " ").split():
            lines += [f"  {line}" for line in drawn(package, f"{service}/{package}")]
    lines += drawn(bottom, bottom)
    return "\n".join(["```", *lines, "```", "", *heard(), ""])


def drawn(name: str, folder: str) -> list[str]:
    """A package with what it says of itself."""
    first, *more = wrap(sentence(folder), WIDTH)
    return [f"{name:<10}{first}", *(f"{'':<10}{line}" for line in more)]


def sentence(folder: str) -> str:
    """The first paragraph of a package's docstring."""
    tree = ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8"))
    return " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())


def heard() -> list[str]:
    """A table of all facts, each with those who listen in the order in which they are called."""
    known = listeners()
    rows = ["| fact | when | who listens, in this order |", "|---|---|---|"]
    for fact in Fact.__subclasses__():
        named = [f"`{each.__module__}.{each.__name__}`" for each in known.get(fact, ())]
        said = " ".join((fact.__doc__ or "").split())
        rows.append(f"| `{fact.__module__}.{fact.__name__}` | {said} | {', '.join(named)} |")
    return rows


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
