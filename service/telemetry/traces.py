"""Traces for operators with OpenTelemetry: `sundial[otel]`, and a collector in OTEL_EXPORTER_OTLP_ENDPOINT.

Without them OpenTelemetry is not imported, and a span costs a function call.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from service.config.environment import BadConfiguration

if TYPE_CHECKING:
    from service.telemetry.spans import OpenSpan, Tell

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"


@contextmanager
def _no_span(_name: str, _parent: str) -> Iterator[Tell]:
    yield lambda _name, _members: None


class _Process:
    open_span: OpenSpan = staticmethod(_no_span)


def begin(environment: Mapping[str, str] = os.environ) -> None:
    """Start sending spans if the environment names a collector; BadConfiguration if the extra is not installed."""
    if not environment.get(ENDPOINT):
        return
    try:
        from service.telemetry import spans  # noqa: PLC0415  # needs the extra
    except ImportError:
        raise BadConfiguration(f"{ENDPOINT} is set, which needs more: pip install 'sundial[otel]'") from None
    use(spans.exporting())


def use(open_span: OpenSpan) -> None:
    """Set the span opener of this process."""
    _Process.open_span = staticmethod(open_span)


def span(name: str, parent: str = "") -> AbstractContextManager[Tell]:
    """Open a span around a block, or do nothing if traces are off."""
    return _Process.open_span(name, parent)
