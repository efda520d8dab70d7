"""What a page says when there is nothing to show: each error with what to do next."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from http import HTTPStatus

from flask import Flask, Response, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from rules.prose import N_
from service.core.errors import Conflict, Forbidden, Forgotten, Invalid, NotFound, Refused, TooMany, Unauthenticated
from service.core.language import gettext
from service.core.outages import met
from service.core.telemetry.redaction import LINKS
from service.core.telemetry.requests import seen
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import capability_pages, pages, protect
from service.web.frame.identity import (
    CSRF,
    ForgedForm,
    is_looked_up,
    know_nobody,
    remember_wanted,
    safe_path,
    speak_to_viewer,
    viewer,
)

STATUS: dict[type[Refused], int] = {
    NotFound: 404,
    Unauthenticated: 401,
    Forbidden: 403,
    Conflict: 409,
    Forgotten: 410,
    Invalid: 422,
    TooMany: 429,
}
RETRY_SECONDS = 5
TEXTS = {
    400: (
        N_("The browser sent something that cannot be read."),
        N_("Go back, load the page again, and try once more."),
    ),
    403: (N_("You may not do that."), N_("Go back to the first page.")),
    404: (N_("There is no such page."), N_("Check the address, or go to the first page.")),
    405: (N_("This page cannot be used like that."), N_("Go back and use the buttons of the page itself.")),
    408: (N_("What you sent did not arrive in time."), N_("Nothing was changed. Go back and send it once more.")),
    413: (N_("That was too much at once."), N_("Send less at once.")),
    429: (N_("That was too often."), N_("Wait a little, then try again.")),
    500: (
        N_("Something went wrong on our side."),
        N_("Nothing was changed. Try again in a little while; your link stays good."),
    ),
    503: (N_("Too much is going on at this moment."), N_("Nothing was changed. Try again in a few seconds.")),
}
FORGED = (
    N_("This page has expired."),
    N_("Nothing was changed. Go back, load the page again, and press the button once more."),
)
SENT_FROM = "sent_from"
"""What a form that is sent again says of the page where it stood first."""
EXPIRED = N_("Nothing was changed. We kept what you chose and wrote: send it again.")


def init_app(app: Flask) -> None:
    """Answer with a page where there is none, and keep secrets out of the log of errors."""
    app.logger.addFilter(_mask)
    app.register_error_handler(HTTPException, answer_anywhere)


class MaskLinks(logging.Filter):
    """Keeps the addresses that are permissions out of the log."""

    secret = re.compile(rf"^(/(?:{LINKS})/)[^/\s]+")

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(self.secret.sub(r"\1…", a) if isinstance(a, str) else a for a in record.args)
        return True


_mask = MaskLinks()


def answer_anywhere(error: HTTPException) -> Response:
    """The page for an error at an address that is none of ours, so that no blueprint has looked who it is for."""
    try:
        speak_to_viewer()
    except SQLAlchemyError:  # a page that is not there needs no database to say so
        know_nobody()
    return protect(page_of(error))


@pages.errorhandler(HTTPException)
@capability_pages.errorhandler(HTTPException)
def page_of(error: HTTPException) -> Response:
    """The page for an error of HTTP, with its headers."""
    status = error.code or 500
    title, advice = TEXTS.get(status, TEXTS[400])
    response = error_page(FormError(gettext(title), gettext(advice)), status)
    kept = ((name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After", "Location"))
    response.headers.extend(kept)
    return response


@pages.errorhandler(ForgedForm)
def page_of_an_old_form(_: ForgedForm) -> Response:
    """Return the fields of the form for sending it again, if the browser says that it came from a page of ours."""
    title, advice = FORGED
    if request.headers.get("Sec-Fetch-Site") != "same-origin" or request.files:
        return error_page(FormError(gettext(title), gettext(advice)), HTTPStatus.FORBIDDEN)
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in (CSRF, SENT_FROM)]
    fields = [*kept, (SENT_FROM, page_of_form())]
    return error_page(FormError(gettext(title), gettext(EXPIRED)), HTTPStatus.FORBIDDEN, fields=fields)


@pages.errorhandler(SQLAlchemyError)
@capability_pages.errorhandler(SQLAlchemyError)
def page_of_a_busy_database(error: SQLAlchemyError) -> Response:
    """The page for when the database does not answer in time; whatever was begun is undone. Other errors are raised."""
    if not met(error):
        raise error
    return page_of(ServiceUnavailable(retry_after=RETRY_SECONDS))


@pages.errorhandler(Unauthenticated)
def ask_to_sign_in(refused: Unauthenticated) -> ResponseReturnValue:
    """Where to sign in, and from there back to the page that was wanted."""
    remember_wanted(request.full_path.rstrip("?") if request.method == "GET" else page_of_form())
    return redirect(url_for("web.sign_in_page"), 303)


def page_of_form() -> str:
    """Return our page that the current form was sent from, or the home page if it cannot be gone back to."""
    referrer = (request.referrer or "").removeprefix(request.host_url.rstrip("/"))
    address = safe_path(request.form.get(SENT_FROM, referrer))
    routes = current_app.create_url_adapter(request)
    return address if routes and routes.test(address.partition("?")[0], "GET") else url_for("web.home")


@pages.errorhandler(NotFound)
def page_of_nothing(refused: NotFound) -> Response:
    """The page that says so, with the way to sign in and come back: a private game is there for its players alone."""
    may_be_there = request.method == "GET" and refused.code == "not-found" and viewer() is None
    wanted = request.full_path.rstrip("?") if may_be_there else None
    return error_page(form_error_of(refused), status_of(refused), wanted)


@pages.errorhandler(Refused)
@capability_pages.errorhandler(Refused)
def page_of_refusal(refused: Refused) -> Response:
    """The page for a refusal that no form has taken up."""
    seen().code = refused.code
    response = error_page(form_error_of(refused), status_of(refused))
    response.headers.update(headers_of(refused))
    return response


def status_of(refused: Refused) -> int:
    """The status of HTTP for a refusal."""
    return next(status for kind, status in STATUS.items() if isinstance(refused, kind))


def headers_of(refused: Refused) -> dict[str, str]:
    """The headers that go with a refusal: when to try again, where it will pass by itself."""
    return {"Retry-After": str(refused.details["retry_after"])} if isinstance(refused, TooMany) else {}


def error_page(
    form_error: FormError, status: int, wanted: str | None = None, fields: Sequence[tuple[str, str]] = ()
) -> Response:
    """Render the page that says what is wrong and what to do; `wanted` is the page to open after signing in.

    `fields` are those of a form that can be sent again.
    """
    told = {"form_error": form_error, "status": status, "wanted": wanted, "fields": fields, "request_id": seen().id}
    return make_response(render_template("error.html", frame=_frame(status), **told), status)


def _frame(status: int) -> str:
    """The frame of the page: with the menu of whoever is looking, where that is known and the database not to blame."""
    return "base.html" if is_looked_up() and status < HTTPStatus.INTERNAL_SERVER_ERROR else "by_link.html"
