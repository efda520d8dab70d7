"""What mail programs write when somebody answers: how they lead in to what they quote, mark it, break it and sign."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from textwrap import wrap

from service.mail.quoted import SentMail

PLACES = ("top", "bottom", "inline")
LANGUAGES = ("en", "de", "it")
_BLOCKS = {"p", "div", "h1", "tr", "table", "br", "pre", "ul", "li"}


@dataclass(frozen=True)
class Program:
    """A mail program: the lines that lead in to a quote by language, and what it makes of what it quotes."""

    lead_in: dict[str, str]
    quote: Callable[[SentMail], list[str]]
    is_html: bool = False

    def answer(self, sent: SentMail, own: Sequence[str], place: str, language: str) -> bytes:
        """An answer to the mail with these lines of the writer's own, `>` before none of them."""
        quote = self.quote(sent)
        lead_in = self.lead_in[language].split("\n")
        middle = len(quote) // 2 if place == "inline" else len(quote)
        if place == "top":
            lines = [*own, "", *lead_in, *quote]
        else:
            lines = [*lead_in, *quote[:middle], "", *own, "", *quote[middle:]]
        return self._mail(lines)

    def _mail(self, lines: Sequence[str]) -> bytes:
        kind = "html" if self.is_html else "plain"
        body = "\r\n".join(_div(line) for line in lines) if self.is_html else "\r\n".join(lines)
        head = f"From: ada@example.net\r\nMIME-Version: 1.0\r\nContent-Type: text/{kind}; charset=utf-8\r\n"
        return f"{head}Content-Transfer-Encoding: 8bit\r\n\r\n{body}\r\n".encode()


def _div(line: str) -> str:
    """A line as a program puts it into a page, unless it is HTML already."""
    return line if line.startswith("<") else f"<div>{html.escape(line) or '<br>'}</div>"


class _Words(HTMLParser):
    """HTML as Outlook turns it into text: a line for each block, and each link's address after its words."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self._links: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("style", "title") or "display:none" in (dict(attrs).get("style") or "")
        if tag in _BLOCKS:
            self.lines.append("")
        if tag == "a":
            self._links.append(dict(attrs).get("href") or "")
        if tag == "td":
            self.lines[-1] += "\t"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "title", "div"):
            self._hidden = max(0, self._hidden - 1)
        if tag in _BLOCKS:
            self.lines.append("")
        if tag == "a" and self._links:
            self.lines[-1] += f"<{self._links.pop()}>"

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.lines[-1] += " ".join(data.split()) if data.strip() else " "


def _of_html(sent: SentMail) -> list[str]:
    words = _Words()
    words.feed(sent.html)
    return [line.strip() for line in words.lines if line.strip()]


def _marked(mark: str = "> ", width: int = 0) -> Callable[[SentMail], list[str]]:
    def quote(sent: SentMail) -> list[str]:
        lines = sent.text.splitlines()
        broken = [piece for line in lines for piece in (wrap(line, width) if width and len(line) > width else [line])]
        return [f"{mark}{line}".rstrip() for line in broken]

    return quote


def _as_it_is(sent: SentMail) -> list[str]:
    return sent.text.splitlines()


def _page(sent: SentMail) -> list[str]:
    """The page, cut into its rows and paragraphs, so that something can be written between them."""
    body = sent.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]
    return [f"<p{piece}" if number else f"<i></i>{piece}" for number, piece in enumerate(body.split("<p"))]


_OUTLOOK = {
    "en": "From: Sundial <play@play.example>\nSent: Friday, November 20, 2026 12:57 PM\nTo: ada@example.net\n"
    "Subject: Sundial: Seasons of the Sun, game k7m2xq9abcd\n",
    "de": "Von: Sundial <play@play.example>\nGesendet: Freitag, 20. November 2026 12:57\nAn: ada@example.net\n"
    "Betreff: Sundial: Seasons of the Sun, game k7m2xq9abcd\n",
    "it": "Da: Sundial <play@play.example>\nInviato: venerdì 20 novembre 2026 12:57\nA: ada@example.net\n"
    "Oggetto: Sundial: Seasons of the Sun, game k7m2xq9abcd\n",
}
PROGRAMS = {
    "Gmail": Program(
        {
            "en": "On Fri, Nov 20, 2026 at 12:57 PM Sundial <play@play.example> wrote:\n",
            "de": "Am Fr., 20. Nov. 2026 um 12:57 Uhr schrieb Sundial <play@play.example>:\n",
            "it": "Il giorno ven 20 nov 2026 alle ore 12:57 Sundial <play@play.example>\nha scritto:\n",
        },
        _marked(width=74),
    ),
    "Apple Mail": Program(
        {
            "en": "> On 20 Nov 2026, at 12:57, Sundial <play@play.example> wrote:\n>",
            "de": "> Am 20.11.2026 um 12:57 schrieb Sundial <play@play.example>:\n>",
            "it": "> Il giorno 20 nov 2026, alle ore 12:57, Sundial <play@play.example> ha scritto:\n>",
        },
        _marked(),
    ),
    "Thunderbird": Program(
        {
            "en": "On 11/20/26 12:57, Sundial wrote:",
            "de": "Am 20.11.26 um 12:57 schrieb Sundial:",
            "it": "Il 20/11/26 12:57, Sundial ha scritto:",
        },
        _marked(),
    ),
    "mutt": Program(
        {
            "en": "On Fri, Nov 20, 2026 at 11:57:00AM +0000, Sundial wrote:",
            "de": "Am Fri, Nov 20, 2026 um 11:57:00 +0000 schrieb Sundial:",
            "it": "Il ven, nov 20, 2026 alle 11:57:00 +0000, Sundial ha scritto:",
        },
        _marked(),
    ),
    "K-9": Program(
        {
            "en": "On November 20, 2026 12:57:00 PM GMT+01:00, Sundial <play@play.example> wrote:",
            "de": "Am 20. November 2026 12:57:00 MEZ schrieb Sundial <play@play.example>:",
            "it": "Il 20 novembre 2026 12:57:00 CET, Sundial <play@play.example> ha scritto:",
        },
        _marked(">"),
    ),
    "Outlook classic": Program(_OUTLOOK, _of_html),
    "Outlook classic, plain": Program(
        {
            language: f"{rule}\n{lines}"
            for (language, lines), rule in zip(
                _OUTLOOK.items(),
                (
                    "-----Original Message-----",
                    "-----Ursprüngliche Nachricht-----",
                    "-----Messaggio originale-----",
                ),
                strict=True,
            )
        },
        _as_it_is,
    ),
    "Outlook, new": Program(
        {language: f"{'_' * 32}\n{lines}" for language, lines in _OUTLOOK.items()},
        _of_html,
    ),
    "Proton": Program(
        {
            "en": "On Friday, November 20th, 2026 at 12:57 PM, Sundial <play@play.example> wrote:\n",
            "de": "Am Freitag, 20. November 2026 um 12:57, schrieb Sundial <play@play.example>:\n",
            "it": "venerdì 20 novembre 2026 12:57, Sundial <play@play.example> ha scritto:\n",
        },
        _marked(width=78),
    ),
    "Yahoo": Program(
        {
            "en": "    On Friday, November 20, 2026 at 12:57:00 PM GMT+1, Sundial <play@play.example> wrote:  \n ",
            "de": "    Am Freitag, 20. November 2026 um 12:57:00 MEZ hat Sundial <play@play.example> geschrieben:  \n ",
            "it": "    Il venerdì 20 novembre 2026 alle ore 12:57:00 CET, Sundial <play@play.example> ha scritto:  \n ",
        },
        _of_html,
    ),
    "GMX": Program(
        {
            "en": "<div name='quote'><b>Sent:</b>&nbsp;Friday, November 20, 2026 at 12:57 PM<br><b>From:</b>"
            "&nbsp;Sundial</div>",
            "de": "<div name='quote'><b>Gesendet:</b>&nbsp;Freitag, 20. November 2026 um 12:57 Uhr<br><b>Von:</b>"
            "&nbsp;Sundial</div>",
            "it": "<div name='quote'><b>Inviato:</b>&nbsp;venerdì 20 novembre 2026 12:57<br><b>Da:</b>&nbsp;Sundial"
            "</div>",
        },
        _page,
        is_html=True,
    ),
}
MARKING = frozenset({"Gmail", "Apple Mail", "Thunderbird", "mutt", "K-9", "Proton"})
"""Those that mark what they quote."""
