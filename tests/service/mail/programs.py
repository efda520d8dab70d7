"""The formats of replies by email programs: attribution lines, quote marks, line breaks and signatures."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from textwrap import wrap

from service.mail.headers import by_night, picture_name
from service.mail.quoted import SentMail

PLACES = ("top", "bottom", "inline")
LANGUAGES = ("en", "de", "it")
_PICTURE = (
    'Content-Type: image/png; name="{file}.png"\r\nContent-Disposition: inline; filename="{file}.png"\r\n'
    "Content-ID: <{name}>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo="
)
_BLANKS = re.compile(r"[ \t\r\n]+")
_BLOCKS = {"p", "div", "h1", "tr", "table", "br", "pre", "ul", "li"}


@dataclass(frozen=True)
class Program:
    """An email program: its attribution lines by language, and its format for quotes."""

    lead_in: dict[str, str]
    quote: Callable[[SentMail], list[str]]
    is_html: bool = False
    beside: Callable[[SentMail], list[str]] | None = None
    """Its format for quotes in HTML, if it sends both forms."""
    sends_pictures: bool = False
    """Whether it sends back the pictures of the quoted email."""

    def answer(self, sent: SentMail, own: Sequence[str], place: str, language: str) -> bytes:
        """Write a reply with the writer's own lines, which have no quote mark."""
        lead_in = self.lead_in[language].split("\n")
        text = _part(_around(own, lead_in, self.quote(sent), place), is_html=self.is_html)
        if self.beside is not None:
            page = _part(_around(own, lead_in, self.beside(sent), place), is_html=True)
            text = _several("alternative", text, _with_pictures(page) if self.sends_pictures else page)
        elif self.sends_pictures:
            text = _with_pictures(text)
        return f"From: ada@example.net\r\nMIME-Version: 1.0\r\n{text}\r\n".encode()


def _around(own: Sequence[str], lead_in: Sequence[str], quote: Sequence[str], place: str) -> list[str]:
    """Place the writer's lines above, below or inside the quote."""
    middle = len(quote) // 2 if place == "inline" else len(quote)
    if place == "top":
        return [*own, "", *lead_in, *quote]
    return [*lead_in, *quote[:middle], "", *own, "", *quote[middle:]]


def _part(lines: Sequence[str], *, is_html: bool) -> str:
    body = "\r\n".join(_div(line) for line in lines) if is_html else "\r\n".join(lines)
    head = f"Content-Type: text/{'html' if is_html else 'plain'}; charset=utf-8\r\n"
    return f"{head}Content-Transfer-Encoding: 8bit\r\n\r\n{body}"


def _several(kind: str, *parts: str) -> str:
    between = f"\r\n--Apart_{kind}"
    inside = "".join(f"{between}\r\n{part}" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="Apart_{kind}"\r\n\r\n{inside}{between}--'


def _with_pictures(page: str) -> str:
    """Attach the boards of the quoted email, by day and by night."""
    by_day = picture_name("<1@example.org>", 0)
    names = (by_day, by_night(by_day))
    return _several("related", page, *(_PICTURE.format(name=name, file=name.partition(".")[0]) for name in names))


def _div(line: str) -> str:
    """Convert a line to HTML, unless it is HTML already."""
    return line if line.startswith("<") else f"<div>{html.escape(line) or '<br>'}</div>"


class _Words(HTMLParser):
    """HTML to text as Outlook converts it: a line for each block, and each link's address after its text."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self._links: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("style", "title") or "max-height:0" in (dict(attrs).get("style") or "")
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
            self.lines[-1] += _BLANKS.sub(" ", data)


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
    """Split the page into its rows and paragraphs, so that lines can be placed between them."""
    body = sent.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]
    return [f"<p{piece}" if number else f"<i></i>{piece}" for number, piece in enumerate(body.split("<p"))]


def _cited(beginning: str) -> Callable[[SentMail], list[str]]:
    """Return a format that quotes the page in an HTML element with this start."""
    return lambda sent: [beginning, *_page(sent), "</blockquote>"]


_GMAIL = {
    "en": "On Fri, Nov 20, 2026 at 12:57 PM Sundial <play@play.example> wrote:\n",
    "de": "Am Fr., 20. Nov. 2026 um 12:57 Uhr schrieb Sundial <play@play.example>:\n",
    "it": "Il giorno ven 20 nov 2026 alle ore 12:57 Sundial <play@play.example>\nha scritto:\n",
    "cs": "pá 20. 11. 2026 v 12:57 odesílatel Sundial <play@play.example> napsal:\n",
    "da": "Den fre. 20. nov. 2026 kl. 12.57 skrev Sundial <play@play.example>:\n",
    "es": "El vie, 20 nov 2026 a las 12:57, Sundial (<play@play.example>) escribió:\n",
    "fr": "Le ven. 20 nov. 2026 à 12:57, Sundial <play@play.example> a écrit :\n",
    "ja": "2026年11月20日(金) 20:57 Sundial <play@play.example>:\n",
    "ko": "2026년 11월 20일 (금) 오후 8:57, Sundial <play@play.example>님이 작성:\n",
    "nl": "Op vr 20 nov 2026 om 12:57 schreef Sundial <play@play.example>:\n",
    "pl": "pt., 20 lis 2026 o 12:57 Sundial <play@play.example> napisał(a):\n",
    "pt": "Em sex., 20 de nov. de 2026 às 12:57, Sundial <play@play.example> escreveu:\n",
    "ru": "пт, 20 нояб. 2026 г. в 12:57, Sundial <play@play.example>:\n",
    "sv": "Den fre 20 nov. 2026 kl 12:57 skrev Sundial <play@play.example>:\n",
}
_APPLE = {
    "en": "> On 20 Nov 2026, at 12:57, Sundial <play@play.example> wrote:\n>",
    "de": "> Am 20.11.2026 um 12:57 schrieb Sundial <play@play.example>:\n>",
    "it": "> Il giorno 20 nov 2026, alle ore 12:57, Sundial <play@play.example> ha scritto:\n>",
}
_APPLE_UNMARKED = {
    "en": "On 20 Nov 2026, at 12:57, Sundial <play@play.example> wrote:\n",
    "de": "Am 20.11.2026 um 12:57 schrieb Sundial <play@play.example>:\n",
    "it": "Il giorno 20 nov 2026, alle ore 12:57, Sundial <play@play.example> ha scritto:\n",
    "es": "El 20 nov 2026, a las 12:57, Sundial <play@play.example> escribió:\n",
    "fr": "Le 20 nov. 2026 à 12:57, Sundial <play@play.example> a écrit :\n",
    "ja": "2026/11/20 20:57、Sundial <play@play.example>のメール:\n",
    "nl": "Op 20 nov 2026, om 12:57 heeft Sundial <play@play.example> het volgende geschreven:\n",
    "ru": "20 нояб. 2026 г., в 12:57, Sundial <play@play.example> написал(а):\n",
    "sv": "20 nov. 2026 kl. 12:57 skrev Sundial <play@play.example>:\n",
}
_IPHONE = {
    "en": "Sent from my iPhone",
    "de": "Von meinem iPhone gesendet",
    "it": "Inviato da iPhone",
    "cs": "Odesláno z iPhonu",
    "es": "Enviado desde mi iPhone",
    "fr": "Envoyé de mon iPhone",
    "ja": "iPhoneから送信",
    "nl": "Verstuurd vanaf mijn iPhone",
    "pl": "Wysłane z iPhone'a",
    "pt": "Enviado do meu iPhone",
    "ru": "Отправлено с iPhone",
    "sv": "Skickat från min iPhone",
}
"""Its signatures, above Apple Mail's attribution line; in English for languages that it lacks."""
_LABELS = {
    "en": ("From:", "Sent: Friday, November 20, 2026 12:57 PM", "To:", "Subject:"),
    "de": ("Von:", "Gesendet: Freitag, 20. November 2026 12:57", "An:", "Betreff:"),
    "it": ("Da:", "Inviato: venerdì 20 novembre 2026 12:57", "A:", "Oggetto:"),
    "cs": ("Od:", "Odesláno: pátek 20. listopadu 2026 12:57", "Komu:", "Předmět:"),
    "es": ("De:", "Enviado el: viernes, 20 de noviembre de 2026 12:57", "Para:", "Asunto:"),
    "fr": ("De\xa0:", "Envoyé\xa0: vendredi 20 novembre 2026 12:57", "À\xa0:", "Objet\xa0:"),
    "ja": ("差出人:", "送信日時: 2026年11月20日 20:57", "宛先:", "件名:"),
    "nl": ("Van:", "Verzonden: vrijdag 20 november 2026 12:57", "Aan:", "Onderwerp:"),
    "pl": ("Od:", "Wysłano: piątek, 20 listopada 2026 12:57", "Do:", "Temat:"),
    "pt": ("De:", "Enviada em: sexta-feira, 20 de novembro de 2026 12:57", "Para:", "Assunto:"),
    "ru": ("От:", "Отправлено: 20 ноября 2026 г. 12:57", "Кому:", "Тема:"),
    "sv": ("Från:", "Skickat: den 20 november 2026 12:57", "Till:", "Ämne:"),
}
_OUTLOOK = {
    language: f"{sender} Sundial <play@play.example>\n{sent}\n{to} ada@example.net\n"
    f"{subject} Sundial: Seasons of the Sun, game k7m2xq9abcd\n"
    for language, (sender, sent, to, subject) in _LABELS.items()
}
PROGRAMS = {
    "Gmail": Program(_GMAIL, _marked(width=74)),
    "Gmail, app": Program(
        _GMAIL, _marked(width=74), beside=_cited('<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">')
    ),
    "Apple Mail": Program(_APPLE, _marked()),
    "Apple Mail, with pictures": Program(
        _APPLE, _marked(), beside=_cited('<blockquote type="cite">'), sends_pictures=True
    ),
    "Thunderbird": Program(
        {
            "en": "On 11/20/26 12:57, Sundial wrote:",
            "de": "Am 20.11.26 um 12:57 schrieb Sundial:",
            "it": "Il 20/11/26 12:57, Sundial ha scritto:",
            "cs": "Dne 20. 11. 26 v 12:57 Sundial napsal(a):",
            "es": "El 20/11/26 a las 12:57, Sundial escribió:",
            "fr": "Le 20/11/2026 à 12:57, Sundial a écrit :",
            "ja": "On 2026/11/20 20:57, Sundial wrote:",
            "nl": "Op 20-11-2026 om 12:57 schreef Sundial:",
            "pl": "W dniu 20.11.2026 o 12:57, Sundial pisze:",
            "pt": "Em 20/11/2026 12:57, Sundial escreveu:",
            "ru": "20.11.2026 12:57, Sundial пишет:",
            "sv": "Den 2026-11-20 kl. 12:57, skrev Sundial:",
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
            "en": f"-----Original Message-----\n{_OUTLOOK['en']}",
            "de": f"-----Ursprüngliche Nachricht-----\n{_OUTLOOK['de']}",
            "it": f"-----Messaggio originale-----\n{_OUTLOOK['it']}",
        },
        _as_it_is,
    ),
    "Outlook, new": Program(
        {language: f"{'_' * 32}\n{lines}" for language, lines in _OUTLOOK.items()},
        _of_html,
    ),
    "Outlook, phone": Program(
        {
            language: f"<div id='divRplyFwdMsg'>{lines.replace(chr(10), '<br>')}</div>"
            for language, lines in _OUTLOOK.items()
        },
        _page,
        is_html=True,
        sends_pictures=True,
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
MARKING = frozenset(
    {"Gmail", "Gmail, app", "Apple Mail", "Apple Mail, with pictures", "Thunderbird", "mutt", "K-9", "Proton"}
)
"""Programs that mark quotes."""
WORDED = {
    **{name: PROGRAMS[name] for name in ("Gmail", "Thunderbird", "Outlook classic", "Outlook, new")},
    "Apple Mail, lead-in without a mark": Program(_APPLE_UNMARKED, _marked()),
    "iPhone": Program(
        {
            language: f"{signature}\n\n> {_APPLE_UNMARKED.get(language, _APPLE_UNMARKED['en'])}> \n> \ufeff"
            for language, signature in _IPHONE.items()
        },
        _marked(),
    ),
}
"""Programs with wordings known in more languages than these three."""
ABSENCE_NOTICES = {
    "en": "Out of Office: ",
    "de": "Abwesenheitsnotiz: ",
    "it": "Risposta automatica: ",
    "cs": "Automatická odpověď: ",
    "es": "Respuesta automática: ",
    "fr": "Réponse automatique : ",
    "ja": "自動応答: ",
    "nl": "Automatisch antwoord: ",
    "pl": "Automatyczna odpowiedź: ",
    "pt": "Resposta automática: ",
    "ru": "Автоматический ответ: ",
    "sv": "Autosvar: ",
}
"""Beginnings of its subjects."""
