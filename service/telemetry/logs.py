"""Logging to stderr: a line of JSON for each record, or text in a terminal.

Modules use `logging`, as libraries do, with `extra` for members.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from service.config.environment import LogStyle
from service.telemetry.outages import Expected
from service.telemetry.redaction import redacted

MEMBERS = (
    "request_id", "method", "route", "status", "ms", "game", "account", "code", "door", "job", "rows", "failed",
    "outage", "seconds",
)  # fmt: skip
"""Members accepted from `extra`; those of libraries are dropped."""
VERBOSE = (
    "amqp",
    "asyncio",
    "celery",
    "kombu",
    "mail.log",
    "gunicorn.access",
    "gunicorn.error",
    "httpcore",
    "markdown_it",
    "PIL",
    "urllib3",
)
"""Loggers raised to `warning`: at `info` they repeat our own lines or name recipients of emails."""


class _Requests:
    request_id: Callable[[], str | None] = staticmethod(lambda: None)


def configure(style: LogStyle, stream: TextIO | None = None) -> None:
    """Configure the logging of this process in that style."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter(style))
    handler.addFilter(Expected())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(style.level)
    for name in VERBOSE:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))


def name_requests(by: Callable[[], str | None]) -> None:
    """Add a request id to log records: `by` returns it, or None outside a request."""
    _Requests.request_id = staticmethod(by)


def formatter(style: LogStyle) -> logging.Formatter:
    """Build the formatter of log records."""
    last: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style.is_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback, pad_event_to=0
        )
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=MEMBERS),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.contextvars.merge_contextvars,
            _of_the_request,
            structlog.processors.format_exc_info,
            redacted,
            last,
        ],
    )


def _of_the_request(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    if (request_id := _Requests.request_id()) is not None:
        event.setdefault("request_id", request_id)
    return event
