"""Asking the owner of an address whether a mail is theirs: whoever writes can write any sender."""

from __future__ import annotations

from rules.prose import N_
from service.core.db import session
from service.core.language import gettext
from service.mail.facts import Facts
from service.mail.marker import YES
from service.models import InboundMail, Notice
from service.post import links

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
        "A mail from your address has come to us, and we do not know each other yet. To play by mail, confirm your "
        "address, and what has come from it is read; otherwise do nothing, and you hear nothing more of it."
    ),
}
"""By why we ask: what we say."""


def facts(notice: Notice) -> Facts:
    """What was written, and the two ways to confirm it."""
    mail = session().get_one(InboundMail, notice.data["mail_id"])
    return Facts(
        {
            "text": gettext(WHY[notice.data["why"]]),
            "wrote": notice.data["wrote"],
            "link": links.approval_link(mail),
            "home_link": links.home_link(),
        },
        reply_to=links.approval_box(mail),
        marker=YES,
    )
