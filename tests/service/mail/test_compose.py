"""Notices put into mails: what stands in them, and that they are the same each time."""

import email
import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default

import pytest
from flask import Flask

import rules
from service.bots.accounts import bot_of
from service.core import clock
from service.core.db import session
from service.mail.compose import compose
from service.mail.headers import clean
from service.models import Account, Game, Notice
from service.people.accounts import account_of, change
from service.people.sign_in import request_sign_in
from service.people.sign_in_askers import Asker
from service.play.games import NewGame, SeatWish, create_game
from service.play.matches import create_match, standing
from service.play.positions import position_of
from service.play.seats import resign
from service.post import links
from service.post.digests import claim_notices
from service.post.preferences import stop_mail, take_up
from service.telling.examples import moves_for_example
from service.telling.offers import offers
from tests.service.tables import Table, person, table
from tests.service.web.html import parse


def newest(kind: str) -> Notice:
    return session().query(Notice).filter_by(kind=kind).order_by(Notice.id.desc()).first() or pytest.fail(kind)


def mail(kind: str) -> EmailMessage:
    """The newest mail of a kind, read as a mail program reads it."""
    read = email.message_from_bytes(compose(newest(kind)), policy=default)
    assert isinstance(read, EmailMessage)
    return read


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    content: str = body.get_content()
    return content


def begun() -> Table:
    seasons = table("ada", "bob")
    seasons.play("place max-15")
    return seasons


def invited() -> None:
    create_game(person("host"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")]), clock.now())


def invited_often() -> None:
    for host in ("ada", "cyd"):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")])
        create_game(person(host), wish, clock.now() - timedelta(minutes=10))
    claim_notices(clock.now())


def finished() -> None:
    seasons = begun()
    resign(seasons.id, seasons.players[0], clock.now())


def match_finished() -> None:
    ada = person("ada")
    match = create_match(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock.now())
    resign(standing(match).games[0].id, ada, clock.now())


def several() -> None:
    for opponent in ("bob", "cyd", "dan"):
        table("ada", opponent)
    claim_notices(clock.now() + timedelta(minutes=10))


def signing_in() -> None:
    request_sign_in("ada@example.net", Asker("192.0.2.1"), clock.now())


EVERY_KIND = [
    ("sign-in", signing_in),
    ("invitation", invited),
    ("invitations", invited_often),
    ("your-turn", begun),
    ("reminder", begun),
    ("round-up", several),
    ("game-over", finished),
    ("match-over", match_finished),
]


@pytest.mark.parametrize(("kind", "happens"), EVERY_KIND)
def test_the_same_notice_makes_the_same_bytes(app: Flask, kind: str, happens: Callable[[], object]) -> None:
    happens()
    assert compose(newest(kind)) == compose(newest(kind))


@pytest.mark.parametrize(("kind", "happens"), EVERY_KIND)
def test_every_kind_has_text_and_html_and_the_headers_that_keep_machines_quiet(
    app: Flask, kind: str, happens: Callable[[], object]
) -> None:
    happens()
    message = mail(kind)
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"] == newest(kind).message_id
    assert message["Date"] is not None
    assert "http://127.0.0.1:8000/" in part(message, "plain")
    assert "<h1" in part(message, "html")
    assert max(map(len, part(message, "plain").splitlines())) <= 200
    assert len(part(message, "html")) < 100_000


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


def test_all_mails_of_a_game_are_one_thread(app: Flask) -> None:
    seasons = table("ada", "bob")
    messages = [mail("invitation")]
    seasons.play("place max-15")
    messages += [mail("your-turn"), mail("reminder")]
    resign(seasons.id, seasons.players[0], clock.now())
    messages.append(mail("game-over"))
    assert len({message["Subject"] for message in messages}) == 1
    assert len({message["References"] for message in messages}) == 1
    assert len({message["Message-ID"] for message in messages}) == 4


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
    link = message["List-Unsubscribe"].strip("<>")
    assert f"Fewer mails: {link}" in part(message, "plain")
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
    take_up(bob.id, "your-turn", clock.now())
    while seasons.mover.name == "bob":
        seasons.play_anything()
    while seasons.mover.name == "ada":
        seasons.play_anything()
    assert newest("your-turn").email == "bob@example.net"


def test_an_invitation_says_who_invites_to_what_and_on_which_terms(app: Flask) -> None:
    invited()
    text = part(mail("invitation"), "plain")
    for shown in ("invites you to a game of Seasons of the Sun", "Ingo Althöfer", "Days for each move: 3", "/i/i"):
        assert shown in text


def inviting(creator: Account, **guest: str) -> None:
    """Somebody invites Bob."""
    create_game(creator, NewGame("seasons", [SeatWish(me=True), SeatWish(**guest)]), clock.now())  # type: ignore[arg-type]


def first_words(form: str) -> str:
    """What the newest invitation begins with."""
    if form == "html":
        return parse(part(mail("invitation"), "html")).one("h1").text
    return next(line for line in part(mail("invitation"), "plain").splitlines() if "invites" in line)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_invitation_to_an_address_says_from_which_address_it_comes(app: Flask, form: str) -> None:
    inviting(person("ann"), email="bob@example.net")
    assert first_words(form).startswith("ann (ann@example.net) invites you to ")


@pytest.mark.parametrize("form", ["plain", "html"])
def test_who_is_invited_by_name_sees_a_name(app: Flask, form: str) -> None:
    person("bob")
    inviting(person("ann"), account="bob")
    assert first_words(form).startswith("ann invites you to ")
    assert "ann@example.net" not in part(mail("invitation"), form)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_address_that_nobody_has_confirmed_is_not_shown(app: Flask, form: str) -> None:
    inviting(account_of("ann@example.net", clock.now()), email="bob@example.net")
    assert "ann@example.net" not in part(mail("invitation"), form)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_invitation_of_a_bot_says_whose_it_is(app: Flask, form: str) -> None:
    rusty = bot_of(person("ann"), "rusty", clock.now())
    inviting(rusty, email="bob@example.net")
    assert first_words(form).startswith("rusty, a bot (of ann, ann@example.net) invites you to ")
    person("cyd")
    inviting(rusty, account="cyd")
    assert first_words(form).startswith("rusty, a bot (of ann) invites you to ")


def test_a_game_over_mail_says_who_has_won_and_how(app: Flask) -> None:
    finished()
    text = part(mail("game-over"), "plain")
    assert "You have won" in text
    assert "by resignation" in text


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
