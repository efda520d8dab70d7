"""Generate the tables of docs/architecture.md: layers, facts with their listeners, and costs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import wrap
from typing import Any

from service.jobs.facts import Fact, listeners
from tests import structure

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
SECTION = re.compile(r"(<!-- (\w+), by `make architecture` -->\n).*?(?=<!-- end -->)", re.DOTALL)
WIDTH = 103
ABOVE = "Workers import the service, the service the rules"
WITHIN = "Each package imports those below it alone"


def made() -> str:
    """Return docs/architecture.md with its generated parts replaced."""
    return SECTION.sub(lambda found: f"{found[1]}{MAKING[found[2]]()}\n", PAGE.read_text(encoding="utf-8"))


def drawing() -> str:
    """List the layers from top to bottom, each package with the first sentence of its docstring."""
    top, service, bottom = contract(ABOVE)["layers"]
    inner = contract(WITHIN)
    lines = [*drawn(top, top), f"{service}:"]
    for layer in inner["layers"]:
        for package in layer.replace("|", " ").replace(":", " ").split():
            lines += [f"  {line}" for line in drawn(package, f"{service}/{package}")]
    lines += drawn(bottom, bottom)
    return "\n".join(["```", *lines, "```"])


def drawn(name: str, folder: str) -> list[str]:
    """Render a package with its description."""
    first, *more = wrap(sentence(folder), WIDTH)
    return [f"{name:<15}{first}", *(f"{'':<15}{line}" for line in more)]


def sentence(folder: str) -> str:
    """Return the first paragraph of a package's docstring."""
    tree = ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8"))
    return " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())


def heard() -> str:
    """Render a table of all facts, each with its listeners in calling order."""
    known = listeners()
    rows = ["| fact | when | who listens, in this order |", "|---|---|---|"]
    for fact in sorted(Fact.__subclasses__(), key=lambda fact: fact.__module__):  # whichever was imported first
        named = [f"`{each.__module__}.{each.__name__}`" for each in known.get(fact, ())]
        said = " ".join((fact.__doc__ or "").split())
        rows.append(f"| `{fact.__module__}.{fact.__name__}` | {said} | {', '.join(named)} |")
    return "\n".join(rows)


def contract(name: str) -> dict[str, Any]:
    """One of import-linter's contracts."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = next(each for each in settings["tool"]["importlinter"]["contracts"] if each["name"] == name)
    return found


def costs() -> str:
    """Render the table of `tests.costs` in a new process, so that nothing from this one is counted."""
    run = [sys.executable, "-m", "tests.costs"]
    return subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


MAKING = {"layers": drawing, "facts": heard, "costs": costs, "depths": structure.table}

if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8")
