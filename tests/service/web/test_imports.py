"""Games that were played elsewhere, on pages: a file comes in, and the game says where it comes from."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask import Flask

from tests.service.foreign import ELSEWHERE, Record, begun, played, record_of, resigned, sealed
from tests.service.web.visitor import Page, Visitor, sign_in


@pytest.fixture
def record(app: Flask) -> Record:
    """Of a game from elsewhere."""
    return resigned()


def send(visitor: Visitor, content: bytes, **typed: Any) -> Page:
    """Upload a file."""
    return visitor.press(visitor.open("/me/imports"), "Import", file=(io.BytesIO(content), "record.json"), **typed)


def test_a_file_of_a_record_leads_to_its_game(app: Flask, record: Record) -> None:
    ann = sign_in(app, "ann")
    assert "Imported games" in ann.open("/me").text
    page = send(ann, json.dumps(record, indent=2).encode())
    assert page.status == 200
    assert page.address.startswith("/games/")
    assert f"Imported from {ELSEWHERE}" in page.text
    assert "not signed with a key known here" in page.text
    about = ann.open(f"{page.address}")
    assert "Origin of this game" in about.text
    assert "the key is unknown here" in about.text
    assert "not accounts of this server" in about.text
    assert "only you" in about.text
    assert "Time control" not in about.text
    assert {"inga", "otto"} <= set(page.text.split())
    assert not [link for link in page.tree.all("a") if "/players/" in link.attributes.get("href", "")]
    assert "imported" in ann.open("/me/imports").text


def test_it_can_be_replayed_analysed_and_taken_out(app: Flask, record: Record) -> None:
    ann = sign_in(app, "ann")
    page = send(ann, json.dumps(record).encode())
    assert ann.open(f"{page.address}?at=1").status == 200
    analysis = ann.open(f"{page.address}/analysis")
    assert f"Imported from {ELSEWHERE}" in analysis.text
    assert "Analyse game" in analysis.buttons
    assert ann.press(analysis, "Analyse game").status == 200
    assert ann.client.get(f"{page.address}/record").json == record
    over = ann.press(ann.open(f"{page.address}"), "Remove game")
    assert "None yet." in over.text
    assert ann.open(page.address).status == 404


def test_lines_are_taken_one_by_one(app: Flask, record: Record) -> None:
    ann = sign_in(app, "ann")
    other = sealed(record_of(played(begun("dawn", "kim", "lou"))))
    wrong = {**record, "winners": [0, 1]}
    page = send(ann, "\n".join(json.dumps(each) for each in (record, wrong, other)).encode())
    assert page.status == 422
    assert "Line 2: That record failed verification. Its signature doesn't match its content." in page.text
    assert "Line 3: DAWN" in page.text
    assert page.text.count("imported") == 2


@pytest.mark.parametrize("content", [b"", b"hello", b"[]", b"\xff\xfe", b'{"format": 7}', b"{" * 3000])
def test_what_is_no_record_is_refused_on_the_page(app: Flask, content: bytes) -> None:
    page = send(sign_in(app, "ann"), content)
    assert page.status in (400, 422)
    assert "Choose an unchanged file from a Sundial server" in page.text
    assert "None yet." in page.text


def test_a_file_may_hold_so_many_records(app: Flask) -> None:
    page = send(sign_in(app, "ann"), b"{}\n" * 21)
    assert page.status == 422
    assert "Send at most 20 records at once." in page.text


def test_whoever_has_the_address_sees_a_public_one_for_what_it_is(app: Flask, record: Record) -> None:
    address = send(sign_in(app, "ann"), json.dumps(record).encode(), visibility="public").address
    stranger = Visitor(app)
    assert f"Imported from {ELSEWHERE}" in stranger.open(address).text
    assert "Remove game" not in stranger.open(f"{address}").buttons
    assert "imported" in stranger.open(f"{address}/board").text
    assert address not in stranger.open("/games").response.get_data(as_text=True)


def test_strangers_bring_nothing_in(app: Flask) -> None:
    assert Visitor(app).open("/me/imports").heading == "Sign in"
