"""Whether the server is up and ready, for supervisors and load balancers."""

from __future__ import annotations

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import ServiceUnavailable

from service.api.problems import RETRY_SECONDS
from service.api.resource import Resource
from service.api.schemas.ruleset import HealthSchema
from service.db import session
from service.keys import installation
from service.models import Counter

AT_ROOT = True

blueprint = Resource("health", "Whether the server is up.")


@blueprint.route("/healthz")
@blueprint.open_without_limit
@blueprint.response(200, HealthSchema)
def show_health() -> tuple[dict[str, str], dict[str, str]]:
    """Whether the process answers."""
    return _well()


@blueprint.route("/readyz")
@blueprint.open_without_limit
@blueprint.response(200, HealthSchema)
def show_readiness() -> tuple[dict[str, str], dict[str, str]]:
    """Whether the database answers and has its tables."""
    try:
        session().scalars(select(Counter.value)).first()
    except DBAPIError:
        raise ServiceUnavailable(retry_after=RETRY_SECONDS) from None
    return _well()


def _well() -> tuple[dict[str, str], dict[str, str]]:
    well = {"status": "ok", "installation": installation(current_app.config["SECRET_KEY"])}
    return well, {"Cache-Control": "no-store"}
