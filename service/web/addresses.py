"""An account's addresses and recovery codes: its settings, the pages of emailed links, and signing in with a code."""

from __future__ import annotations

from collections.abc import Sequence

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
from service.language.errors import or_not_found
from service.models import AccountAddress
from service.notifications.links import read_row
from service.security.keys import RowPurpose
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import sign_in, signed_in, speak_to


@pages.get("/me/addresses")
def my_addresses(form_error: FormError | None = None, codes: Sequence[str] = ()) -> str:
    """Show the account's addresses, and how many recovery codes are left."""
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
        typed=request.form,
        is_mailbox_lost="lost" in request.args,
        form_error=form_error,
    )


@pages.post("/me/address")
@shown_again(my_addresses)
def change_address() -> ResponseReturnValue:
    """Ask to change the account's address."""
    ask_for_change(signed_in(), request.form.get("email", ""), now())
    return redirect(url_for("web.my_addresses"), 303)


@pages.post("/me/addresses")
@shown_again(my_addresses)
def add_further_address() -> ResponseReturnValue:
    """Email a link to a further address."""
    add_address(signed_in(), request.form.get("further", ""), now())
    return redirect(url_for("web.my_addresses"), 303)


@pages.post("/me/addresses/remove")
def remove_further_address() -> ResponseReturnValue:
    """Remove a further address; idempotent."""
    remove_address(signed_in(), request.form.get("further", ""))
    return redirect(url_for("web.my_addresses"), 303)


@pages.post("/me/recovery-codes")
@shown_again(my_addresses)
def make_recovery_codes() -> ResponseReturnValue:
    """Make new recovery codes and show them once."""
    return my_addresses(codes=make_codes(signed_in(), now())), {"Cache-Control": "no-store"}


@pages.get("/sign-in/recovery")
def recovery_page(form_error: FormError | None = None) -> str:
    """Show the form that signs in with a recovery code."""
    return render_template("sign_in_recovery.html", email=request.form.get("email", ""), form_error=form_error)


@pages.post("/sign-in/recovery")
@shown_again(recovery_page)
def sign_in_with_recovery_code() -> ResponseReturnValue:
    """Sign in with a recovery code, and lead to the page that changes the lost address."""
    email, code = request.form.get("email", ""), request.form.get("code", "")
    sign_in_by_recovery_code(email, code, now(), then=sign_in)
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
    key = or_not_found(read_row(token, RowPurpose.ADDRESS, RowPurpose.ADDRESS_BEFORE))
    asked = address_numbered(key.number, key.nonce)
    speak_to(account_numbered(asked.account_id))
    return asked, key.purpose == RowPurpose.ADDRESS_BEFORE
