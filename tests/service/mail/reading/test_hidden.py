"""What the reader of an HTML mail does not see is not played either, and what they see is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.mail.reading import Empty, Reading, Reply, read

MOVE = "place max-15"


def page(source: str) -> Reading:
    """Parse an HTML email with this source."""
    return read(f"From: a@example.net\nContent-Type: text/html; charset=utf-8\n\n{source}\n".encode())


STYLES = [
    "display:none",
    "DISPLAY : NONE !important",
    "display:/* no */none",
    "d\\69splay:none",
    "visibility:hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity:.01",
    "opacity:0%",
    "filter:opacity(0)",
    "font-size:0",
    "font-size:0px;line-height:0",
    "font-size:1px",
    "font-size:0.05em",
    "font:0/0 a",
    "font:italic 0px Arial",
    "max-height:0",
    "max-height:0px;overflow:hidden",
    "height:0;overflow:hidden",
    "width:1px;height:1px;overflow:hidden;position:absolute",
    "mso-hide:all",
    "color:transparent",
    "color:#fff",
    "color:#ffffff",
    "color:#FEFEFE",
    "color:White",
    "color:rgb(255, 255, 255)",
    "color:rgba(0,0,0,0)",
    "color:#0000",
    "-webkit-text-fill-color:transparent",
    "color:#123456;background:#123456",
    "color:red;background-color:red",
    "color:black;background:black no-repeat",
    "position:absolute;left:-9999px",
    "position:fixed;top:-100em",
    "text-indent:-9999px",
    "margin-left:-5000px",
    "transform:scale(0)",
    "transform:translateX(-9999px)",
    "clip:rect(0,0,0,0)",
    "clip:rect(1px 1px 1px 1px)",
    "clip-path:inset(50%)",
    "text-decoration:line-through",
]


@pytest.mark.parametrize("style", STYLES)
def test_words_in_a_style_that_hides_them_are_not_read(style: str) -> None:
    assert page(f'<div style="{style}">resign yes</div><p>{MOVE}</p>') == Reply((MOVE,))
    assert page(f'<p>{MOVE}</p><p style="{style}">resign yes</p>') == Reply((MOVE,))
    assert page(f'<div style="{style}"><p><b>resign yes</b></p></div>') == Empty()


@pytest.mark.parametrize("style", STYLES)
def test_words_that_a_style_sheet_hides_are_not_read(style: str) -> None:
    sheet = f"<style>p {{margin:0}} .x, #y, i.z {{{style}}}</style>"
    for mark in ("class='w x'", "id=y", "class=z"):
        assert page(f"{sheet}<i {mark}>resign yes</i><p>{MOVE}</p>") == Reply((MOVE,))
    assert page(f"<i class=x>resign yes</i><p>{MOVE}</p>{sheet}") == Reply((MOVE,))
    assert page(f"{sheet}<p class=z>{MOVE}</p>") == Reply((MOVE,))


UNSEEN = [
    "<template>{}</template>",
    "<noscript>{}</noscript>",
    "<p hidden>{}</p>",
    "<p HIDDEN=until-found>{}</p>",
    "<details>{}</details>",
    "<dialog>{}</dialog>",
    "<object>{}</object>",
    "<textarea>{}</textarea>",
    "<iframe>{}</iframe>",
    "<font color=white>{}</font>",
    "<div bgcolor=black><font color=white>{}</font></div>",
    "<table bgcolor=#ff0000><tr><td><font color='#f00'>{}</font></table>",
    "<body text=black bgcolor=black>{}<table bgcolor=white><tr><td>",
    "<!--[if mso]>{}<![endif]-->",
    "<title>{}</title>",
    '<p title=">" hidden>{}</p>',
    "<p title='>' style='display:none'>{}</p>",
    '<p title="<p>" hidden>{}</p>',
    "<p style=display&#58;none>{}</p>",
    "<p style='display:none' style='display:block'>{}</p>",
    "<div hidden><table><tr><td></div>{}</table></div>",
    "<span hidden><div></span>{}</div></span>",
    "<p><b hidden><div>{}</div></b></p>",
    "<p><s></p>{}</s>",
    "<ul><li hidden>x<ul><li>{}</ul></ul>",
    "<div style='visibility:hidden'><p style='font-size:2em'>{}</p></div>",
    "<div style='font-size:0'><p style='font-size:1em'>{}</p></div>",
    "<div style='display:none'><p style='display:block;visibility:visible;color:red'>{}</p></div>",
    "<div style='background:#222'><p style='color:#222'>{}</p></div>",
    "<style>.x{{display:none}}</style><p class=x style='color:red'>{}</p>",
    "<style>.x{{display:none!important}}</style><p class=x style='display:block'>{}</p>",
    "<style>@media screen{{.x{{display:none}}}}</style><p class=x>{}</p>",
    "<style><!-- div .x > .y{{display:none}} --></style><p class=y>{}</p>",
]


@pytest.mark.parametrize("source", UNSEEN)
def test_words_that_nobody_sees_are_not_read(source: str) -> None:
    hidden = source.format(*["resign yes"] * source.count("{}"))
    assert page(f"{hidden}<p>{MOVE}</p>") == Reply((MOVE,))


SEEN = [
    "<p aria-hidden=true>{}</p>",
    "<p class='hidden' title='hidden'>{}</p>",
    "<p data-style='display:none'>{}</p>",
    "<p hidden>x<p>{}",
    "<p style='display:none'>x<div>{}</div>",
    "<p><span hidden>x<div>{}</div></span>",
    "<table><tr><td><b hidden>x</td><td>{}</td></table>",
    "<p><b hidden>x</b></p><p>{}</p>",
    "<ul><li hidden>x<li>{}</ul>",
    "<table><tr><td hidden>x<td>{}</table>",
    "<details open>{}</details>",
    "<div style='color:#fff;background:#000'>{}</div>",
    "<table bgcolor=black><tr><td><font color=white>{}</font></table>",
    "<body bgcolor=black text=white>{}",
    "<div style='color:#fff'><p style='color:#000'>{}</p></div>",
    "<div style='color:#fff;background:url(night.png)'>{}</div>",
    "<div style='visibility:hidden'><p style='visibility:visible'>{}</p></div>",
    "<div style='font-size:0'><p style='font-size:12px'>{}</p></div>",
    "<p style='max-height:20px;height:0;opacity:1;font-size:.8em;overflow:hidden;height:auto'>{}</p>",
    "<p style='color:windowtext;font:700 12px/1.2 Arial;text-indent:-20px;left:-9999px;margin-left:-10px'>{}</p>",
    "<p style='background:white none;color:initial;clip:auto;transform:none;text-decoration:none'>{}</p>",
    "<style>.x{{display:none}}</style><p class=y>{}</p>",
    "<style>.x{{display:none}}</style><p class=x style='display:block'>{}</p>",
    "<style>.x.y{{display:none}}</style><p class=x>{}</p>",
    "<style>.x{{display:none}} .x{{display:block}}</style><p class=x>{}</p>",
    "<style>@media print{{p{{display:none}}}}</style><p>{}</p>",
    "<style>p:empty{{display:none}} p[dir]{{display:none}}</style><p>{}</p>",
    "<style>/* p{{display:none}} */</style><p>{}</p>",
    "<style>@import 'x'; a{{color:red}} }} p{{color:blue}}</style><p>{}</p>",
    "<!--><p>{}</p>",
    "<!-- x --!><p>{}</p>",
    "<p title='>' lang='en'>{}</p>",
    "<noscript>x</noscript>{}",
    "<script>'<p hidden>'</script>{}",
    "<img hidden><br hidden>{}",
]


@pytest.mark.parametrize("source", SEEN)
def test_words_that_can_be_seen_are_read(source: str) -> None:
    assert page(source.format(MOVE)) == Reply((MOVE,))


hiding = st.sampled_from(
    [
        *((f'<{name} style="{style}">', f"</{name}>") for name in ("div", "span", "td") for style in STYLES),
        ("<template>", "</template>"),
        ("<s>", "</s>"),
        ("<b hidden>", "</b>"),
    ]
)
harmless = st.sampled_from(
    [("<div>", "</div>"), ("<b>", "</b>"), ("<h1>", "</h1>"), ("<table><tr><td>", "</table>"), ("<ul><li>", "</ul>")]
)


@given(st.lists(harmless, max_size=3), hiding, st.lists(harmless, max_size=3))
def test_nothing_inside_of_what_is_hidden_is_read_however_it_is_nested(
    around: list[tuple[str, str]], hidden: tuple[str, str], inside: list[tuple[str, str]]
) -> None:
    source = "resign yes"
    for begin, end in [*inside, hidden, *around]:
        source = f"{begin}{source}{end}"
    assert page(f"<p>{MOVE}</p>{source}") == Reply((MOVE,))
