"""Rate limits of forms: they count in the buckets of the API, for whoever sends them. Looking at pages is free.

A link from a mail has buckets of its own, so that nobody else can keep its holder from moving or stopping mails.
"""

from __future__ import annotations

from flask import request

from service.core import rates
from service.core.keys import digest
from service.core.rates import MOVES, SIGN_IN, WRITES
from service.play.seating import has_seat
from service.post.links import read_approval, read_link, read_unsubscribe
from service.web.frame.identity import viewer

LOOKING = ("GET", "HEAD", "OPTIONS")
SIGNING_IN = ("web.send_sign_in_mail", "web.sign_in_with_code", "web.sign_in_with_link")
TYPING_CODES = ("web.show_device", "web.answer_waiting_device")
"""Somebody may try out codes there, by hand or by a program."""


def charge_form() -> None:
    """Count a form in the bucket of its account, or of its address if nobody is signed in; TooMany `rate-limited`."""
    if request.method in LOOKING:
        return
    if request.endpoint in SIGNING_IN:
        rates.charge(SIGN_IN, rates.client())
    else:
        account = viewer()
        bucket = SIGN_IN if request.endpoint in TYPING_CODES else _bucket()
        rates.charge(bucket, f"account {account.id}" if account else rates.client())


def charge_link() -> None:
    """Count what is sent from the page of a link in a bucket of that link; TooMany `rate-limited`.

    A made-up link has none: it counts for the address, like whatever else comes from there.
    """
    if request.method in LOOKING:
        return
    token = str((request.view_args or {}).get("token", "")).lower()
    bucket = MOVES if request.endpoint == "links.play_turn" and read_link(token) else WRITES
    rates.charge(bucket, f"link {digest(token)}" if _is_ours(token) else rates.client())


def _bucket() -> str:
    """As over REST, moves in one's own games have a bucket that nothing else empties."""
    account, game_id = viewer(), (request.view_args or {}).get("game_id", "")
    moves = request.endpoint == "web.play" and account is not None and has_seat(game_id, account)
    return MOVES if moves else WRITES


def _is_ours(token: str) -> bool:
    return any(read(token) is not None for read in (read_link, read_unsubscribe, read_approval))
