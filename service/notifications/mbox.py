"""Export a person's emails as an mbox (RFC 4155, quoted as in mboxrd): plain text without secrets.

Links and addresses that are capabilities are removed, because a reader of the file could use them; so are pictures. Of
an email that is no longer stored whole, there are only headers.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime

from sqlalchemy import or_, select

from service.config.settings import settings
from service.db.engines import session
from service.http.streaming import Part
from service.models import Account, Envelope, Notice
from service.notifications.kinds import kind_named
from service.security.encryption import Undecryptable, decrypt
from service.telemetry.redaction import LINKS

MAILS = 100
"""Emails in one part."""
LEFT_OUT = "[left out]"
_QUOTED = re.compile(rb"^(>*From )", re.MULTILINE)
_HEADERS = ("From", "To", "Subject", "Date", "In-Reply-To", "References")


def mbox_part(owner: Account, at: int) -> Part:
    """Export some of the owner's emails, from the one after number `at`."""
    theirs = or_(Envelope.account_id == owner.id, Envelope.recipient == owner.email)
    wanted = select(Envelope).where(theirs, Envelope.id > at).order_by(Envelope.id).limit(MAILS)
    found = session().scalars(wanted).all()
    following = found[-1].id if len(found) == MAILS else None
    return Part(b"".join(_entry(envelope) for envelope in found), following)


def _entry(envelope: Envelope) -> bytes:
    stamp = f"From sundial@{settings().mail_domain} {envelope.created_at:%a %b %d %H:%M:%S %Y}\n"
    raw = _mail(envelope).as_bytes(policy=policy.SMTP.clone(linesep="\n", cte_type="8bit"))
    return stamp.encode() + _QUOTED.sub(rb">\1", raw) + b"\n"


def _mail(envelope: Envelope) -> EmailMessage:
    raw = _kept(envelope)
    kept = message_from_bytes(raw, policy=policy.default)
    kind = session().scalars(select(Notice.kind).where(Notice.envelope_id == envelope.id).order_by(Notice.id)).first()
    mail = EmailMessage()
    for name in _HEADERS:
        if name in kept:
            mail[name] = str(kept[name])
    if "Date" not in mail:
        mail["To"], mail["Date"] = envelope.recipient, format_datetime(envelope.created_at)
        mail["Subject"] = f"Sundial: {kind or 'mail'}"
    mail["Message-ID"] = envelope.message_id  # without its proof
    mail["X-Sundial-Kind"] = kind or "unknown"
    mail["X-Sundial-State"] = envelope.state
    text = kept.get_body(("plain",)) if raw else None
    is_shown = text is not None and not kind_named(kind or "").is_key
    mail.set_content(_without_keys(text.get_content()) if text is not None and is_shown else f"{LEFT_OUT}\n")
    return mail


def _kept(envelope: Envelope) -> bytes:
    """Decrypt its bytes; empty once it was sent, or if its secret key is gone."""
    try:
        return decrypt(envelope.encrypted)
    except Undecryptable:
        return b""


def _without_keys(text: str) -> str:
    """Remove links and addresses that are capabilities from a text."""
    base, domain = re.escape(settings().public_url), re.escape(settings().mail_domain)
    text = re.sub(rf"{base}/(?:{LINKS})/\S+", LEFT_OUT, text)
    return re.sub(rf"[\w.+-]{{20,}}@{domain}", LEFT_OUT, text)
