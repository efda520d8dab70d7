"""Whether `sundial inbound` takes the mails that are ours, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from smtplib import SMTP, SMTPResponseException

from service.core.addresses import Named
from service.core.config import Config
from workers.doctor.finding import Finding, mend, well
from workers.inbound.door import NOBODY
from workers.transports.smtp import ACCEPTED, said

PATIENCE = 4.0
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, never listened on
"""Where a server answers that listens on all addresses."""
BROKEN_TOKEN = "t" + "a" * 40
"""It looks like the key to a turn, and is none: its proof is wrong."""


def inbound(config: Config, bind: str) -> Iterator[Finding]:
    """Whether it answers, refuses a broken token as we do, and has room for the postmaster's mail."""
    host, port = ANYWHERE.get(bind, bind), config.inbound_smtp_port
    about = f"inbound, {host}:{port}"
    try:
        with SMTP(host, port, config.mail_domain, timeout=PATIENCE) as client:
            client.ehlo()
            yield well(about, "answers")
            client.mail("")
            yield _refusal(*client.rcpt(f"{BROKEN_TOKEN}@{config.mail_domain}"))
            yield _acceptance(*client.rcpt(f"{Named.POSTMASTER}@{config.mail_domain}"))
            client.rset()
    except SMTPResponseException as refused:
        yield mend(about, f"{said(refused.smtp_code, refused.smtp_error)}; too many connections, or not our server")
    except OSError as failure:
        yield mend(about, f"no answer ({failure}); start `sundial inbound`, or look from the machine where it runs")


def _refusal(code: int, text: bytes) -> Finding:
    about = "a mail to a broken token"
    if (reply := said(code, text)) == NOBODY:
        return well(about, f"refused: {reply}")
    return mend(about, f"{reply}; not what ours says: another server listens here, or its MAIL_DOMAIN is another")


def _acceptance(code: int, text: bytes) -> Finding:
    about = f"a mail to {Named.POSTMASTER}"
    if code in ACCEPTED:
        return well(about, "would be taken")
    return mend(about, f"{said(code, text)}; does the database answer, is MAIL_DOMAIN the same here and there?")
