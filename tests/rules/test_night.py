"""Dark mode: letters and pieces of every board have enough contrast."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

import rules
from rules import Game
from rules.canvas import LAST, LETTER, MAY, NIGHT, PAPER, SEATS
from rules.games.siesta import picture
from rules.games.springtime.landscape import SEAT_BLOOMS, STAGE_BLOOMS, TERRAINS
from rules.games.tribes.picture import LOOKS, PALE
from service import mail
from service.pictures.night import by_day_and_night, by_night, negative, night, night_sheet
from service.pictures.renderer import know_fonts, rendered
from tests.rules.pictures import GOLDENS, STAGES

TEXT, SHAPE = 4.5, 3.0
"""Of WCAG 2.2, 1.4.3 and 1.4.11."""
ALIKE, RIM = 1.6, {"#3a3733"}
"""The contrast of two colours that may stand for each other, and what is light in the negative: lines and the rim."""
SHADOW = "#453c5c"
NAMED = re.compile("#[0-9a-f]{6}")
FILTER = re.compile(
    r"\.negative\{filter:invert\(([.\d]+)\) hue-rotate\(180deg\) saturate\(([.\d]+)\) brightness\(([.\d]+)\)\}"
)
[AMOUNTS] = FILTER.findall((Path(mail.__path__[0]) / "layout.html").read_text())
WEIGHTS = (0.213, 0.715, 0.072)
"""Of red, green and blue in what a filter takes for lightness (CSS Filter Effects, 1)."""


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Between 1 and 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    know_fonts()


def without_letters(svg: str) -> Image.Image:
    """Render a picture without its letters."""
    return rendered(re.sub("<text .*?</text>", "", svg))


def letters(svg: str) -> Iterator[tuple[str, str, tuple[int, int, int, int], str | None]]:
    """Yield each text with its colour, its approximate box, and the colour of its outline."""
    ink = ET.fromstring(svg).get("fill", "")  # noqa: S314  # our own
    faint = re.sub('<g [^>]*opacity="0.5".*?</g>', "", svg.replace("\n", ""))
    for element in ET.fromstring(faint).iter("{http://www.w3.org/2000/svg}text"):  # noqa: S314
        said, size = element.text or "", float(element.get("font-size", 0))
        wide = size * 0.55 * len(said)
        left = float(element.get("x", 0)) - wide * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "")]
        top = float(element.get("y", 0)) - size * 0.72
        box = tuple(round(at) for at in (left, top, left + max(wide, 2), top + size * 0.72))
        if said:
            yield said, element.get("fill", ink), box, element.get("stroke")  # type: ignore[misc]  # four of them


def ground(image: Image.Image, box: tuple[int, int, int, int]) -> str:
    """Return the most frequent colour in a part of a picture."""
    _, colour = max(image.crop(box).getcolors(image.width * image.height) or [])
    return "#{:02x}{:02x}{:02x}".format(*(colour if isinstance(colour, tuple) else ()))


def faint(svg: str, least: float) -> set[str]:
    """Return the texts with too little contrast."""
    below = without_letters(svg)
    return {
        f"{said} {colour} on {on}: {contrast(colour, on):.1f}"
        for said, colour, box, edge in letters(svg)
        if contrast(colour, on := edge or ground(below, box)) < least
    }


@pytest.mark.parametrize("stage", STAGES)
def test_every_letter_of_a_board_is_read_by_night_and_by_day(game: Game, stage: str) -> None:
    drawn = (GOLDENS / f"{game.id}-{stage}.svg").read_text()

    assert faint(by_night(drawn), TEXT) == set()
    assert faint(drawn, SHAPE) == set()


def in_negative(colour: str) -> str:
    """Invert a colour as the style sheet of emails does in dark mode, step by step like a browser."""
    inverted, saturated, brightened = map(float, AMOUNTS)
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    parts = [inverted * (1 - part) + (1 - inverted) * part for part in parts]
    for chroma in (-1, saturated):
        light = sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True))
        parts = [min(max(light + chroma * (part - light), 0), 1) for part in parts]
    return "#" + "".join(f"{min(round(255 * part * brightened), 255):02x}" for part in parts)


@pytest.mark.parametrize("stage", STAGES)
def test_every_letter_of_a_board_is_read_in_mails_that_show_its_negative_by_night(game: Game, stage: str) -> None:
    drawn = (GOLDENS / f"{game.id}-{stage}.svg").read_text()
    turned = NAMED.sub(lambda colour: in_negative(colour[0]), drawn)

    assert negative(drawn) is None or faint(turned, TEXT) == set()


def test_where_the_negative_of_a_board_is_its_night_colours_are_those_of_the_night(game: Game) -> None:
    drawn = (GOLDENS / f"{game.id}-middle.svg").read_text()
    shades = night()
    named = [colour for colour in set(NAMED.findall(drawn)) if colour in shades]
    far = {colour: contrast(in_negative(colour), shades[colour]) for colour in named}

    assert negative(drawn) is None or {colour for colour, apart in far.items() if apart > ALIKE} <= RIM


def test_a_letter_that_is_lost_is_found() -> None:
    drawn = (GOLDENS / "siesta-end.svg").read_text().replace('fill="#6f6a5c"', 'fill="#eadfc8"')

    assert faint(drawn, SHAPE)


@pytest.mark.parametrize(
    ("signs", "grounds"),
    [
        ([look.strong for look in SEATS], [PAPER, LETTER, *(look.light for look in SEATS)]),
        ([look.strong for look in SEATS], [picture.LIT, picture.DIM]),
        ([SHADOW, LAST, MAY], [picture.LIT, picture.DIM]),
        (
            [bloom.colour for bloom in (*SEAT_BLOOMS, *STAGE_BLOOMS)],
            [LETTER, *(each.ground for each in TERRAINS.values())],
        ),
        ([LAST, MAY], [PAPER, *(terrain.ground for terrain in TERRAINS.values())]),
        ([look.strong for look in LOOKS], [PALE, *(look.tint for look in LOOKS)]),
        ([LAST, MAY], [PALE, *(look.tint for look in LOOKS)]),
    ],
    ids=["seats", "roofs", "shadows", "flowers", "signs of springtime", "tribes", "signs of tribes"],
)
def test_pieces_and_signs_stand_out_by_night(signs: list[str], grounds: list[str]) -> None:
    shades = night()
    pairs = [(shades.get(sign, sign), shades.get(on, on)) for sign, on in product(signs, grounds)]

    assert {pair: round(contrast(*pair), 1) for pair in pairs if contrast(*pair) < SHAPE} == {}


def test_no_two_games_mean_different_things_by_a_colour_and_none_is_named_in_vain() -> None:
    told = [
        (day, dark)
        for table in [NIGHT, *(game.night for game in rules.games().values())]
        for day, dark in table.items()
    ]
    drawn = set(NAMED.findall(" ".join(path.read_text() for path in GOLDENS.glob("*.svg"))))

    assert len({day for day, _ in told}) == len(set(told))
    assert {day for day, _ in told} - drawn == set()


def test_a_drawing_holds_a_sheet_for_its_own_colours_alone_and_a_page_one_for_all() -> None:
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg"><rect fill="{PAPER}" stroke="#123456"/></svg>'
    rule = f'[fill="{PAPER}"]{{fill:{NIGHT[PAPER]}}}'

    assert f"<style>@media screen and (prefers-color-scheme:dark){{{rule}}}</style><rect" in by_day_and_night(drawn)
    assert rule in night_sheet().splitlines()
    assert by_night(drawn) == drawn.replace(PAPER, NIGHT[PAPER])
