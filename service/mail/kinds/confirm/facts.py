"""Values for the request to confirm an email, sent to the address's owner because senders can be forged."""

from __future__ import annotations

from rules.prose import N_
from service.language.catalogue import gettext
from service.mail.facts import Facts, recipient
from service.mail.headers import address
from service.mail.marker import YES
from service.models import InboundMail, Notice
from service.notifications import links
from service.notifications.questions import STRANGER, mails_told
from service.security.keys import RowPurpose

WHY = {
    "sender": N_(
        "Someone replied from another address to an email we sent you. If you wrote the reply, or agree with it, "
        "confirm it. If not, do nothing."
    ),
    "new": N_(
        "An email from your address asks for a new game. Senders can be forged, so please confirm that it is "
        "yours. If it isn't, do nothing."
    ),
    "tournament": N_(
        "An email from your address asks to enter or leave a tournament. Senders can be forged, so please confirm "
        "that it is yours. If it isn't, do nothing."
    ),
    "setting": N_(
        "An email from your address asks to change your name or your settings. Senders can be forged, so please "
        "confirm that it is yours. If it isn't, do nothing."
    ),
    "away": N_(
        "An email from your address asks to pause your emails or your clocks for some days, or to restart them. "
        "Senders can be forged, so please confirm that it is yours. If it isn't, do nothing."
    ),
    "stop": N_(
        "An email from your address asks us to stop sending you emails. Senders can be forged, so please confirm "
        "that it is yours. If it isn't, do nothing."
    ),
    "stranger": N_(
        "We received an email from your address, which is not confirmed yet. If you wrote it, confirm your "
        "address, and we will read it. If you didn't, do nothing."
    ),
    "other": N_(
        "We received another email from your address. Senders can be forged, so please confirm that it is yours. "
        "If it isn't, do nothing."
    ),
    "many": N_(
        "We received more emails from your address than we answer in an hour. Senders can be forged, so please "
        "confirm that this one is yours. If it isn't, do nothing."
    ),
}
"""The explanation, by the reason why we ask."""


def facts(notice: Notice) -> Facts:
    """Collect the text and the two ways to confirm it; strangers get no quote, as they may not have written it."""
    is_known = recipient(notice).verified_at is not None
    (mail, *others), more = mails_told(notice)
    why = mail.doubt["why"] or ""
    is_quoted = is_known or why != STRANGER
    text = WHY["other" if why == STRANGER and is_known else why]
    return Facts(
        {
            "text": gettext(text),
            "wrote": mail.doubt["wrote"] if is_quoted else "",
            "link": links.approval_link(mail),
            "writer": mail.doubt["writer"] or "",
            "others": [_told(other) for other in others] if is_known else [],
            "more": more if is_known else 0,
            "home_link": links.home_link(),
        },
        reply_to=links.row_box(RowPurpose.APPROVAL, mail),
        marker=YES,
    )


def _told(mail: InboundMail) -> dict[str, str]:
    box = address(links.row_box(RowPurpose.APPROVAL, mail))
    wrote = mail.doubt["wrote"] or gettext("(no text)")
    return {"wrote": wrote, "link": links.approval_link(mail), "address": box, "mailto": f"mailto:{box}?body=yes"}
