"""The mails to a person as an mbox (RFC 4155, quoted as in mboxrd): their plain text, and nothing that opens a door.

Links and addresses that are keys are left out, as whoever has the file could use them; pictures are, too. Of a mail
that is no longer kept whole there are its headers.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime

from sqlalchemy import or_, select

from service.core.db import session
from service.core.encryption import Undecryptable, decrypt
from service.core.parts import Part
from service.core.settings import settings
from service.core.telemetry.redaction import LINKS
from service.models import Account, Envelope, Notice
from service.post.kinds import kind_named

MAILS = 100
"""In one part."""
LEFT_OUT = "[left out]"
_QUOTED = re.compile(rb"^(>*From )", re.MULTILINE)
_HEADERS = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References")


def mbox_part(owner: Account, at: int) -> Part:
    """Some of the mails to the owner, from the one after that number on."""
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
        mail["Subject"], mail["Message-ID"] = f"Sundial: {kind or 'mail'}", envelope.message_id
    mail["X-Sundial-Kind"] = kind or "unknown"
    mail["X-Sundial-State"] = envelope.state
    text = kept.get_body(("plain",)) if raw else None
    is_shown = text is not None and not kind_named(kind or "").is_key
    mail.set_content(_without_keys(text.get_content()) if text is not None and is_shown else f"{LEFT_OUT}\n")
    return mail


def _kept(envelope: Envelope) -> bytes:
    """Its bytes; nothing once it was sent, or where the secret key is gone that they were encrypted with."""
    try:
        return decrypt(envelope.encrypted)
    except Undecryptable:
        return b""


def _without_keys(text: str) -> str:
    """The text without links that are permissions, and without addresses that whoever knows them may write to."""
    base, domain = re.escape(settings().public_url), re.escape(settings().mail_domain)
    text = re.sub(rf"{base}/(?:{LINKS})/\S+", LEFT_OUT, text)
    return re.sub(rf"[\w.+-]{{20,}}@{domain}", LEFT_OUT, text)
