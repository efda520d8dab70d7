from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from a2wsgi.asgi_typing import HTTPScope, SendEvent
from flask import Flask
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service.models import Visibility
from service.server.asgi import Server
from service.telemetry import traces
from service.telemetry.requests import Traced
from service.telemetry.spans import opened_by
from tests.receiver import Receiver
from tests.service.tables import table

SENDING = """
from service.telemetry import traces
traces.begin()
with traces.span("GET") as told:
    told("GET /games/<game_id>", {"status": 200})
"""
WITHOUT = "import sys; sys.modules['opentelemetry'] = None\n" + SENDING


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """Collect the spans of the test."""
    provider, memory = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    before = traces._Process.open_span
    traces.use(opened_by(provider))
    yield memory
    traces.use(before)
    provider.shutdown()


def get(app: Flask, path: str, **headers: str) -> None:
    """Ask the server round the app, behind a proxy."""

    async def receive() -> Any:  # an ASGI event
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message: SendEvent) -> None:
        pass

    scope: HTTPScope = {  # type: ignore[typeddict-item]  # what the server does not look at
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *((name.encode(), value.encode()) for name, value in headers.items())],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
    }
    asyncio.run(Traced(Server(app, threads=1), behind_proxies=True)(scope, receive, send))


def text_of(span: ReadableSpan) -> str:
    """Return all text of a span."""
    return f"{span.name} {dict(span.attributes or {})}"


def test_a_request_is_a_span_with_its_statements_below_it(app: Flask, spans: InMemorySpanExporter) -> None:
    get(app, "/api/v1/games")
    *statements, request = spans.get_finished_spans()
    assert request.name == "GET /api/v1/games"
    assert dict(request.attributes or {})["sundial.status"] == "200"
    assert [each.name for each in statements].count("SELECT") >= 1
    assert request.context is not None
    assert {each.parent.span_id for each in statements if each.parent} == {request.context.span_id}


def test_a_statement_that_is_run_past_sqlalchemy_is_a_span_that_ends(app: Flask, spans: InMemorySpanExporter) -> None:
    game = table("ada", "bob", visibility=Visibility.PUBLIC).game
    get(app, f"/api/v1/games/{game.id}", **{"if-none-match": f'"{"0" * 32}"'})
    *statements, request = map(text_of, spans.get_finished_spans())
    assert "'sundial.status': '200'" in request
    assert [text for text in statements if "LEFT OUTER JOIN account" in text]


def test_a_span_names_the_route_and_not_the_key_in_it(app: Flask, spans: InMemorySpanExporter) -> None:
    get(app, "/t/a-key-that-nobody-may-see")
    assert spans.get_finished_spans()[-1].name.startswith("GET /t/<")
    assert not any("nobody-may-see" in text_of(span) for span in spans.get_finished_spans())


def test_a_request_belongs_to_the_trace_of_the_proxy(app: Flask, spans: InMemorySpanExporter) -> None:
    get(app, "/healthz", traceparent="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    request = spans.get_finished_spans()[-1]
    assert request.parent is not None
    assert f"{request.parent.trace_id:032x}" == "0af7651916cd43dd8448eb211c80319c"


def run(code: str, endpoint: str) -> subprocess.CompletedProcess[str]:
    """Run a process that sends its traces there."""
    env = os.environ | {traces.ENDPOINT: endpoint, "OTEL_EXPORTER_OTLP_TIMEOUT": "1"}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


def test_spans_are_sent_where_the_environment_says() -> None:
    with Receiver() as collector:
        done = run(SENDING, f"http://127.0.0.1:{collector.port}")
    assert done.returncode == 0, done.stderr
    sent = ExportTraceServiceRequest.FromString(collector.requests[0].body)
    [resource] = sent.resource_spans
    assert [span.name for scope in resource.scope_spans for span in scope.spans] == ["GET /games/<game_id>"]


def test_a_collector_that_is_away_is_told_of_and_holds_nobody_up() -> None:
    done = run(SENDING, "http://127.0.0.1:1")
    assert done.returncode == 0
    assert done.stderr.count("the collector of traces does not answer") == 1
    assert "Traceback" not in done.stderr


def test_without_the_extra_it_is_said_what_to_install() -> None:
    done = run(WITHOUT, "http://127.0.0.1:1")
    assert "pip install 'sundial[otel]'" in done.stderr


def test_where_nobody_wants_traces_nothing_is_imported_for_them(tmp_path: Path) -> None:
    code = "import service.server.asgi, workers.app, sys; print('service.telemetry.spans' in sys.modules)"
    database = f"sqlite:///{tmp_path / 'sundial.sqlite'}"
    told = {"REDIS_URL": "redis://127.0.0.1:1", "DATABASE_URL": database, "SECRET_KEY": secrets.token_hex(32)}
    env = os.environ | told
    assert (
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        == "False\n"
    )
