"""The page that an app leads people to: it says who asks for what, and leads back once they have said yes or no."""

from __future__ import annotations

from flask import Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from service.people.apps import HOLDS
from service.people.oauth.consent import AppWish, answer_app, wish_of_app
from service.people.oauth.metadata import AUTHORIZATION_PATH
from service.people.scopes import MEANINGS
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


def _shown(wish: AppWish, template: str, **more: object) -> Response:
    """A page whose form may lead on to the app: browsers hold `form-action` against what a form is answered with."""
    page = make_response(render_template(template, wish=wish, app=wish.app, action=request.full_path, **more))
    policy = CONTENT_SECURITY_POLICY.replace(OWN_FORMS, f"{OWN_FORMS} {_source(wish.origin)}")
    page.headers["Content-Security-Policy"] = policy
    return _untold(page)


def _source(origin: str) -> str:
    """The origin as a policy can say it, which knows no addresses of IPv6."""
    return "http:" if "[" in origin else origin


def _untold(answer: Response) -> Response:
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer
