"""The fonts of the pages: ours to serve, light, and kept by browsers for as long as their content stays."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from flask import Flask

from service.web.assets import FOLDER, asset
from tests.service.web.visitor import Visitor

MOST_BYTES = 60 * 1024
SIZES = {"--s0": "0.875rem", "--s1": "1rem", "--s2": "1.25rem", "--s3": "1.75rem", "--s4": "2.5rem"}
"""14, 16, 20, 28 and 40 pixels."""


def test_the_sheet_names_each_font_at_the_address_of_its_present_content(app: Flask, visitor: Visitor) -> None:
    with app.test_request_context():
        sheet = asset("page.css")
    client = app.test_client()
    named = re.findall(r'url\("(.+?)"\)', client.get(sheet).text)

    fonts = [client.get(urljoin(sheet, address)) for address in named]

    assert len(fonts) == len(list(FOLDER.glob("*.woff2")))
    assert {font.mimetype for font in fonts} == {"font/woff2"}
    assert all("immutable" in font.headers["Cache-Control"] for font in fonts)
    assert sum(len(font.data) for font in fonts) <= MOST_BYTES
    assert "font-src 'self';" in visitor.open("/").response.headers["Content-Security-Policy"]


def test_no_font_has_a_table_of_styles_whose_names_were_cut() -> None:
    assert [font.name for font in FOLDER.glob("*.woff2") if b"STAT" in font.read_bytes()[:400]] == []


def test_text_has_one_of_five_sizes() -> None:
    sheets = [sheet.read_text() for sheet in FOLDER.glob("*.css")]
    said = [size for sheet in sheets for size in re.findall(r"font-size: ([^;}]+)|font: (?:\d+ )?(\S+?)[/ ;]", sheet)]
    sizes = {(alone or of_font).strip() for alone, of_font in said}

    assert sizes - {f"var({name})" for name in SIZES} <= {"0", "inherit", "0.92em", "0.8em"}
    assert all(f"{name}: {size};" in (FOLDER / "page.css").read_text() for name, size in SIZES.items())
