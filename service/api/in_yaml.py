"""Serialize the OpenAPI document as readable YAML."""

from __future__ import annotations

import yaml


class Readable(yaml.SafeDumper):
    """Writes multi-line text as blocks."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """Represent a string."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Readable.add_representer(str, Readable.represent_text)


def in_yaml(document: object) -> str:
    """Serialize a document, with members in order."""
    written: str = yaml.dump(_plain(document), Dumper=Readable, sort_keys=False, allow_unicode=True, width=120)
    return written


def _plain(value: object) -> object:
    """Convert keys to strings, as YAML would write statuses as numbers, and subclasses of str to str."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value
