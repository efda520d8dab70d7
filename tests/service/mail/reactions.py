"""Reactions to an email as Gmail and Outlook send them, in their documented forms."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage

QUOTED = "Hello Bob, how is the weather?"
ABOUT = (
    "https://www.google.com/gmail/about/?utm_source=gmail-in-product&utm_medium=et&utm_campaign=emojireactionemail#app"
)
GMAIL = "text/vnd.google.email-reaction+json"


def gmail(
    emoji: str,
    address: str = "zoe@example.net",
    *,
    words: str = "Zoe Real-Name Smith reacted via Gmail",
    part: str = GMAIL,
    json: str | None = None,
) -> bytes:
    """Write a reaction in the three parts of https://developers.google.com/workspace/gmail/reactions/format."""
    told = json or f'{{\n  "emoji": "{emoji}",\n  "version": 1\n}}'
    mail = _from(address, "Zoe Real-Name Smith")
    mail.set_content(
        f"{emoji}\n\n{words}\n<{ABOUT}>\n\nOn Tue, Mar 5, 2026, 22:44 Sundial <play@sundial.localhost> wrote:\n\n"
        f"> {QUOTED}\n"
    )
    mail.add_alternative(told, subtype=part.removeprefix("text/"))
    mail.add_alternative(
        f'<div><p style="font-size:50px;margin-top:0">{emoji}</p><p style="margin-top:10px">{words[:-5]}'
        f'<a href="{ABOUT}">Gmail</a></p></div><br><div class="gmail_quote"><blockquote>{QUOTED}</blockquote></div>',
        subtype="html",
    )
    return mail.as_bytes(policy=policy.SMTP)


def outlook(
    name: str, words: str = "reacted to your message:", form: str = "plain", address: str = "zoe@example.net"
) -> bytes:
    """Write a reaction in plain text and HTML, or in HTML alone; its name is the picture's alternative text."""
    mail = _from(address, "Zoe Real-Name Smith")
    plain = (
        f"[{name}]  Zoe Real-Name Smith {words}\n________________________________\n"
        "From: Sundial <play@sundial.localhost>\n"
        f"Sent: Tuesday, March 5, 2026 10:44:00 PM\nTo: zoe@example.net\nSubject: Siesta\n\n{QUOTED}\n"
    )
    html = (
        f'<html><body><table><tr><td><img alt="{name}" src="" style="height:25px; width:25px"> </td>\n'
        f'<td><span style="font-weight:bold">Zoe Real-Name Smith</span> <span>{words}</span></td></tr>'
        '</table><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg"><b>From:</b> Sundial</div>'
        f"<div>{QUOTED}</div></body></html>"
    )
    if form == "html":
        mail.set_content(html, subtype="html")
    else:
        mail.set_content(plain)
        mail.add_alternative(html, subtype="html")
    return mail.as_bytes(policy=policy.SMTP)


def _from(address: str, name: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"{name} <{address}>"
    mail["Message-ID"] = "<reaction@example.net>"
    mail["Subject"] = "Re: Siesta"
    return mail
