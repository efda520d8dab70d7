"""What gunicorn logs, through our log: `--logger-class service.core.telemetry.server_log.ServerLog`."""

from __future__ import annotations

import os
import sys

from gunicorn.glogging import Logger

from service.core.config import BadConfiguration, log_style
from service.core.telemetry.logs import configure


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Nothing of its own: what it says goes up to the root."""

    def setup(self, cfg: object) -> None:
        """Configure the log of this process and of those that it forks."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        try:
            configure(log_style(os.environ))
        except BadConfiguration as wrong:
            sys.exit(f"Error: {wrong}")
