"""Letting a terminal in: one types the code that it shows, sees who asks for what, and says yes or no."""

from __future__ import annotations

from flask import Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Refused
from service.people.apps import HOLDS, App
from service.people.device_grants import answer_device, device_waiting, read_user_code
from service.people.scopes import MEANINGS
from service.web.errors import headers_of, status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in


@pages.get("/device")
def ask_for_device_code() -> Response:
    """Where to type the code. An address that has it in it fills it in, and tells nothing of it."""
    signed_in()
    return _untold(render_template("device_code.html", code=read_user_code(request.args.get("user_code", ""))))


@pages.post("/device")
def show_device() -> ResponseReturnValue:
    """Who asks for what, under the code that was typed."""
    account, code = signed_in(), read_user_code(request.form.get("user_code", ""))
    try:
        grant = device_waiting(code, now())
    except Refused as refused:
        return _asked_again(code, refused)
    return _untold(
        render_template(
            "device.html",
            account=account,
            app=App(grant.app),
            grant=grant,
            code=code,
            meanings={scope: MEANINGS[scope] for scope in grant.scopes},
            days=HOLDS.days,
        )
    )


@pages.post("/device/answer")
def answer_waiting_device() -> ResponseReturnValue:
    """Let it in, if that is what was pressed; else send it away."""
    account, code = signed_in(), read_user_code(request.form.get("user_code", ""))
    allowed = request.form.get("answer") == "allow"
    try:
        answer_device(account, code, now(), allowed=allowed)
    except Refused as refused:
        return _asked_again(code, refused)
    return _untold(render_template("device_done.html", allowed=allowed))


def _asked_again(code: str, refused: Refused) -> Response:
    form_error: FormError = form_error_of(refused)
    page = _untold(render_template("device_code.html", code=code, form_error=form_error))
    page.status_code = status_of(refused)
    page.headers.update(headers_of(refused))
    return page


def _untold(page: str) -> Response:
    """The page, whose address may have a code in it: neither the next page nor a cache learns it."""
    answer = make_response(page)
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer
