"""OpenTelemetry export: a span for each request and job, with one below it for each statement.

Span names are routes and jobs, never paths, which may hold keys. Statements come without their values.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Connection, Engine, ExceptionContext, event

from service.telemetry.outages import Outage

SLOT = "sundial.span"
"""The key of a statement's span in its connection's info."""
COLLECTOR = Outage("the collector of traces")
Tell = Callable[[str, Mapping[str, object]], None]
"""Sets the final name and attributes of a span."""
OpenSpan = Callable[[str, str], AbstractContextManager[Tell]]
"""Opens a span of that name, below the parent in a `traceparent` (W3C Trace Context)."""


class Exporter(SpanExporter):
    """Exports spans. An unreachable collector is logged once, and its spans are dropped."""

    def __init__(self, by: SpanExporter) -> None:
        self._by = by

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export spans and record whether the collector took them."""
        result = self._by.export(spans)
        if result is SpanExportResult.SUCCESS:
            COLLECTOR.is_over()
        else:
            COLLECTOR.is_met("it took no spans")
        return result

    def shutdown(self) -> None:
        """Shut down the wrapped exporter."""
        self._by.shutdown()


def exporting() -> OpenSpan:
    """Create a span opener that exports as the OpenTelemetry variables say."""
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # its warning repeats for each batch; ours comes once
    named = Resource.create({SERVICE_NAME: "sundial"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=named)
    provider.add_span_processor(BatchSpanProcessor(Exporter(OTLPSpanExporter())))
    return opened_by(provider)


def opened_by(provider: TracerProvider) -> OpenSpan:
    """Create a span opener for a provider, and trace SQL statements from now on."""
    tracer = provider.get_tracer("sundial")

    @contextmanager
    def open_span(name: str, parent: str) -> Iterator[Tell]:
        above = TraceContextTextMapPropagator().extract({"traceparent": parent} if parent else {})
        with tracer.start_as_current_span(name, above, record_exception=False) as span:

            def tell(name: str, members: Mapping[str, object]) -> None:
                span.update_name(name)
                span.set_attributes({f"sundial.{key}": str(value) for key, value in members.items()})

            yield tell

    _follow_statements(tracer)
    return open_span


def _follow_statements(tracer: trace.Tracer) -> None:
    @event.listens_for(Engine, "before_cursor_execute")
    def begin(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if trace.get_current_span().is_recording():
            about = {"db.system.name": connection.dialect.name, "db.query.text": statement}
            connection.info[SLOT] = tracer.start_span(statement.split(maxsplit=1)[0].upper(), attributes=about)

    @event.listens_for(Engine, "after_cursor_execute")
    def end(connection: Connection, *_: object) -> None:
        _end(connection)

    @event.listens_for(Engine, "handle_error")
    def fail(context: ExceptionContext) -> None:
        if context.connection is not None:
            _end(context.connection, type(context.original_exception).__name__)


def _end(connection: Connection, error: str = "") -> None:
    span: trace.Span | None = connection.info.pop(SLOT, None)
    if span is None:
        return
    if error:
        span.set_status(trace.Status(trace.StatusCode.ERROR, error))
    span.end()
