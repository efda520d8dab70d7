"""Health checks for supervisors and load balancers."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic

from flask import Flask, current_app
from marshmallow import fields
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.api.problems import RETRY_SECONDS
from service.api.resource import Resource
from service.api.schemas.base import Shown, says
from service.config.settings import settings
from service.db.clock import now
from service.db.engines import session
from service.jobs.events import refusal_to_write
from service.language.errors import Conflict
from service.metrics.backlog import held_up
from service.schema.revisions import TableVersion, revision_of, standing
from service.security.keys import installation
from service.telemetry.outages import tell

AT_ROOT = True
LOOK_SECONDS = 1.0
UNSEEN = "the tables cannot be looked at"
UNUSABLE = {TableVersion.OLDER: "not-upgraded", TableVersion.FOREIGN: "foreign-tables"}

blueprint = Resource("health", "Whether the server is up.")


class SharedLook:
    """Shares checks between concurrent callers: all who ask during a check share the result of the next one.

    An exception is not shared. Time is that of the given stopwatch.
    """

    def __init__(self, stopwatch: Callable[[], float] = monotonic) -> None:
        self._stopwatch = stopwatch
        self._looking = Lock()
        self._begun = 0.0
        self._found = ""

    def ask(self, look: Callable[[], str]) -> str:
        """Return the result of a check that begins now or later."""
        asked = self._stopwatch()
        with self._looking:
            if self._begun <= asked:
                begun = self._stopwatch()
                self._found = look()
                self._begun = begun
            return self._found


class TablesSeen:
    """Remembers what the tables were when they were last looked at. A database that does not answer changes nothing."""

    def __init__(self) -> None:
        self._starting = Lock()
        self._looking = Thread()
        self._until = 0.0
        self._found = TableVersion.CURRENT

    def ask(self, app: Flask) -> TableVersion:
        """Look again, and return what was last seen, `LOOK_SECONDS` after the look has begun at the latest."""
        with self._starting:
            if not self._looking.is_alive():
                self._looking = Thread(target=self._look, args=(app,), daemon=True)
                self._looking.start()
                self._until = monotonic() + LOOK_SECONDS
        self._looking.join(max(0, self._until - monotonic()))
        return self._found

    def _look(self, app: Flask) -> None:
        with app.app_context():
            try:
                self._found = standing(revision_of(session().connection()))
            except (DBAPIError, PoolTimeout) as failure:
                tell(failure, UNSEEN)


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
    """Check that this process answers, and that the tables fitted when it last saw them.

    Proxies ask this. It needs no database: without one, pages explain themselves better than a proxy does.
    """
    tables: TablesSeen = current_app.extensions.setdefault("tables", TablesSeen())
    _check(tables.ask(current_app._get_current_object()))  # type: ignore[attr-defined]  # noqa: SLF001  # Flask's own way
    return _well()


@blueprint.route("/readyz")
@blueprint.open_without_limit
@blueprint.response(200, ReadinessSchema)
def show_readiness() -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """Check that the database answers, has the tables of this version or a newer one, is writable and has room.

    Alerts and deploys ask this. `held_up` lists delayed work. It does not change the status: another server would not
    send mail sooner.
    """
    try:
        stand = standing(revision_of(session().connection()))
    except DBAPIError as failure:
        tell(failure, UNSEEN)
        raise Conflict("not-ready", retry_after=RETRY_SECONDS) from None
    _check(stand)
    sharing: SharedLook = current_app.extensions.setdefault("readiness", SharedLook())
    if code := sharing.ask(refusal_to_write):
        raise Conflict(code, retry_after=RETRY_SECONDS)
    well, headers = _well()
    return well | {"held_up": held_up(now())}, headers


def _check(tables: TableVersion) -> None:
    """Raise Conflict for tables that this version cannot use."""
    if code := UNUSABLE.get(tables):
        raise Conflict(code, retry_after=RETRY_SECONDS)


def _well() -> tuple[dict[str, str | list[str]], dict[str, str]]:
    well: dict[str, str | list[str]] = {"status": "ok", "installation": installation(settings().secret_key)}
    return well, {"Cache-Control": "no-store"}
