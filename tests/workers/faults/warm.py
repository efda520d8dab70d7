"""Imported by the process that workers are forked from, so that one that was killed is replaced within a moment."""

from service import pictures
from service.core.config import from_environment
from service.edge.app import create_app
from tests.secret_keys import KEY

__all__ = ["pictures"]

create_app(from_environment({"SECRET_KEY": KEY, "DATABASE_URL": "postgresql://nowhere"}))
