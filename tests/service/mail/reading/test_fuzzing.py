"""Whatever comes in: reading it raises nothing, takes a moment, and never takes a quoted line for the writer's own."""

import html
import re
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from service.mail.marker import MARKER, marker_line
from service.mail.quoted import SentMail, own_lines
from service.mail.reading import Reading, Reply, read
from tests.service.mail.reading.moment import takes_a_moment

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.eml"))

FRAGMENTS = r"""
\r\n|\n\n|\r|\x00|--x\n|--x--\n|> |<|<!--|</|<blockquote>|<s>|&#|=|=?utf-8?b?|?=|(|"|;|\xff\xfe|\x1b$B|utf-16
iso-2022-jp|Content-Type: multipart/mixed; boundary=x\n|Content-Type: multipart/report; boundary=x\n
Content-Type: text/html\n|Content-Type: message/rfc822\n|Content-Type: message/delivery-status\n
Content-Type: text/plain; charset=|charset*0*=utf-7''|Content-Transfer-Encoding: base64\n
Content-Transfer-Encoding: quoted-printable\n|format=flowed|On 2026 wrote:
Status: 5.1.1\n|Action: failed\n|Message-ID: <|From: |Subject: |place max-15
"""
fragments = st.sampled_from(
    [
        piece.encode().decode("unicode-escape").encode("latin-1")
        for piece in FRAGMENTS.strip().replace("\n", "|").split("|")
    ]
)
rubbish = st.lists(fragments | st.binary(max_size=20), max_size=60).map(b"".join)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw an email of the golden set with pieces missing, doubled or replaced."""
    raw = draw(st.sampled_from(GOLDEN)).read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        begin, end = sorted(draw(st.tuples(st.integers(0, len(raw)), st.integers(0, len(raw)))))
        middle = draw(st.sampled_from([b"", raw[begin:end][:2000] * 2]) | rubbish)
        raw = raw[:begin] + middle + raw[end:]
    return raw


@given(rubbish)
def test_rubbish_is_read_without_a_fault(raw: bytes) -> None:
    assert takes_a_moment(raw)


@given(damaged())
def test_damaged_mails_are_read_without_a_fault(raw: bytes) -> None:
    assert takes_a_moment(raw)


OWN = {
    "place max-15": "place max-15",
    "Move: sun c4, roof c5,": "Move: sun c4, roof c5,",
    "shadow c6...": "shadow c6...",
    "Hello!": "Hello!",
    "\u200b resign ": "resign",
    "ｐｌａｃｅ": "place",
    "thanks; bye": "thanks; bye",
    "sun d4;": "sun d4;",
}
"""What people write, and what is read of it."""
own = st.sampled_from(list(OWN))
marks = st.sampled_from(["> ", ">", ">> ", " > ", "| ", "SD> ", "＞", "» ", "\u200b> ", "\t>", "&gt; "])
quoted = st.builds("{}quoted {}".format, marks, own)
lead_ins = st.sampled_from(
    [
        "On Fri, Nov 20, 2026 at 12:57 PM Sundial <play@play.example> wrote:",
        "Am 20.11.26 um 12:57 schrieb Sundial:",
        "-----Original Message-----",
        "From: Sundial <play@play.example>",
        "-- ",
        MARKER,
        marker_line(),
        marker_line("Écrivez votre coup au-dessus de cette ligne."),
    ]
)
written = st.lists(own | st.just(""), max_size=4)
below = st.lists(quoted | own | st.just(""), max_size=6)


QUOTES = re.compile(r"\W*(?:SD|&gt;)?[>|＞»]")


def own_of(reading: Reading, sent: SentMail | None) -> tuple[str, ...]:
    """Return all of the writer's lines in a reply to that email."""
    return own_lines(reading, sent, lambda line: True).all if isinstance(reading, Reply) else ()


def plain(lines: list[str], params: str = "") -> bytes:
    return f"From: a@example.net\nContent-Type: text/plain; charset=utf-8{params}\n\n{chr(10).join(lines)}\n".encode()


params = st.sampled_from(["", "; format=flowed", "; format=flowed; delsp=yes"])


@given(written, quoted | lead_ins, below, params)
@example(["sun c4,"], "> quoted roof c5", [], "; format=flowed")
def test_no_answer_holds_a_word_of_what_was_quoted(above: list[str], border: str, rest: list[str], params: str) -> None:
    said = [f"quoted {line}".strip() for line in rest]
    reading = read(plain([*above, border, *said], params))
    assert "quoted" not in " ".join(own_of(reading, SentMail("\n".join([border, *said]), "")))
    assert "quoted" not in " ".join(reading.lines if isinstance(reading, Reply) else ())
    assert bool(own_of(reading, None)) == any(above) or QUOTES.match(border)


@given(written, st.lists(quoted, min_size=1, max_size=6), st.lists(own, max_size=3))
def test_what_stands_below_lines_that_are_marked_as_quoted_is_read_and_they_are_not(
    above: list[str], between: list[str], end: list[str]
) -> None:
    reading = read(plain([*above, *between, "", *end]))
    assert own_of(reading, None) == tuple(" ".join(OWN[line].split()) for line in (*filter(None, above), *end))


@given(written, below)
def test_no_answer_holds_a_word_from_a_quotation_in_html(above: list[str], rest: list[str]) -> None:
    paragraphs = "".join(f"<p>{html.escape(line)}</p>" for line in above)
    inside = "".join(f"<div>quoted {html.escape(line)}</div>" for line in rest)
    source = f"{paragraphs}<blockquote type=cite>{inside}</blockquote>"
    reading = read(f"From: a@example.net\nContent-Type: text/html; charset=utf-8\n\n{source}\n".encode())
    assert "quoted" not in " ".join(own_of(reading, None))
    assert bool(own_of(reading, None)) == any(above)


@given(st.lists(own, min_size=1, max_size=5))
def test_an_answer_is_all_the_lines_above_the_quote_in_order(lines: list[str]) -> None:
    assert read(plain([*lines, "", "> quoted"])) == Reply(tuple(" ".join(OWN[line].split()) for line in lines))
