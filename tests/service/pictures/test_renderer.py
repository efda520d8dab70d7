"""Boards rendered in a subprocess: small, and with the board's colours."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from service.pictures.boards import BY_BOTH, BY_DAY, BY_NIGHT, for_mail, negative
from service.pictures.night import by_night
from service.pictures.renderer import COLOURS, WIDEST, WIDEST_IN_MAILS, WIDTH, Drawer, know_fonts
from tests.rules.pictures import GOLDENS

MOST_BYTES = 37_000
BOARDS = sorted(GOLDENS.glob("*.svg"))
TWICE = [board for board in BOARDS if negative(board.read_text()) is None]
"""Those of which mails have a picture by day and one by night; of the others they have one."""
IN_MAILS = [
    *((board, steps) for board in TWICE for steps in (BY_DAY, BY_NIGHT)),
    *((board, BY_BOTH) for board in BOARDS if board not in TWICE),
]


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    know_fonts()


def drawn(svg: str) -> bytes:
    """Render a picture in a new child process."""
    return Drawer().drawn(svg)


def in_mail(board: Path, most: int, *, at_night: bool = False) -> str:
    """Return the SVG of a board that must fit into so many bytes in an email."""
    svg = re.sub('data-mail="[0-9]+"', f'data-mail="{most}"', for_mail(board.read_text()), count=1)
    return by_night(svg) if at_night else svg


def image(png: bytes) -> Image.Image:
    """Decode a PNG."""
    read = Image.open(BytesIO(png))
    read.load()
    return read


def square(inside: str, size: int = 100) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
        f'<rect width="{size}" height="{size}" fill="#fbf7ee"/>{inside}</svg>'
    )


@pytest.mark.parametrize("board", BOARDS, ids=[board.stem for board in BOARDS])
def test_the_picture_of_a_board_is_small_enough_for_a_mail(board: str) -> None:
    png = drawn(GOLDENS.joinpath(board).read_text())
    shown = image(png)
    assert len(png) <= MOST_BYTES
    assert shown.mode == "P"
    assert len(shown.getcolors() or []) <= COLOURS
    assert shown.width <= WIDEST


def test_a_board_keeps_its_own_size_unless_it_is_wider_than_a_mail_can_show() -> None:
    assert image(drawn(square("", WIDEST))).size == (WIDEST, WIDEST)
    assert image(drawn(square("", WIDEST + 20))).size == (WIDTH, WIDTH)


def test_each_area_has_its_very_colour_however_many_there_are() -> None:
    colours = [(20 + 6 * number, 120, 250 - 6 * number) for number in range(36)]
    areas = "".join(
        f'<rect x="{number % 6 * 16}" y="{number // 6 * 16}" width="16" height="16" fill="rgb{colour}"/>'
        for number, colour in enumerate(colours)
    )
    shown = image(drawn(square(areas))).convert("RGB")
    assert [shown.getpixel((number % 6 * 16 + 8, number // 6 * 16 + 8)) for number in range(36)] == colours


def test_a_small_disc_has_its_very_colour_beside_another_that_is_much_alike() -> None:
    discs = '<circle cx="50" cy="50" r="12" fill="#cfe6f5"/><circle cx="150" cy="50" r="12" fill="#e6eef5"/>'
    shown = image(drawn(square(discs, 600))).convert("RGB")
    assert [shown.getpixel((x, 50)) for x in (50, 150)] == [(0xCF, 0xE6, 0xF5), (0xE6, 0xEE, 0xF5)]


def test_letters_are_drawn_by_the_fonts_that_come_along() -> None:
    def lettered(text: str) -> bytes:
        return drawn(square(f'<text x="9" y="60" font-size="40" font-family="DejaVu Sans, sans-serif">{text}</text>'))

    assert len({lettered(text) for text in ("", "a", "b", "★", "↻")}) == 5


@pytest.mark.parametrize(("board", "steps"), IN_MAILS, ids=[f"{board.stem}-{steps[-1]}" for board, steps in IN_MAILS])
def test_in_mails_a_board_has_few_bytes(board: Path, steps: range) -> None:
    most = steps[-1]
    png = drawn(in_mail(board, most, at_night=steps == BY_NIGHT))
    shown = image(png)
    assert len(png) <= most
    assert shown.width <= WIDEST_IN_MAILS
    assert len(shown.getcolors() or []) <= COLOURS


@pytest.mark.parametrize("board", BOARDS, ids=[board.stem for board in BOARDS])
def test_a_child_that_has_drawn_the_board_before_draws_it_as_one_that_has_not(board: Path) -> None:
    drawer = Drawer()
    for at_night, steps in ((False, BY_DAY), (True, BY_NIGHT)):
        for most in (steps[-1], steps[0]):
            asked = in_mail(board, most, at_night=at_night)
            assert drawer.drawn(asked) == drawn(asked), (at_night, most)


def test_an_outline_lies_below_its_letter_and_not_on_it() -> None:
    outlined = 'fill="#ffffff" stroke="#8e2418" stroke-width="14" paint-order="stroke"'
    shown = image(drawn(square(f'<text x="20" y="90" font-size="100" {outlined}>I</text>', 100))).convert("RGB")
    assert (255, 255, 255) in {shown.getpixel((x, 50)) for x in range(100)}


def test_in_mails_a_board_is_no_wider_than_its_share() -> None:
    told = square("", 600).replace('height="600">', 'height="600" data-mail-share="0.5">', 1)
    assert [image(drawn(for_mail(svg))).width for svg in (square("", 600), told)] == [400, 300]


def test_in_mails_a_board_is_no_smaller_than_its_floor_however_few_bytes_there_are() -> None:
    told = square('<circle cx="300" cy="300" r="200"/>', 600)
    floored = told.replace('height="600">', 'height="600" data-mail-floor="0.4">', 1)
    assert [image(drawn(for_mail(svg).replace('"13700"', '"10"'))).width for svg in (told, floored)] == [200, 240]


def test_a_fine_drawing_has_between_its_areas_mostly_their_own_colours() -> None:
    told = square('<circle cx="300" cy="300" r="200" fill="#d55e00"/>', 600)
    fine = told.replace('height="600">', 'height="600" data-mail-fine="2">', 1)
    edges = [_in_no_area(image(drawn(for_mail(svg)))) for svg in (told, fine)]
    assert 0 < edges[1] < 0.6 * edges[0]


def _in_no_area(picture: Image.Image) -> int:
    """How many pixels have none of the two most frequent colours."""
    counts = sorted(picture.convert("L").histogram())
    return sum(counts[:-2])


def test_in_mails_a_small_disc_has_its_very_colour_and_ornaments_are_left_out() -> None:
    inside = (
        '<circle cx="50" cy="50" r="12" fill="#cfe6f5"/><circle cx="150" cy="50" r="12" fill="#d55e00"/>'
        '<g class="ornament"><rect x="300" y="300" width="200" height="200" fill="#4b8752"/></g>'
    )
    shown = image(drawn(for_mail(square(inside, 600)))).convert("RGB")
    assert shown.size == (400, 400)
    found = [shown.getpixel((round(x * 2 / 3), round(y * 2 / 3))) for x, y in ((50, 50), (150, 50), (400, 400))]
    assert found == [(0xCF, 0xE6, 0xF5), (0xD5, 0x5E, 0x00), (0xFB, 0xF7, 0xEE)]
