"""An account's addresses and recovery codes: its settings, the pages of emailed links, and signing in with a code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.accounts import account_numbered
from service.accounts.addresses import (
    GOOD_FOR,
    add_address,
    address_numbered,
    addresses_of,
    ask_for_change,
    change_asked,
    confirm_address,
    remove_address,
    stage_of,
    undo_change,
)
from service.accounts.recovery import codes_left, make_codes, sign_in_by_recovery_code
from service.db.clock import now
from service.language.errors import NotFound, Refused
from service.models import Account, AccountAddress
from service.notifications.links import read_row
from service.security.keys import RowPurpose
from service.web.errors import FormError, form_error_of, status_of
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import sign_in, signed_in, speak_to


@pages.get("/me/addresses")
def my_addresses() -> str:
    """Show the account's addresses, and how many recovery codes are left."""
    return _page()


@pages.post("/me/address")
def change_address() -> ResponseReturnValue:
    """Ask to change the account's address."""
    return _asked_for("email", ask_for_change)


@pages.post("/me/addresses")
def add_further_address() -> ResponseReturnValue:
    """Email a link to a further address."""
    return _asked_for("further", add_address)


@pages.post("/me/addresses/remove")
def remove_further_address() -> ResponseReturnValue:
    """Remove a further address; idempotent."""
    return _asked_for("further", lambda account, address, _: remove_address(account, address))


def _asked_for(field: str, act: Callable[[Account, str, datetime], object]) -> ResponseReturnValue:
    typed = request.form.get(field, "")
    try:
        act(signed_in(), typed, now())
    except Refused as refused:
        return _page(form_error_of(refused), **{field: typed}), status_of(refused)
    return redirect(url_for("web.my_addresses"), 303)


@pages.post("/me/recovery-codes")
def make_recovery_codes() -> ResponseReturnValue:
    """Make new recovery codes and show them once."""
    try:
        codes = make_codes(signed_in(), now())
    except Refused as refused:
        return _page(form_error_of(refused)), status_of(refused)
    return _page(codes=codes), {"Cache-Control": "no-store"}


@pages.get("/sign-in/recovery")
def recovery_page() -> str:
    """Show the form that signs in with a recovery code."""
    return render_template("sign_in_recovery.html")


@pages.post("/sign-in/recovery")
def sign_in_with_recovery_code() -> ResponseReturnValue:
    """Sign in with a recovery code, and lead to the page that changes the lost address."""
    email = request.form.get("email", "")
    try:
        sign_in_by_recovery_code(email, request.form.get("code", ""), now(), then=sign_in)
    except Refused as refused:
        error = form_error_of(refused)
        return render_template("sign_in_recovery.html", email=email, form_error=error), status_of(refused)
    return redirect(url_for("web.my_addresses", lost="yes"), 303)


@capability_pages.get("/e/<token>")
def address_asked(token: str) -> str:
    """Show what the link about an address does, or that it is done. A GET changes nothing: scanners follow links."""
    asked, undoes = _asked_by(token)
    account, stage = account_numbered(asked.account_id), stage_of(asked, now(), undoes=undoes)
    return render_template("address.html", asked=asked, undoes=undoes, stage=stage, account=account, token=token)


@capability_pages.post("/e/<token>")
def answer_about_address(token: str) -> ResponseReturnValue:
    """Confirm an address, or undo a change of it; idempotent."""
    asked, undoes = _asked_by(token)
    (undo_change if undoes else confirm_address)(asked, now())
    return redirect(url_for("links.address_asked", token=token), 303)


def _asked_by(token: str) -> tuple[AccountAddress, bool]:
    """Return what a link is about, and whether it undoes it; the page speaks its reader's language."""
    key = read_row(token, RowPurpose.ADDRESS, RowPurpose.ADDRESS_BEFORE)
    if key is None:
        raise NotFound
    asked = address_numbered(key.number, key.nonce)
    speak_to(account_numbered(asked.account_id))
    return asked, key.purpose == RowPurpose.ADDRESS_BEFORE


def _page(form_error: FormError | None = None, codes: Sequence[str] = (), **typed: str) -> str:
    account = signed_in()
    return render_template(
        "my_addresses.html",
        part_of="web.me",
        account=account,
        further=addresses_of(account),
        change=change_asked(account, now()),
        good_for=GOOD_FOR,
        codes=codes,
        codes_left=codes_left(account),
        typed=typed,
        is_mailbox_lost="lost" in request.args,
        form_error=form_error,
    )
