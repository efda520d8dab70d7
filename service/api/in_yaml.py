"""The OpenAPI document as YAML, as it reads best."""

from __future__ import annotations

import yaml


class Readable(yaml.SafeDumper):
    """Writes text of several lines as it reads."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """The node of a string."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Readable.add_representer(str, Readable.represent_text)


def in_yaml(document: object) -> str:
    """The document, its members in their order."""
    written: str = yaml.dump(_plain(document), Dumper=Readable, sort_keys=False, allow_unicode=True, width=120)
    return written


def _plain(value: object) -> object:
    """The same with statuses as strings, which YAML would write as numbers, and strings of plain types."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value
