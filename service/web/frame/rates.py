"""Rate limits of forms: they count with the requests of the API, for whoever sends them. Looking at pages is free.

A link from a mail has a limit of its own, so that nobody else can keep its holder from moving or stopping mails.
"""

from __future__ import annotations

from flask import request

from service.core import rates
from service.core.keys import digest
from service.core.limits import Limit
from service.core.rates import LINK, MOVES, SIGN_IN, VISITOR, WRITES, Use, Uses
from service.models import Account
from service.people.visitors import is_visitor, note_network
from service.play.seating import has_seat
from service.post.links import read_approval, read_link, read_unsubscribe
from service.web.frame.identity import viewer

LOOKING = ("GET", "HEAD", "OPTIONS")
SIGNING_IN = ("web.send_sign_in_mail", "web.sign_in_with_code", "web.sign_in_with_link")
TYPING_CODES = ("web.show_device", "web.answer_waiting_device")
"""Somebody may try out codes there, by hand or by a program."""


def charge_form() -> None:
    """Count a form for its account, or for where it comes from; TooMany."""
    if request.method in LOOKING:
        return
    account, signs_in = viewer(), request.endpoint in SIGNING_IN
    if account is None or (signs_in and is_visitor(account)):
        rates.charge(*rates.of_stranger(SIGN_IN if signs_in else WRITES))
    elif is_visitor(account):
        rates.charge(*_uses_of_visitor(account))
    else:
        rates.charge(rates.of_account(_limit(account), account.id))


def charge_link() -> None:
    """Count what is sent from the page of a link for that link; TooMany.

    A made-up link has no limit of its own: it counts where it comes from, like whatever else does.
    """
    if request.method in LOOKING:
        return
    token = str((request.view_args or {}).get("token", "")).lower()
    rates.charge(*([Use(LINK, digest(token))] if _is_ours(token) else rates.of_stranger(WRITES)))


def _uses_of_visitor(account: Account) -> Uses:
    """A visitor counts for the network, too, which is noted: games that they begin wait in its name."""
    note_network(account, rates.network_here())
    return [rates.of_account(VISITOR, account.id), *rates.of_stranger(WRITES)]


def _limit(account: Account) -> Limit:
    """As over REST, moves in one's own games have a limit that nothing else uses up."""
    if request.endpoint in (*SIGNING_IN, *TYPING_CODES):
        return SIGN_IN
    game_id = (request.view_args or {}).get("game_id", "")
    return MOVES if request.endpoint == "web.play" and has_seat(game_id, account) else WRITES


def _is_ours(token: str) -> bool:
    return any(read(token) is not None for read in (read_link, read_unsubscribe, read_approval))
