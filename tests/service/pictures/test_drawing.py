"""What the child draws: small, and with the colours by which a board is read."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from resvg import usvg

from service.drawing import COLOURS, MOST_IN_MAILS, WIDEST, WIDEST_IN_MAILS, WIDTH, Drawer, options
from service.pictures import for_mail
from service.pictures.night import by_night
from tests.rules.pictures import GOLDENS

MOST_BYTES = 37_000
BOARDS = sorted(GOLDENS.glob("*.svg"))


@pytest.fixture(scope="module")
def fonts() -> usvg.Options:
    return options()


def drawn(svg: str, fonts: usvg.Options) -> bytes:
    """What a child draws that has drawn nothing before."""
    return Drawer(fonts).drawn(svg)


def image(png: bytes) -> Image.Image:
    """A PNG, read."""
    read = Image.open(BytesIO(png))
    read.load()
    return read


def square(inside: str, size: int = 100) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
        f'<rect width="{size}" height="{size}" fill="#fbf7ee"/>{inside}</svg>'
    )


@pytest.mark.parametrize("board", BOARDS, ids=[board.stem for board in BOARDS])
def test_the_picture_of_a_board_is_small_enough_for_a_mail(board: str, fonts: usvg.Options) -> None:
    png = drawn(GOLDENS.joinpath(board).read_text(), fonts)
    shown = image(png)
    assert len(png) <= MOST_BYTES
    assert shown.mode == "P"
    assert len(shown.getcolors() or []) <= COLOURS
    assert shown.width <= WIDEST


def test_a_board_keeps_its_own_size_unless_it_is_wider_than_a_mail_can_show(fonts: usvg.Options) -> None:
    assert image(drawn(square("", WIDEST), fonts)).size == (WIDEST, WIDEST)
    assert image(drawn(square("", WIDEST + 20), fonts)).size == (WIDTH, WIDTH)


def test_each_area_has_its_very_colour_however_many_there_are(fonts: usvg.Options) -> None:
    colours = [(20 + 6 * number, 120, 250 - 6 * number) for number in range(36)]
    areas = "".join(
        f'<rect x="{number % 6 * 16}" y="{number // 6 * 16}" width="16" height="16" fill="rgb{colour}"/>'
        for number, colour in enumerate(colours)
    )
    shown = image(drawn(square(areas), fonts)).convert("RGB")
    assert [shown.getpixel((number % 6 * 16 + 8, number // 6 * 16 + 8)) for number in range(36)] == colours


def test_a_small_disc_has_its_very_colour_beside_another_that_is_much_alike(fonts: usvg.Options) -> None:
    discs = '<circle cx="50" cy="50" r="12" fill="#cfe6f5"/><circle cx="150" cy="50" r="12" fill="#e6eef5"/>'
    shown = image(drawn(square(discs, 600), fonts)).convert("RGB")
    assert [shown.getpixel((x, 50)) for x in (50, 150)] == [(0xCF, 0xE6, 0xF5), (0xE6, 0xEE, 0xF5)]


def test_letters_are_drawn_by_the_fonts_that_come_along(fonts: usvg.Options) -> None:
    def lettered(text: str) -> bytes:
        return drawn(
            square(f'<text x="9" y="60" font-size="40" font-family="DejaVu Sans, sans-serif">{text}</text>'), fonts
        )

    assert len({lettered(text) for text in ("", "a", "b", "★", "↻")}) == 5


@pytest.mark.parametrize("board", BOARDS, ids=[board.stem for board in BOARDS])
@pytest.mark.parametrize("goes_as", ["day", "night"])
def test_in_mails_a_board_has_few_bytes(board: Path, goes_as: str, fonts: usvg.Options) -> None:
    svg = for_mail(board.read_text()).replace('data-mail="alone"', 'data-mail="day"')
    svg = svg if goes_as == "day" else by_night(svg).replace('data-mail="day"', 'data-mail="night"')
    png = drawn(svg, fonts)
    shown = image(png)
    assert len(png) <= MOST_IN_MAILS[goes_as]
    assert shown.width <= WIDEST_IN_MAILS
    assert len(shown.getcolors() or []) <= COLOURS


@pytest.mark.parametrize("board", BOARDS, ids=[board.stem for board in BOARDS])
def test_a_child_that_has_drawn_the_board_before_draws_it_as_one_that_has_not(board: Path, fonts: usvg.Options) -> None:
    drawer, by_day = Drawer(fonts), for_mail(board.read_text()).replace('data-mail="alone"', 'data-mail="day"')
    for goes_as, svg in {
        "day": by_day,
        "night": by_night(by_day),
        "scant_night": by_night(by_day),
        "scant_day": by_day,
    }.items():
        asked = svg.replace('data-mail="day"', f'data-mail="{goes_as}"')
        assert drawer.drawn(asked) == drawn(asked, fonts), goes_as


def test_in_mails_a_small_disc_has_its_very_colour_and_ornaments_are_left_out(fonts: usvg.Options) -> None:
    inside = (
        '<circle cx="50" cy="50" r="12" fill="#cfe6f5"/><circle cx="150" cy="50" r="12" fill="#d55e00"/>'
        '<g class="ornament"><rect x="300" y="300" width="200" height="200" fill="#4b8752"/></g>'
    )
    shown = image(drawn(for_mail(square(inside, 600)), fonts)).convert("RGB")
    assert shown.size == (400, 400)
    found = [shown.getpixel((round(x * 2 / 3), round(y * 2 / 3))) for x, y in ((50, 50), (150, 50), (400, 400))]
    assert found == [(0xCF, 0xE6, 0xF5), (0xD5, 0x5E, 0x00), (0xFB, 0xF7, 0xEE)]
