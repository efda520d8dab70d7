"""Forms that come too late, as their session has ended: the page that refuses one carries it, to be sent again.

Pages of signing in carry it on. It is stored nowhere, and part of no address.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from service.web.frame.blueprints import pages
from service.web.frame.identity import CSRF, safe_path

KEPT = "kept"
"""Form field of a sign-in page with the form that it carries on."""
SENT_FROM = "sent_from"
"""Form field with the address of the page that a late form came from."""


@dataclass(frozen=True)
class LateForm:
    """A form that can be sent again: its address, and its fields except the CSRF token. Files are chosen again."""

    action: str
    fields: Sequence[tuple[str, str]]

    @property
    def packed(self) -> str:
        """The form as the content of one field."""
        return json.dumps([self.action, self.fields])

    @property
    def preview(self) -> str | None:
        """The address of the preview of a move; None for any other form."""
        endpoint, given = _route_of(self.action)
        sent = dict(self.fields)
        if endpoint != "web.play":
            return None
        return url_for("web.show_game", chosen=sent.get("move"), version=sent.get("version"), **given)


def sent_form() -> LateForm | None:
    """Return the form of this request, to be sent again; None if there is none, or if it came by a link."""
    if request.method != "POST" or request.blueprint != pages.name:
        return None
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in (CSRF, SENT_FROM)]
    return LateForm(request.full_path.rstrip("?"), [*kept, (SENT_FROM, page_of_form())])


@pages.app_template_global()
def carried_form() -> LateForm | None:
    """Return the form that this sign-in page carries on; None if there is none."""
    try:
        action, fields = json.loads(request.form.get(KEPT, ""))
        form = LateForm(safe_path(action), [(str(name), str(value)) for name, value in fields])
        "".join((form.action, *chain(*form.fields))).encode()  # refuses half a surrogate pair
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return form if _route_of(form.action)[0] else None


def resume(wanted: str) -> ResponseReturnValue:
    """Lead from signing in to what was refused before: the move's preview, the form to send again, or that page."""
    form = carried_form()
    if form is None or form.preview:
        return redirect(form.preview if form and form.preview else wanted, 303)
    return render_template("send_again.html", form=form)


def page_of_form() -> str:
    """Return our page that the current form was sent from, or the home page if it cannot be gone back to."""
    referrer = (request.referrer or "").removeprefix(request.host_url.rstrip("/"))
    address = safe_path(request.form.get(SENT_FROM, referrer))
    return address if _route_of(address, "GET")[0] else url_for("web.home")


def _route_of(address: str, method: str = "POST") -> tuple[str | None, Mapping[str, Any]]:
    """Return the endpoint that such a request would reach, with its parameters; None if there is none."""
    routes = current_app.create_url_adapter(request)
    try:
        return routes.match(address.partition("?")[0], method) if routes else (None, {})
    except HTTPException:
        return None, {}
