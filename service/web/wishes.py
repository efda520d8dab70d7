"""When somebody wants the mails about their games: all of them, those about one game, and none for a while."""

from __future__ import annotations

from datetime import timedelta

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Invalid
from service.core.language import gettext, ngettext
from service.models import Account, Delivery
from service.post import preferences
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in

MOST_DIGITS = 4


@pages.post("/me/delivery")
def choose_delivery() -> ResponseReturnValue:
    """Get the mails about one's games at other times."""
    numbers = {name: _number(name) for name in preferences.RANGES}
    preferences.choose(signed_in().id, now(), _mode(request.form.get("delivery", "")), **numbers)
    return redirect(url_for("web.my_times"), 303)


@pages.post("/me/pause")
def pause() -> ResponseReturnValue:
    """Get none for some days."""
    preferences.pause(signed_in().id, now() + timedelta(days=_number("days")), now())
    return redirect(url_for("web.my_times"), 303)


@pages.post("/me/resume")
def resume() -> ResponseReturnValue:
    """Get them again."""
    preferences.pause(signed_in().id, None, now())
    return redirect(url_for("web.my_times"), 303)


@pages.post("/games/<game_id>/delivery")
def choose_delivery_of_game(game_id: str) -> ResponseReturnValue:
    """Get the mails about one game at other times than the others, or as them."""
    wish = request.form.get("delivery", "")
    preferences.choose_for_game(game_id, signed_in(), _mode(wish) if wish else None, now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


def delivery_choices(account: Account) -> list[tuple[Delivery, str]]:
    """The ways to get mails, each with the words for it."""
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


def _mode(text: str) -> Delivery:
    if text not in set(Delivery):
        raise Invalid("bad-delivery", name="delivery")
    return Delivery(text)


def _number(name: str) -> int:
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise Invalid("bad-delivery", name=name)
    return int(text)
