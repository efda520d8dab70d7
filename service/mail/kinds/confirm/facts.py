"""Asking the owner of an address whether a mail is theirs: whoever writes can write any sender."""

from __future__ import annotations

from rules.prose import N_
from service.core.language import gettext
from service.mail.facts import Facts, recipient
from service.mail.headers import address
from service.mail.marker import YES
from service.models import InboundMail, Notice
from service.post import links
from service.post.questions import STRANGER, mails_told

WHY = {
    "sender": N_(
        "Somebody has answered a mail that we sent to you, from another address. If that was you, or is what you want, "
        "confirm it; if not, do nothing, and nothing happens."
    ),
    "new": N_(
        "A mail from your address asks for a new game. Senders can be forged, so please confirm that it is yours; "
        "otherwise do nothing, and nothing happens."
    ),
    "setting": N_(
        "A mail from your address asks to change what others call you, or how you are told of things. Senders can be "
        "forged, so please confirm that it is yours; otherwise do nothing, and nothing happens."
    ),
    "away": N_(
        "A mail from your address asks to stop your mails or your clocks for some days, or to let them go on. Senders "
        "can be forged, so please confirm that it is yours; otherwise do nothing, and nothing happens."
    ),
    "stop": N_(
        "A mail from your address asks us to send you nothing any more. Senders can be forged, so please confirm that "
        "it is yours; otherwise do nothing, and nothing happens."
    ),
    "stranger": N_(
        "We have received an email from your address, which nobody has confirmed here yet. If you wrote it, confirm "
        "your address: then we read the email. If you did not, do nothing, and nothing happens."
    ),
    "other": N_(
        "We have received another email from your address. Senders can be forged, so please confirm that it is yours. "
        "If it is not, do nothing, and nothing happens."
    ),
    "many": N_(
        "We have received more emails from your address than we answer in an hour. Senders can be forged, so please "
        "confirm that this one is yours. If it is not, do nothing, and nothing happens."
    ),
}
"""By why we ask: what we say."""


def facts(notice: Notice) -> Facts:
    """What was written, and the two ways to confirm it; nothing is quoted to strangers, who may not have written it."""
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
            "others": [_told(other) for other in others] if is_known else [],
            "more": more if is_known else 0,
            "home_link": links.home_link(),
        },
        reply_to=links.approval_box(mail),
        marker=YES,
    )


def _told(mail: InboundMail) -> dict[str, str]:
    box = address(links.approval_box(mail))
    wrote = mail.doubt["wrote"] or gettext("(no text)")
    return {"wrote": wrote, "link": links.approval_link(mail), "address": box, "mailto": f"mailto:{box}?body=yes"}
