"""Notices put into mails: what stands in them all, that they are the same each time, and how they are stopped."""

import re
import sys
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from io import BytesIO

import pytest
from flask import Flask
from PIL import Image

from service.db.clock import now
from service.mail.compose import SMALL, compose, subject_of
from service.mail.lines import clean
from service.models import Notice
from service.notifications.digests import claim_notices
from service.notifications.links import is_proven, without_proof
from service.notifications.preferences import resume_mail, stop_mail
from service.pictures.boards import PAINTER
from service.pictures.painter import Painter
from service.play.seats import resign
from tests.gauntlet.mails import KINDS, play_scene
from tests.service.conftest import FakeClock
from tests.service.mail.occasions import begun, finished, mail, newest, part, signing_in
from tests.service.on_sqlite import ON_BOTH
from tests.service.tables import table

pytestmark = pytest.mark.real_pictures
OF_SOMETHING_ELSE = {"bot_paused", "invitations", "digest"}
"""Kinds of mails that are about a bot, or about several games."""


def written(kind: str, clock: FakeClock) -> Notice:
    """Play the scene of a kind and return its newest notice, not yet composed."""
    play_scene(kind, clock)
    claim_notices(clock())  # those that belong together are gathered
    return newest(kind.replace("_", "-"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_notice_makes_the_same_bytes(app: Flask, clock: FakeClock, kind: str) -> None:
    notice = written(kind, clock)
    assert compose(notice) == compose(notice)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_text_and_html_and_the_headers_that_keep_machines_quiet(
    app: Flask, clock: FakeClock, kind: str
) -> None:
    notice = written(kind, clock)
    message = mail(notice.kind)
    assert message["Auto-Submitted"] == "auto-generated"
    assert is_proven(message["Message-ID"])
    assert without_proof(message["Message-ID"]) == notice.message_id
    assert message["Date"] is not None
    assert "http://127.0.0.1:8000/" in part(message, "plain")
    assert "<h1" in part(message, "html")
    assert max(map(len, part(message, "plain").splitlines())) <= 200
    assert len(part(message, "html")) < 100_000


def test_all_mails_of_a_game_are_one_thread(app: Flask) -> None:
    seasons = table("ada", "bob")
    messages = [mail("invitation")]
    seasons.play("place max-15")
    messages += [mail("your-turn"), mail("reminder")]
    resign(seasons.id, seasons.players[0], now())
    messages.append(mail("game-over"))
    assert len({message["Subject"] for message in messages}) == 1
    assert len({message["References"] for message in messages}) == 1
    assert len({message["Message-ID"] for message in messages}) == 4


@pytest.mark.parametrize("kind", sorted({*KINDS} - OF_SOMETHING_ELSE))
def test_whatever_is_mailed_of_one_game_has_the_subject_of_that_game(app: Flask, clock: FakeClock, kind: str) -> None:
    notice = written(kind, clock)
    if notice.game_id is not None:
        assert mail(notice.kind)["Subject"] == subject_of(notice)


def test_a_name_cannot_forge_a_header() -> None:
    assert clean("Ada\r\nBcc: eve@example.net\x00") == "Ada Bcc: eve@example.net"


def test_a_mail_that_one_can_do_without_can_be_stopped_with_one_click(app: Flask) -> None:
    begun()
    message = mail("your-turn")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].startswith("<http://127.0.0.1:8000/unsubscribe/your-turn.")


def test_a_mail_that_can_be_stopped_says_where_and_for_which_game(app: Flask) -> None:
    seasons = begun()
    message = mail("your-turn")
    link = message["List-Unsubscribe"].partition(",")[0].strip("<>")
    assert f"Fewer emails: {link}" in part(message, "plain")
    assert f'href="{link}"' in part(message, "html")
    assert seasons.id in link


def test_a_sign_in_mail_cannot_be_stopped(app: Flask) -> None:
    signing_in()
    assert mail("sign-in")["List-Unsubscribe"] is None


def test_who_has_stopped_a_kind_of_mail_gets_none_until_they_take_it_up_again(app: Flask) -> None:
    seasons = table("ada", "bob")
    bob = seasons.players[1]
    stop_mail(bob.id, "your-turn")
    seasons.play("place max-15")
    assert newest("your-turn").email == "ada@example.net"
    resume_mail(bob.id, "your-turn", now())
    while seasons.mover.name == "bob":
        seasons.play_anything()
    while seasons.mover.name == "ada":
        seasons.play_anything()
    assert newest("your-turn").email == "bob@example.net"


def test_a_game_over_mail_says_who_has_won_and_how(app: Flask) -> None:
    finished()
    text = part(mail("game-over"), "plain")
    assert "You won" in text
    assert "because a player resigned" in text


@pytest.mark.parametrize("kind", ["your_turn", "digest"])
def test_a_mail_whose_board_cannot_be_drawn_goes_with_the_text_board(app: Flask, clock: FakeClock, kind: str) -> None:
    notice = written(kind, clock)
    app.config[PAINTER] = Painter(program=[sys.executable, "-c", "pass"])
    message = message_from_bytes(compose(notice), policy=default)
    assert [each.get_content_type() for each in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    html = part(message, "html")
    assert "<img" not in html
    assert "<pre" in html


@ON_BOTH
def test_a_board_is_drawn_once_for_all_its_readers(app: Flask, clock: FakeClock) -> None:
    begun()
    drawn = pictures_in(mail("your-turn"))
    app.config[PAINTER] = Painter(program=[sys.executable, "-c", "pass"])
    assert pictures_in(mail("your-turn")) == pictures_in(mail("reminder")) == drawn


def test_a_mail_has_its_board_in_the_colours_of_the_night_as_well(app: Flask) -> None:
    table("ada", "bob", ruleset="siesta")
    message = mail("your-turn")
    by_day, by_night = pictures_in(message)
    shares = [darkness(picture) for picture in (by_day, by_night)]
    assert shares[0] < 0.2
    assert shares[1] > 0.8
    html = part(message, "html")
    assert '<source media="(prefers-color-scheme: dark)" srcset="cid:board-by-night.' in html
    assert html.index("<picture>") < html.index('<img src="cid:board.') < html.index("</picture>")


def test_programs_that_know_no_picture_element_show_the_board_by_day_and_list_no_attachment(app: Flask) -> None:
    table("ada", "bob", ruleset="siesta")
    message = mail("your-turn")
    without = re.sub("</?(?:picture|source)[^>]*>", "", part(message, "html"))
    shown, *hidden = re.findall(r'(?:<div class="([^"]*)"[^>]*>)?<img src="cid:([^"]*)" alt="([^"]*)"', without)
    name = without_proof(message["Message-ID"])[1:-1]
    assert shown[:2] == ("", f"board.{name}")
    assert hidden == [("hidden", f"board-by-night.{name}", "")]
    named = {each["Content-ID"] for each in message.walk() if each.get_content_maintype() == "image"}
    assert named == {f"<{name}>" for _, name, _ in (shown, *hidden)}


@pytest.mark.parametrize(("ruleset", "shining"), [("seasons", 1), ("tribes", 0)])
def test_a_board_whose_night_is_its_negative_is_sent_once(app: Flask, ruleset: str, shining: int) -> None:
    table("ada", "bob", ruleset=ruleset)
    message = mail("your-turn")
    html = part(message, "html")
    assert len(pictures_in(message)) == 1
    assert html.count('src="cid:board.') == 1 + shining
    assert html.count('<div class="hidden shining"') == shining
    assert len(compose(newest("your-turn"))) <= SMALL


def test_a_board_that_is_dark_by_day_is_sent_once(app: Flask) -> None:
    table("ada", "bob", ruleset="dawn")
    message = mail("your-turn")
    assert len(pictures_in(message)) == 1
    assert "<picture" not in part(message, "html")


def darkness(png: bytes) -> float:
    """Return the share of a picture's pixels that are dark."""
    with Image.open(BytesIO(png)) as image:
        counts = image.convert("L").histogram()
    return sum(counts[:128]) / sum(counts)


def pictures_in(message: EmailMessage) -> list[bytes]:
    """Return the pictures in an email."""
    return [each.get_content() for each in message.walk() if each.get_content_type() == "image/png"]
