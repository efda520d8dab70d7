"""API discovery: a catalogue at a well-known address, and the OpenAPI document."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, json, request

from service.accounts.oauth.server import METADATA_PATH
from service.api.exchange import CROSS_ORIGIN, PREFLIGHT
from service.api.spec import AN_HOUR, SundialApi, lasting
from service.config.settings import settings

CATALOG_PATH = "/.well-known/api-catalog"
PROFILE = "https://www.rfc-editor.org/info/rfc9727"
LINKSET = f'application/linkset+json; profile="{PROFILE}"'
YAML = "application/yaml"
"""RFC 9512."""

blueprint = Blueprint("discovery", __name__)


@blueprint.after_request
def share(answer: Response) -> Response:
    """Set headers for caching and for access from any origin."""
    answer.headers.update(CROSS_ORIGIN | (PREFLIGHT if request.method == "OPTIONS" else {}))
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Cache-Control"] = f"public, max-age={AN_HOUR}"
    return answer


@blueprint.get(CATALOG_PATH)
def show_catalog() -> Response:
    """Return the APIs of this server as a link set (RFC 9727, RFC 9264)."""
    base = settings().public_url
    catalog = {
        "anchor": f"{base}/api/v1",
        "service-desc": [
            {"href": f"{base}/openapi.yaml", "type": YAML},
            {"href": f"{base}/openapi.json", "type": "application/json"},
        ],
        "service-doc": [{"href": f"{base}/docs/", "type": "text/html"}],
        "service-meta": [{"href": base + METADATA_PATH, "type": "application/json"}],
        "status": [{"href": f"{base}/readyz", "type": "application/json"}],
    }
    answer = Response(json.dumps({"linkset": [catalog]}), content_type=LINKSET)
    answer.headers["Link"] = f'<{base}{CATALOG_PATH}>; rel="api-catalog"'
    return answer


@blueprint.get("/openapi.json")
def show_json() -> Response:
    """Return the OpenAPI document at its usual address, equal to `/api/v1/openapi.json`."""
    return lasting(_api().text, "application/json")


@blueprint.get("/openapi.yaml")
@blueprint.get("/api/v1/openapi.yaml")
def show_yaml() -> Response:
    """Return the OpenAPI document as YAML, which is generated once, in about a second."""
    kept: dict[str, str] = current_app.extensions.setdefault(__name__, {})
    if YAML not in kept:
        from service.api.in_yaml import in_yaml  # noqa: PLC0415  # few requests need it

        kept[YAML] = in_yaml(json.loads(_api().text))
    return lasting(kept[YAML], YAML)


def _api() -> SundialApi:
    found: SundialApi = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return found
