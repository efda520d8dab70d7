"""Send gunicorn's log through ours: `--logger-class service.telemetry.server_log.ServerLog`."""

from __future__ import annotations

import os
import sys

from gunicorn.glogging import Logger

from service.config.environment import BadConfiguration, log_style
from service.telemetry.logs import configure


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """A gunicorn logger without handlers, which propagates to the root logger."""

    def setup(self, cfg: object) -> None:
        """Configure logging in this process and its forks."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        try:
            configure(log_style(os.environ))
        except BadConfiguration as wrong:
            sys.exit(f"Error: {wrong}")
