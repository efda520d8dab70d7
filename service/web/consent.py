"""Consent pages of OAuth apps and devices: they show who asks for which scopes, and people allow or deny it.

An app redirects people here and back; a device shows a code, which they type.
"""

from __future__ import annotations

from flask import Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from service.accounts.oauth.clients import HOLDS, App
from service.accounts.oauth.devices import answer_device, device_waiting, read_user_code
from service.accounts.oauth.server import AUTHORIZATION_PATH, AppWish, answer_app, wish_of_app
from service.accounts.scopes import MEANINGS
from service.db.clock import now
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import CONTENT_SECURITY_POLICY, pages
from service.web.frame.identity import signed_in

OWN_FORMS = "form-action 'self'"


@pages.get(AUTHORIZATION_PATH)
def ask_for_consent() -> ResponseReturnValue:
    """Show which app asks for which scopes. A GET changes nothing and never redirects."""
    account = signed_in()
    wish = wish_of_app(account)
    if wish.error:
        return _shown(wish, "authorize_wrong.html"), 422
    meanings = {scope: MEANINGS[scope] for scope in wish.scopes}
    return _shown(wish, "authorize.html", account=account, meanings=meanings, days=HOLDS.days)


@pages.post(AUTHORIZATION_PATH)
def answer_consent() -> ResponseReturnValue:
    """Redirect to the app, with an authorization code if the visitor allowed it."""
    account = signed_in()
    wish = wish_of_app(account)
    if wish.error:
        return _shown(wish, "authorize_wrong.html"), 422
    answer = answer_app(account, allowed=request.form.get("answer") == "allow")
    answer.status_code = 303
    return _untold(answer)


@pages.get("/device")
def ask_for_device_code(form_error: FormError | None = None) -> Response:
    """Ask for the user code. An address that contains one fills it in, without looking it up."""
    signed_in()
    code = read_user_code(request.values.get("user_code", ""))
    return _untold(render_template("device_code.html", code=code, form_error=form_error))


@pages.post("/device")
@shown_again(ask_for_device_code)
def show_device() -> ResponseReturnValue:
    """Show which device asks for which scopes, for the user code that was typed."""
    account, code = signed_in(), read_user_code(request.form.get("user_code", ""))
    grant = device_waiting(code, now())
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
@shown_again(ask_for_device_code)
def answer_waiting_device() -> ResponseReturnValue:
    """Allow or deny the device, as the visitor chose."""
    account, code = signed_in(), read_user_code(request.form.get("user_code", ""))
    allowed = request.form.get("answer") == "allow"
    answer_device(account, code, now(), allowed=allowed)
    return _untold(render_template("device_done.html", allowed=allowed))


def _shown(wish: AppWish, template: str, **more: object) -> Response:
    """Render a page whose form may redirect to the app: browsers check `form-action` against redirects too."""
    page = make_response(render_template(template, wish=wish, app=wish.app, action=request.full_path, **more))
    origin = "http:" if "[" in wish.origin else wish.origin  # CSP has no syntax for IPv6 addresses
    policy = CONTENT_SECURITY_POLICY.replace(OWN_FORMS, f"{OWN_FORMS} {origin}")
    page.headers["Content-Security-Policy"] = policy
    return _untold(page)


def _untold(page: str | Response) -> Response:
    """Keep the page's address, which may contain a code, out of referrers and caches."""
    answer = make_response(page)
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer
