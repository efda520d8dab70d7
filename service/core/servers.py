"""The addresses of the servers that an installation needs, as operators write them and as their clients want them."""

from __future__ import annotations

from urllib.parse import urlsplit

DRIVER = "postgresql+psycopg://"


def database(text: str) -> str:
    """As SQLAlchemy wants it, or empty; ValueError, which does not quote the password in it."""
    url = _with_driver(text)
    if url and not (url.startswith((DRIVER, "sqlite:")) and _can_be_parsed(url)):
        raise ValueError("DATABASE_URL must look like postgresql://user:password@host/database.")
    return url


def redis(text: str) -> str:
    """As it is, or empty; ValueError for what is no address of a Redis."""
    try:
        parts = urlsplit(text)
        is_known = not text or (parts.scheme in ("redis", "rediss") and parts.port != 0)
    except ValueError:
        is_known = False
    if not is_known:
        raise ValueError("REDIS_URL must look like redis://host:port or rediss://:password@host:port.")
    return text


def _can_be_parsed(url: str) -> bool:
    from sqlalchemy import make_url  # noqa: PLC0415  # costs 0.2 s; without a database of one's own nobody asks here
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    try:
        make_url(url)
    except (ArgumentError, ValueError):
        return False
    return True


def _with_driver(url: str) -> str:
    """Operators write postgresql:// or postgres://; SQLAlchemy wants the driver named."""
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            return DRIVER + url.removeprefix(prefix)
    return url
