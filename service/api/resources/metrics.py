"""Metrics for operators."""

from __future__ import annotations

import hmac

from flask import Response, request
from prometheus_client import CONTENT_TYPE_LATEST

from service.api.resource import Resource
from service.config.settings import settings
from service.db.clock import now
from service.http.loopback_only import is_from_here
from service.language.errors import NotFound
from service.metrics.exposition import exposition

AT_ROOT = True

blueprint = Resource("metrics", "Metrics, for the operator of the server.")


@blueprint.route("/metrics")
@blueprint.open_without_limit
@blueprint.refuses(404)
@blueprint.produces("text/plain")
@blueprint.response(200, {"type": "string"}, content_type="text/plain")
def show_metrics() -> Response:
    """Show metrics of work, events, games and emails for Prometheus: on this machine, or with METRICS_TOKEN."""
    if not _may_see():
        raise NotFound
    return Response(exposition(now()), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _may_see() -> bool:
    token = settings().metrics_token
    if not token:
        return is_from_here()
    sent = request.headers.get("Authorization", "")
    return hmac.compare_digest(sent.encode(), f"Bearer {token}".encode())
