"""Whether a secret key can be guessed. Who guesses it can be anybody: a cookie is enough to try keys on. Pure."""

from __future__ import annotations

LEAST = 32
"""Characters: what `openssl rand -hex 16` makes, 128 random bits."""
LEAST_OF_OLD = 16
"""Characters of a key that was in use before: links that are out stay good, though none is signed with it any more."""
FEWEST_DIFFERENT = 8
"""Of 32 random hexadecimal digits, so few are different once in thirty million times."""
KNOWN = (
    "0123456",
    "1234567",
    "abcdefg",
    "admin",
    "change-me",
    "change_me",
    "changeit",
    "changeme",
    "deadbeef",
    "default",
    "example",
    "insecure",
    "letmein",
    "passwd",
    "password",
    "qwerty",
    "replace",
    "secret",
    "sundial",
)
"""What is tried first: words that stand in examples, and rows of a keyboard."""


def weakness(key: str, least: int = LEAST) -> str | None:
    """How the key can be guessed, in words that follow its name; None if it cannot. Nothing of the key is told."""
    if len(key) < least:
        return f"is too short: it needs {least} characters or more"
    if word := next((word for word in KNOWN if word in key.lower()), None):
        return f"has {word!r} in it, which is among the first things that are tried"
    return "repeats itself" if _repeats_itself(key) else None


def _repeats_itself(key: str) -> bool:
    if len(set(key)) < FEWEST_DIFFERENT:
        return True
    return any(key[period:] == key[:-period] for period in range(1, len(key) // 2 + 1))
