"""The mail of a turn: the decision and its links first, then the board, drawn and in words."""

import re
from email.message import EmailMessage

import pytest
from flask import Flask

import rules
from service.accounts.accounts import change
from service.db import clock
from service.db.engines import session
from service.mail.compose import compose
from service.models import Game
from service.notifications import links
from service.notifications.links import without_proof
from service.play.positions import position_of
from service.play.seats import resign
from service.presentation.offers import moves_for_example, offers
from tests.service.mail.occasions import begun, mail, newest, part
from tests.service.statements import executed
from tests.service.tables import table
from tests.service.web.html import parse

pytestmark = pytest.mark.real_pictures


def test_a_turn_mail_shows_the_board_the_news_the_deadline_and_the_way_to_move(app: Flask) -> None:
    begun()
    message = mail("your-turn")
    text, html = part(message, "plain"), part(message, "html")
    for shown in ("max-15", "ada: places", "Dice: ", "Thu 7 May 2026, 12:00 UTC", "/t/t"):
        assert shown in text
    [picture] = [each for each in message.walk() if each.get_content_type() == "image/png"]
    assert picture["Content-ID"] == without_proof(message["Message-ID"]).replace("<", "<board.")
    assert f'src="cid:{picture["Content-ID"][1:-1]}"' in html
    assert picture.get_content().startswith(b"\x89PNG")


def test_beside_its_notice_a_turn_mail_reads_its_game_with_who_plays_there_and_its_log(app: Flask) -> None:
    begun()
    notice = newest("your-turn")
    compose(notice)  # so that the process knows the board
    session().rollback()
    session().expunge_all()
    session().add(notice)
    session().refresh(notice)
    with executed() as statements:
        compose(notice)

    assert len(statements) == 2, statements


def test_the_deadline_is_told_in_the_readers_zone(app: Flask) -> None:
    seasons = table("ada", "bob")
    change(seasons.players[1].id, time_zone="Asia/Kolkata")
    seasons.play("place max-15")
    assert "17:30 Asia/Kolkata" in part(mail("your-turn"), "plain")


def longest(message: EmailMessage) -> int:
    return max(map(len, part(message, "plain").splitlines()))


def of_ruleset(ruleset: str) -> EmailMessage:
    """Return the email about the first turn with a small choice."""
    of = table("ada", "bob", ruleset=ruleset)
    while not offers(of.game):
        of.play(moves_for_example(of.game)[-1])
    return mail("your-turn")


@pytest.mark.parametrize("ruleset", rules.games())
def test_small_choices_have_a_link_each_in_both_parts(app: Flask, ruleset: str) -> None:
    message = of_ruleset(ruleset)
    text, tree = part(message, "plain"), parse(part(message, "html"))
    game = session().get_one(Game, newest("your-turn").game_id)
    wanted = [links.with_offer(links.turn_link(game, game.to_move or 0), offer.text) for offer in offers(game)]
    linked = [anchor.attributes["href"] for anchor in tree.all("a") if "?pick=" in anchor.attributes["href"]]
    assert linked == wanted
    assert [line.strip() for line in text.splitlines() if "?pick=" in line] == wanted
    assert max(map(len, wanted)) <= 200
    assert longest(message) <= 200


def test_a_link_for_a_small_choice_says_what_the_choice_does(app: Flask) -> None:
    begun()
    message = mail("your-turn")
    assert re.search(r"\bplace max-15: places \d+ on max-15", part(message, "plain"))
    [tile] = [a for a in parse(part(message, "html")).all("a") if a.text.startswith("place max-15")]
    assert re.search(r"places \d+ on max-15", tile.text)


def test_where_the_choice_is_large_one_link_leads_to_the_board(app: Flask) -> None:
    table("ada", "bob", ruleset="springtime")
    message = mail("your-turn")
    assert "?pick=" not in part(message, "html")
    assert len(re.findall(r"http\S+/t/[^\s/]+\s", part(message, "plain"))) == 1


@pytest.mark.parametrize("ruleset", rules.games())
def test_the_text_has_the_board_first_then_the_deadline_examples_and_the_links(app: Flask, ruleset: str) -> None:
    text = part(of_ruleset(ruleset), "plain")
    lines = text.splitlines()
    [board] = [number for number, line in enumerate(lines, start=1) if line.startswith("The board, drawn in")]
    assert board + 2 <= 12
    deadline = text.index("You have until")
    last_example = text.index(moves_for_example(game_told())[-1], deadline)  # the board may show such a piece, too
    first_link = re.search(r"http\S+/t/t", text)
    assert first_link is not None
    assert text.index("The board, drawn in") < deadline < last_example < first_link.start()


def game_told() -> Game:
    return session().get_one(Game, newest("your-turn").game_id)


def test_whoever_has_to_move_reads_which_side_that_is_and_what_is_to_be_done(app: Flask) -> None:
    dawn = table("ada", "bob", ruleset="dawn")
    text = part(mail("your-turn"), "plain")
    assert "You are A, Nature.\nNature enters Vesta." in text.replace("\r", "")
    assert "Reply with “rules” to get the guide" in " ".join(text.split())
    dawn.play("vesta h6")
    text = part(mail("your-turn"), "plain")
    assert "You are B, Mission Control.\nMission Control places a bar of length" in text.replace("\r", "")


def test_the_first_piece_of_several_is_called_a_beginning_and_a_whole_move_a_move(app: Flask) -> None:
    assert "Start your move with one click" in part(of_ruleset("siesta"), "plain")
    assert "Choose your move with one click" in part(of_ruleset("seasons"), "plain")


def test_the_picture_is_summed_up_and_told_in_words_only_to_whoever_wants_that(app: Flask) -> None:
    seasons = begun()
    described = [str(sentence) for sentence in rules.game("seasons").picture.describe(position_of(seasons.game))]
    tree = parse(part(mail("your-turn"), "html"))
    [alternative] = filter(None, [image.attributes["alt"] for image in tree.all("img")])
    assert alternative.startswith(f"The board. {described[0]}")
    assert len(alternative) < 250
    assert "To get the board in words in every email, reply with: words" in part(mail("your-turn"), "plain")
    assert "The board in words:" not in part(mail("your-turn"), "plain")
    change(newest("your-turn").account_id or 0, board_words=True)
    tree = parse(part(mail("your-turn"), "html"))
    assert [item.text for item in list(tree.all("ul"))[-1].all("li")] == described
    assert "The board in words:" in part(mail("your-turn"), "plain")


@pytest.mark.parametrize("ruleset", rules.games())
def test_a_board_that_is_over_names_no_next_step(app: Flask, ruleset: str) -> None:
    of = table("ada", "bob", ruleset=ruleset)
    change(of.players[1].id, board_words=True)
    resign(of.id, of.players[0], clock.now())
    text = part(mail("game-over"), "plain").partition("-- ")[0]
    assert not re.search(
        r"\b(?:may go on|may place|may reroll|is allowed|to play|is to |places a bar|enters V|moves V)|'s turn", text
    )
    assert "The game is over." in text


def test_a_listener_knows_how_many_lines_of_drawing_to_skip(app: Flask) -> None:
    begun()
    lines = part(mail("your-turn"), "plain").splitlines()
    [intro] = [number for number, line in enumerate(lines) if line.startswith("The board, drawn in")]
    count = int(re.sub(r"\D", "", lines[intro]))
    assert lines[intro + 2].startswith("MAX:")
    assert lines[intro + 1 + count].startswith("B's turn")


@pytest.mark.parametrize(("language", "hint"), [("en", "zone Rome"), ("de", "zeitzone Wien"), ("it", "fuso Roma")])
def test_a_reader_without_a_zone_is_told_how_to_get_times_of_their_own(app: Flask, language: str, hint: str) -> None:
    seasons = table("ada", "bob")
    change(seasons.players[0].id, language=language)
    for kind in ("plain", "html"):
        assert f"UTC. {hint}" in re.sub(r"UTC\. [^:]+: ", "UTC. ", " ".join(part(mail("your-turn"), kind).split()))
    change(seasons.players[0].id, time_zone="Europe/Rome")
    assert hint not in part(mail("your-turn"), "plain")
