"""Format zone file lines (RFC 1035, 5.1) for operators to copy."""

from __future__ import annotations

LONGEST_STRING = 255
"""Characters (section 3.3); a longer text is split into several strings, which are read without a gap."""


def txt_line(name: str, text: str) -> str:
    """Format a TXT record."""
    pieces = (text[start : start + LONGEST_STRING] for start in range(0, len(text), LONGEST_STRING))
    return f"{name}. TXT " + " ".join(f'"{piece}"' for piece in pieces)
