"""docs/alerts.yml and docs/grafana.json: their expressions are valid, and their metrics exist."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import yaml
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.backups.outcomes import note_made
from service.db.clock import now
from workers.jobs import heartbeat

DOCS = Path(__file__).parents[3] / "docs"
ALERTS = DOCS / "alerts.yml"
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
PROMETHEUS = {"up"}
"""What it adds itself."""


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in rules())
    for panel in json.loads((DOCS / "grafana.json").read_text())["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def asked_for(expression: str) -> set[str]:
    """Return the names of the metrics in an expression; raises ValueError for an invalid one."""
    names: set[str] = set()

    def visit(part: Any) -> bool:
        if isinstance(part, promql_parser.VectorSelector) and part.name:
            names.add(part.name)
        return True

    promql_parser.walk(promql_parser.parse(expression), visit)
    return names


def told(client: FlaskClient) -> dict[str, str]:
    """Return the type of each metric."""
    text = client.get("/metrics", base_url="http://127.0.0.1:8000").get_data(as_text=True)
    return {family.name: family.type for family in text_string_to_metric_families(text)}


def test_alerts_and_panels_ask_for_what_there_is(app: Flask, client: FlaskClient) -> None:
    heartbeat.run()
    note_made(now())
    there = {name + suffix for name, kind in told(client).items() for suffix in SUFFIXES[kind]} | PROMETHEUS
    wanted = [asked_for(expression) for expression in expressions()]
    assert all(wanted)
    assert set().union(*wanted) - there == set()


def test_each_alert_says_what_it_means_and_what_to_do() -> None:
    assert len({rule["alert"] for rule in rules()}) == len(rules())
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["description"]


def test_every_metric_is_described_to_operators(app: Flask, client: FlaskClient) -> None:
    heartbeat.run()
    note_made(now())
    described = (DOCS / "operating.md").read_text()
    names = {name + SUFFIXES[kind][0].removesuffix("_bucket") for name, kind in told(client).items()}
    assert {name for name in names if f"`{name}" not in described} == set()
