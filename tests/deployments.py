"""The files in deploy/, as those programs read them that cannot run here: Docker, systemd and a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
_VARIABLE = re.compile(r"\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})")


def interpolated(value: Any, variables: dict[str, str]) -> Any:
    """Fill in variables as compose does; KeyError if one is required and missing."""
    if isinstance(value, dict):
        return {key: interpolated(each, variables) for key, each in value.items()}
    if isinstance(value, list):
        return [interpolated(each, variables) for each in value]
    if not isinstance(value, str):
        return value

    def filled(found: re.Match[str]) -> str:
        dollar, name, operator, default = found.groups()
        if dollar:
            return "$"
        if operator == "-":
            return variables.get(name) or default
        return variables[name]

    return _VARIABLE.sub(filled, value)


def manifests() -> Iterator[dict[str, Any]]:
    """Yield the documents of the Kubernetes manifests."""
    named = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())["resources"]
    for name in named:
        yield from yaml.safe_load_all((DEPLOY / "kubernetes" / name).read_text())


def fenced(page: str, beginning: str) -> str:
    """Return the commands of the first fenced block after those words of a page of docs."""
    text = (ROOT / "docs" / page).read_text()
    block = re.search(r"```sh\n(.*?)```", text[text.index(beginning) :], re.DOTALL)
    assert block
    return block[1]
