"""The workers of `workers.app`, broken as `tests.soak.sabotage` says."""

from __future__ import annotations

import os

from tests.soak.sabotage import KNOB, SABOTAGES
from workers.app import app

__all__ = ["app"]

SABOTAGES[os.environ[KNOB]]()
