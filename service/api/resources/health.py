"""Health checks for supervisors and load balancers."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

from flask import current_app
from marshmallow import fields
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import ServiceUnavailable

from service.api.problems import RETRY_SECONDS
from service.api.resource import Resource
from service.api.schemas.base import Shown, says
from service.config.settings import settings
from service.db.clock import now
from service.db.engines import session
from service.jobs.events import can_write
from service.language.errors import Conflict
from service.metrics.backlog import held_up
from service.schema.revisions import TableVersion, revision_of, standing
from service.security.keys import installation
from service.telemetry.outages import tell

AT_ROOT = True

blueprint = Resource("health", "Whether the server is up.")


class SharedLook:
    """Shares checks between concurrent callers: all who ask during a check share the result of the next one.

    An exception is not shared. Time is that of the given stopwatch.
    """

    def __init__(self, stopwatch: Callable[[], float] = monotonic) -> None:
        self._stopwatch = stopwatch
        self._looking = Lock()
        self._begun = 0.0
        self._found = False

    def ask(self, look: Callable[[], bool]) -> bool:
        """Return the result of a check that begins now or later."""
        asked = self._stopwatch()
        with self._looking:
            if self._begun <= asked:
                begun = self._stopwatch()
                self._found = look()
                self._begun = begun
            return self._found


class HealthSchema(Shown):
    """The health of the server."""

    status = fields.String(metadata=says("Always `ok`; anything else is a problem.", example="ok"))
    installation = fields.String(
        metadata=says(
            "The same on all machines of an installation, and different for every other installation.",
            example="5f0b1c7e9a3d2468",
        )
    )


class ReadinessSchema(HealthSchema):
    """Whether the server is ready, and which work of other programs is late."""

    held_up = fields.List(
        fields.String(),
        metadata=says(
            "Delayed work: `mail` that has been due for over a minute, or `sweeps` that have stopped.",
            example=[],
        ),
    )


@blueprint.route("/healthz")
@blueprint.open_without_limit
@blueprint.response(200, HealthSchema)
def show_health() -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """Check that the process answers."""
    return _well()


@blueprint.route("/readyz")
@blueprint.open_without_limit
@blueprint.response(200, ReadinessSchema)
def show_readiness() -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """Check that the database answers, has the tables of this version or a newer one, and is writable.

    `held_up` lists delayed work. It does not change the status: another server would not send mail sooner.
    """
    try:
        stand = standing(revision_of(session().connection()))
    except DBAPIError as failure:
        tell(failure, "the tables cannot be looked at")
        raise ServiceUnavailable(retry_after=RETRY_SECONDS) from None
    if stand == TableVersion.OLDER:
        raise Conflict("not-upgraded", retry_after=RETRY_SECONDS)
    if stand == TableVersion.FOREIGN:
        raise Conflict("foreign-tables", retry_after=RETRY_SECONDS)
    sharing: SharedLook = current_app.extensions.setdefault("readiness", SharedLook())
    if not sharing.ask(can_write):
        raise ServiceUnavailable(retry_after=RETRY_SECONDS)
    well, headers = _well()
    return well | {"held_up": held_up(now())}, headers


def _well() -> tuple[dict[str, str | list[str]], dict[str, str]]:
    well: dict[str, str | list[str]] = {"status": "ok", "installation": installation(settings().secret_key)}
    return well, {"Cache-Control": "no-store"}
