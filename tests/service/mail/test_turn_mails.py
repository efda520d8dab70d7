"""The mail of a turn: the decision and its links first, then the board, drawn and in words."""

import re
from email.message import EmailMessage

import pytest
from flask import Flask

import rules
from service.core.db import session
from service.models import Game
from service.people.accounts import change
from service.play.positions import position_of
from service.post import links
from service.telling.examples import moves_for_example
from service.telling.offers import offers
from tests.service.mail.occasions import begun, mail, newest, part
from tests.service.tables import table
from tests.service.web.html import parse


def test_a_turn_mail_shows_the_board_the_news_the_deadline_and_the_way_to_move(app: Flask) -> None:
    begun()
    message = mail("your-turn")
    text, html = part(message, "plain"), part(message, "html")
    for shown in ("max-15", "ada: places", "Dice: ", "Thursday, 7 May 2026, 12:00 (UTC)", "/t/t"):
        assert shown in text
    assert 'src="cid:board@sundial"' in html
    [picture] = [each for each in message.walk() if each.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<board@sundial>"
    assert picture.get_content().startswith(b"\x89PNG")


def test_the_deadline_is_told_in_the_readers_zone(app: Flask) -> None:
    seasons = table("ada", "bob")
    change(seasons.players[1].id, time_zone="Asia/Kolkata")
    seasons.play("place max-15")
    assert "17:30 (Asia/Kolkata)" in part(mail("your-turn"), "plain")


def longest(message: EmailMessage) -> int:
    return max(map(len, part(message, "plain").splitlines()))


def of_ruleset(ruleset: str) -> EmailMessage:
    """The mail of the first turn that leaves somebody a small choice, or of the last begun if none does."""
    of = table("ada", "bob", ruleset=ruleset)
    while not offers(of.game):
        of.play(moves_for_example(of.game)[-1])
    return mail("your-turn")


@pytest.mark.parametrize("ruleset", rules.games())
def test_small_choices_have_a_link_each_in_both_parts(app: Flask, ruleset: str) -> None:
    message = of_ruleset(ruleset)
    text, tree = part(message, "plain"), parse(part(message, "html"))
    game = session().get_one(Game, newest("your-turn").game_id)
    wanted = [links.offer_link(game, game.to_move or 0, offer.text) for offer in offers(game)]
    linked = [anchor.attributes["href"] for anchor in tree.all("a") if "?pick=" in anchor.attributes["href"]]
    assert linked == wanted
    assert [line.strip() for line in text.splitlines() if "?pick=" in line] == wanted
    assert max(map(len, wanted)) <= 200
    assert longest(message) <= 200


def test_a_link_for_a_small_choice_says_what_the_choice_does(app: Flask) -> None:
    begun()
    message = mail("your-turn")
    assert re.search(r"place max-15: places \d+ on max-15", part(message, "plain"))
    [tile] = [a for a in parse(part(message, "html")).all("a") if a.text.startswith("place max-15")]
    assert re.search(r"places \d+ on max-15", tile.text)


def test_where_the_choice_is_large_one_link_leads_to_the_board(app: Flask) -> None:
    table("ada", "bob", ruleset="springtime")
    message = mail("your-turn")
    assert "?pick=" not in part(message, "html")
    assert len(re.findall(r"http\S+/t/\S+", part(message, "plain"))) == 1


@pytest.mark.parametrize("ruleset", rules.games())
def test_the_decision_comes_before_the_board_in_words(app: Flask, ruleset: str) -> None:
    message = of_ruleset(ruleset)
    text, html = part(message, "plain"), part(message, "html")
    assert max(found.end() for found in re.finditer("/t/t", text)) < text.index("The board, drawn in")
    assert text.index("The board, drawn in") < text.index("The board in words:")
    assert max(found.end() for found in re.finditer("/t/t", html)) < html.index("The board in words")


def test_the_picture_is_named_shortly_and_told_in_words_at_the_end(app: Flask) -> None:
    seasons = begun()
    described = [str(sentence) for sentence in rules.game("seasons").picture.describe(position_of(seasons.game))]
    tree = parse(part(mail("your-turn"), "html"))
    [alternative] = [image.attributes["alt"] for image in tree.all("img")]
    assert alternative == "The board; in words it stands at the end of this mail."
    assert [item.text for item in list(tree.all("ul"))[-1].all("li")] == described


def test_a_listener_knows_how_many_lines_of_drawing_to_skip(app: Flask) -> None:
    begun()
    lines = part(mail("your-turn"), "plain").splitlines()
    [intro] = [number for number, line in enumerate(lines) if line.startswith("The board, drawn in")]
    count = int(re.sub(r"\D", "", lines[intro]))
    assert lines[intro + 2].startswith("MAX:")
    assert lines[intro + 1 + count].startswith("B to move")
