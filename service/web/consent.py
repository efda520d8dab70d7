"""Letting an app or a terminal in: the pages say who asks for what, and people say yes or no.

An app leads people there and has them led back; a terminal shows a code, which they type.
"""

from __future__ import annotations

from flask import Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Refused
from service.people.oauth.clients import HOLDS, App
from service.people.oauth.devices import answer_device, device_waiting, read_user_code
from service.people.oauth.server import AUTHORIZATION_PATH, AppWish, answer_app, wish_of_app
from service.people.scopes import MEANINGS
from service.web.errors import form_error_of, headers_of, status_of
from service.web.frame.blueprints import CONTENT_SECURITY_POLICY, pages
from service.web.frame.identity import signed_in

OWN_FORMS = "form-action 'self'"


@pages.get(AUTHORIZATION_PATH)
def ask_for_consent() -> ResponseReturnValue:
    """Who asks for what. Looking changes nothing, and leads nowhere."""
    account = signed_in()
    wish = wish_of_app(account)
    if wish.error:
        return _shown(wish, "authorize_wrong.html"), 422
    meanings = {scope: MEANINGS[scope] for scope in wish.scopes}
    return _shown(wish, "authorize.html", account=account, meanings=meanings, days=HOLDS.days)


@pages.post(AUTHORIZATION_PATH)
def answer_consent() -> ResponseReturnValue:
    """Lead back to the app, with a code if that is what was pressed."""
    account = signed_in()
    wish = wish_of_app(account)
    if wish.error:
        return _shown(wish, "authorize_wrong.html"), 422
    answer = answer_app(account, allowed=request.form.get("answer") == "allow")
    answer.status_code = 303
    return _untold(answer)


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


def _shown(wish: AppWish, template: str, **more: object) -> Response:
    """A page whose form may lead on to the app: browsers hold `form-action` against what a form is answered with."""
    page = make_response(render_template(template, wish=wish, app=wish.app, action=request.full_path, **more))
    origin = "http:" if "[" in wish.origin else wish.origin  # a policy knows no addresses of IPv6
    policy = CONTENT_SECURITY_POLICY.replace(OWN_FORMS, f"{OWN_FORMS} {origin}")
    page.headers["Content-Security-Policy"] = policy
    return _untold(page)


def _asked_again(code: str, refused: Refused) -> Response:
    page = _untold(render_template("device_code.html", code=code, form_error=form_error_of(refused)))
    page.status_code = status_of(refused)
    page.headers.update(headers_of(refused))
    return page


def _untold(page: str | Response) -> Response:
    """The page, whose address may have a code in it: neither the next page nor a cache learns it."""
    answer = make_response(page)
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer
