"""Error pages: what went wrong, what to do about it, and alternatives."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import TypeAlias

from flask import Flask, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from rules.prose import N_
from service.language.catalogue import gettext, span
from service.language.errors import Conflict, Forbidden, Forgotten, Invalid, NotFound, Refused, TooMany, Unauthenticated
from service.language.refusals import EXPLANATIONS
from service.play.moves import RuleRefused
from service.telemetry.outages import met
from service.telemetry.redaction import LINKS
from service.telemetry.requests import seen
from service.web.frame.blueprints import capability_pages, pages, protect
from service.web.frame.identity import (
    ForgedForm,
    forget_ended_session,
    is_looked_up,
    know_nobody,
    remember_wanted,
    speak_to_viewer,
    viewer,
)
from service.web.late_forms import LateForm, page_of_form, sent_form

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
        N_("Your browser sent something that we couldn't read."),
        N_("Go back, reload the page and try again."),
    ),
    403: (N_("You can't do that."), N_("Go to the home page.")),
    404: (N_("This page doesn't exist."), N_("Check the address, or go to the home page.")),
    405: (N_("This page can't be used like that."), N_("Go back and use the buttons on the page.")),
    408: (N_("Your request did not arrive in time."), N_("Nothing was changed. Go back and send it again.")),
    413: (N_("That was too much at once."), N_("Send less at once.")),
    429: (N_("You did that too often."), N_("Wait a moment, then try again.")),
    500: (
        N_("Something went wrong on our side."),
        N_("Nothing was changed. Try again in a few minutes. Your link still works."),
    ),
    503: (N_("Sundial is very busy right now."), N_("Nothing was changed. Try again in a few seconds.")),
}
FORGED = (
    N_("This page has expired."),
    N_("Nothing was changed. Go back, reload the page and press the button again."),
)
EXPIRED = N_("Nothing was changed. What you chose and wrote is still here: send it again.")
ADVICE = {
    "unauthenticated": N_("Sign in first."),
    "too-many-sign-ins": N_("The newest email still works: follow its link, or enter its code here."),
    "bad-setup": N_("Change it and try again."),
    "bad-seats": N_("Choose a player for each place. At least one must not be the computer."),
    "no-series": N_("A series has single games, for two or more players against each other."),
    "no-match": N_("A match is for exactly two players against each other. Choose a single game, or two players."),
    "no-such-ruleset": N_("Choose one of the games in the list."),
    "bad-expiry": N_("Choose one of the times offered."),
    "not-your-turn": N_("We'll email you when it is."),
    "stale-version": N_("See what happened, then choose again."),
    "no-such-position": N_("Go back to the current position."),
    "bad-cursor": N_("Start at the first page of the list."),
    "bad-manifest": N_("Check the address, the number of games and the time per move."),
    "bad-text": N_("Use visible letters, with at most eight marks on each."),
    "not-your-bot": N_("Only its owner may do that."),
    "bot-not-for-you": N_("Choose another bot from the list, or ask this bot's owner to accept you."),
    "bot-paused": N_("Choose another bot. Only its owner can resume this one."),
    "bot-not-this-game": N_("Its page shows which games it plays."),
    "bot-not-these-seats": N_("Its page shows how many players it plays with."),
    "bot-not-this-option": N_("Its page shows which options it plays."),
    "bot-needs-more-time": N_("Its page shows how much it needs. Allow more days per move."),
    "bot-full": N_("Choose another bot, or try again later."),
    "no-bot-available": N_("Play the computer, or try again later."),
    "rating-out-of-range": N_("Choose another player, or find somebody with your own challenge."),
    "asking-already": N_("The game is on the home page. Wait for the answer there, or cancel the request."),
    "webhook-off": N_("Switch it on first."),
    "webhook-unverified": N_("It must answer the challenge that we sent. Send another one once it can."),
    "too-many-challenges": N_("Wait an hour. We retry each challenge for three days."),
    "too-large": N_("Send less at once."),
    "unknown-language": N_("Choose one from the list."),
    "unreachable-address": N_(
        "The address is %(name)s. Check how it is written, or leave the place free and send the link yourself."
    ),
    "already-invited": N_(
        "The address is %(name)s. Wait for the answer, withdraw from that game, or invite the player by name."
    ),
    "invitations-unwanted": N_("This is %(name)s. Invite someone else, or leave the place free."),
    "too-many-invitations": N_("Try again in %(wait)s, or leave a place free."),
    "bad-record": N_("Choose an unchanged file from a Sundial server."),
    "bad-json": N_("Choose an unchanged file from a Sundial server."),
    "unverified-record": N_("Download the record again where the game was played."),
    "too-many-records": N_("Send at most %(most)s records at once."),
    "too-many-imports": N_("Remove one that you no longer need."),
    "rate-limited": N_("Nothing was done. Try again in %(wait)s. The limit is %(most)s requests a minute."),
    "network-limited": N_(
        "Try again in %(wait)s. Visitors from one network share a limit of %(most)s. Sign in to get your own limits."
    ),
    "limit-reached": N_("The limit is %(most)s. Finish one, or wait until one is finished."),
    "silenced": N_(
        "The operators of this server decided this. You can still play. Write to them if you have questions."
    ),
    "too-many-address-mails": N_("Try again in %(wait)s. Check your spam folder, too."),
    "too-many-reports": N_("Your reports are kept. Try again in %(wait)s."),
    "too-many-messages": N_("Try again in %(wait)s."),
    "reminded-lately": N_("You can send one reminder a day. Try again in %(wait)s."),
    "not-rateable": N_(
        "Rated games are for 2 to 4 players against each other, each at their own device, on a random board. "
        "A game with different sides is rated as a match."
    ),
    "rated-one-owner": N_("Play without a rating, or invite somebody else."),
    "analysis-not-agreed": N_("Before that, all players must agree."),
    "contribution-fixed": N_("It cannot be changed."),
    "another-proposal": N_("Answer it first, or play on."),
    "challenges-enough": N_("You can have %(most)s. Delete one first."),
    "bad-tournament": N_("Check the numbers of players and rounds, the ratings and the time of the start."),
    "not-entitled": N_("Its terms say who can. You may need to confirm your address first."),
    "not-idle": N_("Wait until nobody has moved for as long as the terms say."),
    "seat-not-left": N_("The player is there or back, or someone else was faster. Choose another game."),
    "at-the-table": N_("Take over in another game."),
    "substitute-unwelcome": N_("One of you does not accept invitations from the other. Choose another game."),
    "substitute-enough": N_("You can have %(most)s. Finish one first."),
    "no-such-reason": N_("Choose one of the reasons in the list."),
    "too-many-favourites": N_("Remove one first. You can have %(most)s."),
    "proposal-over": N_("Someone played on or declined it. See what is open now."),
    "draw-declined": N_("Play on."),
    "branches-enough": N_("You can save %(most)s in a game and %(most_in_all)s in all games. Delete one first."),
    "line-too-long": N_("A line has at most %(most)s moves. Start another one from a later place in the game."),
    "vacation-too-long": N_(
        "You have %(days_left)s days left in %(year)s. Choose fewer days, or end another vacation first."
    ),
}
"""Overrides the advice for programs where it does not help a reader of pages."""

View: TypeAlias = Callable[..., ResponseReturnValue]


@dataclass(frozen=True)
class FormError:
    """Why something was refused, what to do about it, and alternatives."""

    title: str
    advice: str = ""
    instead: Sequence[str] = ()


def form_error_of(refused: Refused) -> FormError:
    """Translate a refusal into the viewer's language."""
    if isinstance(refused, RuleRefused):
        return FormError(refused.sentence.translated(gettext), instead=refused.details["legal"])
    title, advice = EXPLANATIONS[refused.code]
    named = {name: value for name, value in refused.details.items() if isinstance(value, str | int)}
    if isinstance(refused, TooMany):
        named["wait"] = span(refused.details["retry_after"])
    told = gettext(ADVICE.get(refused.code, advice), **named)
    more = [refused.sentence.translated(gettext)] if refused.sentence else []
    return FormError(" ".join([gettext(title), *more]), told)


def status_of(refused: Refused) -> int:
    """Return the HTTP status of a refusal."""
    return next(status for kind, status in STATUS.items() if isinstance(refused, kind))


def headers_of(refused: Refused) -> dict[str, str]:
    """Return the headers of a refusal: Retry-After if it passes by itself."""
    return {"Retry-After": str(refused.details["retry_after"])} if isinstance(refused, TooMany) else {}


def shown_again(page: Callable[..., str | Response]) -> Callable[[View], View]:
    """Let a view answer a refusal with `page(form_error, **arguments)`, such as its form with what was typed.

    Who is to sign in first gets the page for that.
    """

    def with_page(view: View) -> View:
        @wraps(view)
        def answer(**arguments: object) -> ResponseReturnValue:
            try:
                return view(**arguments)
            except Unauthenticated:
                raise
            except Refused as refused:
                return page(form_error_of(refused), **arguments), status_of(refused), headers_of(refused)

        return answer

    return with_page


def init_app(app: Flask) -> None:
    """Register the page for unknown addresses, and mask capability links in the error log."""
    app.logger.addFilter(_mask)
    app.register_error_handler(HTTPException, answer_anywhere)


class MaskLinks(logging.Filter):
    """Log filter that masks the tokens of capability links."""

    secret = re.compile(rf"^(/(?:{LINKS})/)[^/\s]+")

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(self.secret.sub(r"\1…", a) if isinstance(a, str) else a for a in record.args)
        return True


_mask = MaskLinks()


def answer_anywhere(error: HTTPException) -> Response:
    """Render the error page for an address without a route, for which no blueprint looked up the viewer."""
    look_up_viewer()
    return protect(page_of(error))


def look_up_viewer() -> None:
    """Look up the viewer of a page that needs no database, if that works."""
    try:
        speak_to_viewer()
    except SQLAlchemyError:
        know_nobody()


@pages.errorhandler(HTTPException)
@capability_pages.errorhandler(HTTPException)
def page_of(error: HTTPException) -> Response:
    """Render the page of an HTTP error, with its headers."""
    status = error.code or 500
    title, advice = TEXTS.get(status, TEXTS[400])
    form = sent_form() if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    response = error_page(FormError(gettext(title), gettext(advice)), status, form=form)
    kept = ((name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After", "Location"))
    response.headers.extend(kept)
    return response


@pages.errorhandler(ForgedForm)
def page_of_an_old_form(_: ForgedForm) -> Response:
    """Return the fields of the form for sending it again, if the browser says that it came from a page of ours."""
    title, advice = FORGED
    if request.headers.get("Sec-Fetch-Site") != "same-origin" or request.files:
        return error_page(FormError(gettext(title), gettext(advice)), HTTPStatus.FORBIDDEN)
    look_up_viewer()
    return error_page(FormError(gettext(title), gettext(EXPIRED)), HTTPStatus.FORBIDDEN, form=sent_form())


@pages.errorhandler(SQLAlchemyError)
@capability_pages.errorhandler(SQLAlchemyError)
def page_of_a_busy_database(error: SQLAlchemyError) -> Response:
    """Render the page for a database timeout; the transaction is rolled back. Raises other errors."""
    if not met(error):
        raise error
    return page_of(ServiceUnavailable(retry_after=RETRY_SECONDS))


@pages.errorhandler(Unauthenticated)
def ask_to_sign_in(refused: Unauthenticated) -> ResponseReturnValue:
    """Redirect to the sign-in page, which leads back to the requested page; a form gets a page that keeps it."""
    form = sent_form()
    if form is None:
        remember_wanted(request.full_path.rstrip("?"))
        return redirect(url_for("web.sign_in_page"), 303)
    return page_to_sign_in(refused, form.preview or page_of_form())


def page_to_sign_in(refused: Unauthenticated | NotFound, wanted: str) -> Response:
    """Render the page that keeps the current form and asks to sign in, which leads to the `wanted` page."""
    remember_wanted(wanted)
    forget_ended_session()
    return error_page(form_error_of(refused), status_of(refused), form=sent_form(), signs_in=True)


@pages.errorhandler(NotFound)
def page_of_nothing(refused: NotFound) -> Response:
    """Render the page of a missing thing, with a link to sign in: it may be a private game of the visitor."""
    may_be_there = refused.code == "not-found" and viewer() is None
    if may_be_there and sent_form():
        return page_to_sign_in(refused, page_of_form())
    wanted = request.full_path.rstrip("?") if may_be_there else None
    return error_page(form_error_of(refused), status_of(refused), wanted)


@pages.errorhandler(Refused)
@capability_pages.errorhandler(Refused)
def page_of_refusal(refused: Refused) -> Response:
    """Render the page of a refusal that no form handles."""
    seen().code = refused.code
    form = sent_form() if isinstance(refused, TooMany) else None
    response = error_page(form_error_of(refused), status_of(refused), form=form)
    response.headers.update(headers_of(refused))
    return response


def error_page(
    form_error: FormError,
    status: int,
    wanted: str | None = None,
    *,
    form: LateForm | None = None,
    signs_in: bool = False,
) -> Response:
    """Render the page that says what is wrong and what to do; `wanted` is the page to open after signing in.

    `form` can be sent again, once the viewer has signed in on the page if it `signs_in`.
    """
    # with the viewer's menu, if the viewer is known and the database works
    has_menu = is_looked_up() and status < HTTPStatus.INTERNAL_SERVER_ERROR
    frame = "base.html" if has_menu else "by_link.html"
    told = {"form_error": form_error, "status": status, "wanted": wanted, "form": form, "signs_in": signs_in}
    return make_response(render_template("error.html", frame=frame, request_id=seen().id, **told), status)
