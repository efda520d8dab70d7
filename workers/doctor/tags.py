"""The lists of `tag=value` that DKIM and DMARC records are made of."""

from __future__ import annotations


def tags(text: str) -> dict[str, str]:
    """The values by their tags, without white space around either (RFC 6376, 3.2)."""
    pairs = (part.partition("=") for part in text.split(";") if "=" in part)
    return {name.strip(): value.strip() for name, _, value in pairs}
