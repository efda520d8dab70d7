"""Account settings: profile, boards, emails and when they are sent, tokens, bots and signed-in browsers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.prose import N_
from service.accounts.accounts import change, is_guest, name_offered, set_page_options
from service.accounts.blocks import blocks_of
from service.accounts.scopes import MEANINGS
from service.accounts.sessions import device_in, sessions_of
from service.accounts.tokens import revoke_token, tokens_of
from service.bots.accounts import bots_of
from service.db.clock import now
from service.jobs.units import whole
from service.language.catalogue import gettext, languages, ngettext, own_name
from service.language.errors import Invalid
from service.language.time_zones import cities, zone_names, zone_of
from service.models import Account, Delivery, Holding, PageOption, Suppressed
from service.notifications import preferences
from service.notifications.kinds import kind_named, stoppable
from service.notifications.suppressions import lift
from service.play.track_records import show_results
from service.web.errors import FormError, shown_again
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import own_session, signed_in
from service.web.token_forms import token_asked_for

PARTS = (
    ("web.me", N_("Account")),
    ("web.my_board", N_("Boards")),
    ("web.my_mails", N_("Emails")),
    ("web.my_times", N_("Notifications")),
    ("web.vacations", N_("Vacations")),
    ("web.my_sessions", N_("Devices")),
    ("web.my_tokens", N_("For developers")),
)
"""The pages of settings with their labels; the last leads to `FOR_DEVELOPERS`."""
FOR_DEVELOPERS = (
    ("web.my_tokens", N_("Tokens")),
    ("web.my_bots", N_("Bots")),
    ("web.webhooks", N_("Webhooks")),
)
OPTIONS = {
    PageOption.SOUND: N_("Play a sound when it's my turn"),
    PageOption.DESKTOP: N_("Show a desktop notification when it's my turn and Sundial is open"),
    PageOption.CONTRAST: N_("High contrast, without ornaments"),
    PageOption.BARE: N_("Hide the letters and numbers around the board"),
    PageOption.AT_ONCE: N_("In fast games, play moves of one step without confirming"),
}


@pages.app_template_global()
def settings_parts() -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
    """Return the pages that the settings menu links to, and those for developers."""
    return PARTS, FOR_DEVELOPERS


@pages.get("/me")
def me(form_error: FormError | None = None) -> str:
    """Show the profile form."""
    account = signed_in()
    return render_template(
        "me.html",
        part_of="web.me",
        account=account,
        name=request.form.get("name", "" if is_guest(account) else account.called),
        time_zone=request.form.get("time_zone", zone_of(account.time_zone).key),
        zones={zone_of(account.time_zone).key: zone_of(account.time_zone).key, **cities()},
        language_chosen=request.form.get("language", account.language),
        languages=[(tag, own_name(tag)) for tag in languages()],
        shown=account.hidden_since is None,
        form_error=form_error,
    )


@pages.post("/me")
@shown_again(me)
def change_me() -> ResponseReturnValue:
    """Change the name, time zone or language."""
    account, language = signed_in(), request.form.get("language")
    name, zone = request.form.get("name", "").strip(), request.form.get("time_zone", "").strip()
    change(account.id, display_name=name or None, time_zone=zone or None, language=language)
    if "page" in request.form:
        show_results(account.id, now(), shown="shown" in request.form)
    preferences.choose(account.id, now())
    return redirect(url_for("web.me"), 303)


@pages.get("/me/name")
def ask_for_name() -> ResponseReturnValue:
    """Ask a new account for its name; others are redirected to their profile."""
    if not is_guest(signed_in()):
        return redirect(url_for("web.me"), 303)
    return _name_page(name_offered(signed_in()))


@pages.post("/me/name")
@shown_again(lambda error: _name_page(request.form.get("name", ""), error))
def take_name() -> ResponseReturnValue:
    """Save the name, and the time zone if the browser sent a known one."""
    name, zone = request.form.get("name", "").strip(), request.form.get("time_zone", "").strip()
    change(signed_in().id, display_name=name, time_zone=zone if zone in zone_names() else None)
    preferences.choose(signed_in().id, now())
    return redirect(url_for("web.home"), 303)


def name_to_ask_for(account: Account) -> str | None:
    """Return the suggested name for an account without one; None if it is not asked for."""
    return name_offered(account) if account.email is not None and is_guest(account) else None


@pages.get("/me/board")
def my_board() -> str:
    """Show how the pages of games look and sound."""
    return render_template("my_board.html", account=signed_in(), options=OPTIONS)


@pages.post("/me/board")
def choose_board() -> ResponseReturnValue:
    """Save how the pages of games look and sound."""
    set_page_options(signed_in().id, request.form.getlist("options"))
    return redirect(url_for("web.my_board"), 303)


@pages.get("/me/mails")
def my_mails() -> str:
    """Show which emails are sent, and whose invitations are blocked."""
    account = signed_in()
    mails = [kind_named(name) for name in stoppable()]
    return render_template("my_mails.html", account=account, mails=mails, blocks=blocks_of(account))


@pages.post("/me/mails")
def choose_mails() -> ResponseReturnValue:
    """Save which of the shown kinds of email the account wants, which moves wait, and whether boards are described."""
    shown, ticked, own = request.form.getlist("shown"), request.form.getlist("kinds"), signed_in().id

    def keep() -> None:
        preferences.choose_among(own, shown, ticked, now())
        held = Holding(request.form["moves_held"]) if request.form.get("moves_held") in set(Holding) else None
        change(own, board_words="board_words" in request.form, moves_held=held)

    whole(keep)
    return redirect(url_for("web.my_mails"), 303)


@pages.post("/me/mails/again")
def get_mails_again() -> ResponseReturnValue:
    """Withdraw a spam complaint about our email. A bounce is lifted by signing in, not here."""
    account = signed_in()
    if account.suppressed_for == Suppressed.COMPLAINT:
        lift(account.id, now())
    return redirect(url_for("web.my_mails"), 303)


@pages.get("/me/times")
def my_times() -> str:
    """Show when emails about games are sent."""
    return render_template("my_times.html", account=signed_in(), own_session=own_session())


@pages.post("/me/delivery")
def choose_delivery() -> ResponseReturnValue:
    """Choose when emails about games are sent."""
    account = signed_in()
    numbers = {name: _number(name) for name in preferences.RANGES}
    preferences.choose(account.id, now(), _mode(request.form.get("delivery", "")), **numbers)
    return redirect(url_for("web.my_times"), 303)


@pages.post("/me/pause")
def pause() -> ResponseReturnValue:
    """Pause emails for some days."""
    preferences.pause(signed_in().id, now() + timedelta(days=_number("days")), now())
    return redirect(url_for("web.my_times"), 303)


@pages.post("/me/resume")
def resume() -> ResponseReturnValue:
    """Resume emails."""
    preferences.pause(signed_in().id, None, now())
    return redirect(url_for("web.my_times"), 303)


@pages.post("/games/<game_id>/delivery")
def choose_delivery_of_game(game_id: str) -> ResponseReturnValue:
    """Choose when emails about one game are sent, or use the account's setting."""
    wish = request.form.get("delivery", "")
    preferences.choose_for_game(game_id, signed_in(), _mode(wish) if wish else None, now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.app_template_global()
def delivery_choices(account: Account) -> list[tuple[Delivery, str]]:
    """List the delivery modes with their labels."""
    return [(mode, _label(mode, account)) for mode in Delivery]


def _label(mode: Delivery, account: Account) -> str:
    match mode:
        case Delivery.IDLE:
            return ngettext(
                "after %(num)d minute, unless the turn is over by then",
                "after %(num)d minutes, unless the turn is over by then",
                account.idle_minutes,
            )
        case Delivery.DIGEST:
            return gettext("once a day, at %(hour)d:00", hour=account.digest_hour)
        case Delivery.OFF:
            return gettext("never")
    return gettext("at once")


@pages.get("/me/tokens")
def my_tokens(form_error: FormError | None = None, secret: str | None = None) -> str:
    """List the account's API tokens."""
    account = signed_in()
    return render_template(
        "my_tokens.html",
        part_of="web.my_tokens",
        account=account,
        tokens=tokens_of(account.id, now()),
        meanings=MEANINGS,
        secret=secret,
        form_error=form_error,
    )


@pages.post("/me/tokens")
@shown_again(my_tokens)
def make_token() -> ResponseReturnValue:
    """Create an API token and show its secret once."""
    return my_tokens(secret=token_asked_for(signed_in()).secret), {"Cache-Control": "no-store"}


@pages.post("/me/tokens/<int(max=2147483647):token_id>/revoke")
def end_token(token_id: int) -> ResponseReturnValue:
    """Revoke an API token."""
    revoke_token(signed_in().id, token_id, now())
    return redirect(url_for("web.my_tokens"), 303)


@pages.get("/me/bots")
def my_bots() -> str:
    """List the account's bots."""
    return render_template("my_bots.html", bots=bots_of(signed_in()))


@pages.get("/me/sessions")
def my_sessions() -> str:
    """List the browsers that are signed in."""
    sessions = [(found, device_in(found)) for found in sessions_of(signed_in().id, now())]
    return render_template("my_sessions.html", sessions=sessions, own_session=own_session())


def _name_page(name: str, form_error: FormError | None = None) -> str:
    return render_template("first_name.html", name=name, form_error=form_error)


def _mode(text: str) -> Delivery:
    if text not in set(Delivery):
        raise Invalid("bad-delivery", name="delivery")
    return Delivery(text)


def _number(name: str) -> int:
    number = number_in(request.form.get(name, ""), digits=4)
    if number is None:
        raise Invalid("bad-delivery", name=name)
    return number
