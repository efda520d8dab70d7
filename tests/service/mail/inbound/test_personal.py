"""What people ask for about themselves by mail, and what they look up."""

from __future__ import annotations

import pytest
from sqlalchemy import select

import rules
from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.challenges.lobby import challenge_anybody, open_challenges
from service.challenges.terms import NewChallenge
from service.db.clock import now
from service.db.engines import session, transaction
from service.models import Account, Game, GameStatus, Outcome, Visibility
from service.notifications.links import invitation_box, row_box, turn_box
from service.security.keys import RowPurpose
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, games, mailed, say_yes, write
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")
ADA = "ada@example.net"


@pytest.fixture
def siesta() -> Table:
    return table("ada", "bob", ruleset="siesta")


def answer(siesta: Table, text: str) -> Mailed:
    """Reply to ada's turn with this text; return the answer. No move is played."""
    assert write(ADA, turn_box(siesta.game, 0), text) == Outcome.ANSWERED
    assert siesta.game.log_length == 0
    return mailed(ADA, "answer")[-1]


def ada() -> Account:
    session().expire_all()
    return session().query(Account).filter_by(email=ADA).one()


def suggested(told: Mailed, word: str) -> list[str]:
    return [line.strip() for line in told.text.splitlines() if line.startswith(f"    {word} ")]


def test_a_name_is_taken_as_it_is_written(siesta: Table) -> None:
    told = answer(siesta, "name Zoë Rossi")
    assert (ada().called, ada().name) == ("Zoë Rossi", "zoe-rossi")
    assert "Your name is now Zoë Rossi" in told.text
    answer(siesta, "My name is Зоя.")
    assert (ada().called, ada().name) == ("Зоя", "zoya")


@pytest.mark.parametrize("name", ["Mary Ann Smith", "Ludwig van Beethoven", "Juan de la Cruz", "Ann 🌞 Meier"])
def test_a_name_can_have_several_words(siesta: Table, name: str) -> None:
    assert answer(siesta, f"name {name}").topic == "named"
    assert ada().called == name


@pytest.mark.parametrize("talk", ["Name one good move, Bob", "Name ist Schall und Rauch"])
def test_a_sentence_that_begins_like_the_command_changes_no_name(siesta: Table, talk: str) -> None:
    answer(siesta, talk)
    assert ada().display_name is None


def test_instead_of_a_name_that_cannot_be_had_those_near_it_are_offered_and_can_be_sent_back(siesta: Table) -> None:
    for wanted in ("name Bob", "name postmaster", "name Zоe"):
        told = answer(siesta, wanted)
        assert told.topic == "no-name"
        assert suggested(told, "name")
    answer(siesta, suggested(answer(siesta, "name Bob"), "name")[0])
    assert ada().called == "bob2"


def test_a_zone_is_found_by_its_city_and_offered_where_it_is_misspelt(siesta: Table) -> None:
    assert "Your time zone is now Europe/Rome" in answer(siesta, "zone Europe/Rome").text
    assert "America/New_York" in answer(siesta, "time zone New York").text
    assert ada().time_zone == "America/New_York"
    assert "Europe/Vienna" in answer(siesta, "zone Wien").text
    assert "Europe/Berlin" in answer(siesta, "zone Berlin, Germany").text
    assert "zone Europe/Berlin" in suggested(answer(siesta, "zone Berlim"), "zone")
    asked = answer(siesta, "zone Pacific")
    assert "Several time zones have that name." in asked.text
    assert suggested(asked, "zone") == ["zone America/Los_Angeles", "zone America/Vancouver"]
    assert suggested(answer(siesta, "zone localtime"), "zone")
    assert ada().time_zone == "Europe/Berlin"


def test_a_language_is_taken_by_its_tag_or_its_name_and_those_that_there_are_are_listed(siesta: Table) -> None:
    assert "Your language is now English" in answer(siesta, "language english").text
    assert ada().language == "en"
    assert "language en" in suggested(answer(siesta, "language klingon"), "language")


def test_boards_in_words_begin_and_end_with_a_word(siesta: Table) -> None:
    answer(siesta, "words")
    assert ada().board_words
    answer(siesta, "words off")
    assert not ada().board_words


def test_the_guide_comes_whole_with_its_figures_or_only_how_to_write_a_move(siesta: Table) -> None:
    whole = answer(siesta, "rules").text
    assert "Two to four players build one village" in whole
    assert whole.count("a piece may go here") >= 5
    moves = answer(siesta, "help moves").text
    assert "How to write a move" in moves
    assert "Two to four players" not in moves
    assert "How to play Seasons of the Sun" in answer(siesta, "help seasons").text


@pytest.mark.parametrize("ruleset", rules.games())
def test_the_general_address_knows_the_guide_to_each_game_and_how_its_moves_are_written(ruleset: str) -> None:
    person("ada")
    write(ADA, "play", f"help {ruleset}")
    write(ADA, "play", f"help {ruleset} moves")
    whole, moves = (each.text for each in mailed(ADA, "general-mailbox"))
    assert len(whole) > 3000
    assert 200 < len(moves) < len(whole)
    assert " a move" in moves


def test_the_board_is_shown_as_it_was_after_any_line_of_the_log(siesta: Table) -> None:
    siesta.play("sun d6, roof e6, shadow f6")
    write(ADA, turn_box(siesta.game, 0), "log")
    assert "2. ada: places a roof on e6." in mailed(ADA, "answer")[-1].text
    write(ADA, turn_box(siesta.game, 0), "show 2")
    shown = mailed(ADA, "answer")[-1]
    assert "2. ada: places a roof on e6." in shown.text
    assert [part for part in shown.message.walk() if part.get_content_type() == "image/png"]
    write(ADA, turn_box(siesta.game, 0), "show 99")
    assert mailed(ADA, "answer")[-1].topic == "no-line"


def test_whoever_is_invited_can_read_the_rules_first_and_then_say_yes(clock: FakeClock) -> None:
    person("ada")
    write(ADA, "play", "new siesta new@example.net")
    say_yes(ADA)
    [game] = games()
    assert write("new@example.net", invitation_box(game, 1), "help") == Outcome.ANSWERED
    told = mailed("new@example.net", "general-mailbox")[-1]
    assert "How to play Siesta" in told.text
    write("new@example.net", told.box, "yes")
    assert games()[0].started_at is not None


def test_who_only_says_hello_is_welcomed_with_three_things_to_do() -> None:
    person("ada")
    write(ADA, "play", "Hi there, how does this work?")
    told = mailed(ADA, "general-mailbox")[-1]
    assert told.topic == "hello"
    for line in ("new siesta level1", "new seasons friend@example.net", "help siesta"):
        assert f"    {line}\n" in told.text.replace("\r", "")


def test_a_game_by_mail_can_be_agreed_on_in_one_line_and_on_the_board_of_another() -> None:
    person("ada")
    write(ADA, "play", "new tribes level1 days 5 public advanced")
    say_yes(ADA)
    [first] = games()
    assert (first.days_per_move, first.visibility, first.options) == (5, Visibility.PUBLIC, {"coins": "advanced"})
    write(ADA, "play", f"new tribes level 2 layout {first.number}")
    say_yes(ADA)
    second = max(games(), key=lambda game: game.number or 0)
    assert second.setup is not None
    assert first.setup is not None
    assert second.setup["layout"] == first.setup["layout"]
    write(ADA, "play", "new dawn bob@example.net match")
    say_yes(ADA)
    assert max(games(), key=lambda game: game.number or 0).match_id is not None
    assert "Your game is set up" in mailed(ADA, "general-mailbox")[-1].text


@pytest.mark.parametrize("words", ["first to 3", "series 3", "serie 3"])
def test_a_series_by_mail_is_agreed_on_in_the_same_line(words: str) -> None:
    person("ada")
    write(ADA, "play", f"new siesta level1 {words} days 5")
    say_yes(ADA)

    [game] = games()

    assert (game.first_to, game.series_round, game.days_per_move) == (3, 1, 5)


@pytest.mark.parametrize("words", ["fast 15+20", "blitz 15 + 20", "veloce 15+20", "schnell 15+20"])
def test_a_fast_clock_by_mail_is_agreed_on_in_the_same_line(words: str) -> None:
    person("ada")
    write(ADA, "play", f"new siesta level1 {words} days 1")
    say_yes(ADA)

    [game] = games()

    assert (game.fast_clock, game.days_per_move) == ({"minutes": 15, "seconds_per_move": 20}, 1)


def test_a_series_that_is_too_long_is_refused_by_mail_with_the_reason() -> None:
    person("ada")
    write(ADA, "play", "new siesta level1 first to 6")

    assert games() == []
    assert "number of wins it takes, from 1 to 5." in " ".join(mailed(ADA, "general-mailbox")[-1].text.split())


def test_a_setting_asked_for_at_the_general_address_waits_for_a_yes() -> None:
    person("ada")
    assert write(ADA, "play", "name zoe") == Outcome.HELD
    assert ada().name == "ada"
    say_yes(ADA)
    assert ada().name == "zoe"


def test_games_are_listed_with_opponents_numbers_and_whose_turn_it_is_until_when() -> None:
    seasons = table("ada", "bob")
    write("bob@example.net", "play", "games")
    line = "Seasons of the Sun with ada (1): Waiting for ada, until Thu 7 May 2026, 12:00 UTC"
    assert line in mailed("bob@example.net", "general-mailbox")[0].text
    write(ADA, "play", "games")
    assert "with bob@example.net (1): Your turn, until Thu" in mailed(ADA, "general-mailbox")[0].text
    assert seasons.game.number == 1


@pytest.mark.parametrize("words", ["find siesta days 5", "cerca siesta 5 giorni", "suche siesta 5 tage"])
def test_a_challenge_by_mail_stands_until_somebody_comes(words: str) -> None:
    owner = person("ada")
    write(ADA, "play", words)
    say_yes(ADA)

    [found] = open_challenges(None, now())
    challenge = found.challenge

    assert (challenge.account_id, challenge.least_days, challenge.most_days) == (owner.id, 5, 5)
    assert mailed(ADA, "general-mailbox")[-1].topic == "challenged"


def test_a_rated_challenge_by_mail_ends_by_mail() -> None:
    person("ada")
    write(ADA, "play", "find siesta 3 days rated")
    say_yes(ADA)
    [found] = open_challenges(None, now())
    assert found.challenge.rated
    for words in ("cerca basta", "find stop"):
        write(ADA, "play", words)
        say_yes(ADA)
    assert open_challenges(None, now()) == []
    assert [each.topic for each in mailed(ADA, "general-mailbox")[-2:]] == ["find-stopped", "find-nothing"]


def test_find_without_a_game_says_how_to_use_it() -> None:
    person("ada")
    write(ADA, "play", "find")
    assert "find siesta 3 days rated" in mailed(ADA, "general-mailbox")[-1].text


def test_by_mail_a_challenge_that_fits_begins_the_game_at_once() -> None:
    challenge_anybody(person("bob"), NewChallenge("siesta"), now())
    person("ada")
    write(ADA, "play", "find siesta 3 days")
    say_yes(ADA)
    assert session().scalars(select(Game.status)).all() == [GameStatus.ACTIVE]
    assert [each.topic for each in mailed(ADA, "general-mailbox")] in ([], ["begun"])
    assert len(mailed(ADA, "general-mailbox", "your-turn")) == 1


def test_a_challenge_cannot_say_more_than_the_game_and_its_time() -> None:
    person("ada")
    write(ADA, "play", "find siesta public")
    say_yes(ADA)
    assert "That challenge is not possible." in " ".join(mailed(ADA, "general-mailbox")[-1].text.split())


@pytest.mark.parametrize("words", ["bot days 5 public", "robot 5 giorni pubblica", "5 tage roboter öffentlich"])
def test_a_bot_is_asked_by_mail_and_the_answer_says_so(words: str, clock: FakeClock) -> None:
    person("ada")
    let_be_there("rusty", clock)
    write(ADA, "play", f"new siesta {words}")
    say_yes(ADA)

    [game] = games()

    assert (game.days_per_move, game.visibility) == (5, Visibility.PUBLIC)
    assert {seat.account.name for seat in game.seats if seat.account} == {"ada", "rusty"}
    assert mailed(ADA, "general-mailbox")[-1].topic == "bot-asked"


def test_with_a_bot_the_computer_takes_what_is_left_over_and_nobody_else(clock: FakeClock) -> None:
    person("ada")
    let_be_there("rusty", clock, auto_accept=True)
    write(ADA, "play", "new siesta bot weekends off")
    say_yes(ADA)
    assert "That challenge is not possible." in " ".join(mailed(ADA, "general-mailbox")[-1].text.split())
    write(ADA, "play", "new siesta bot level2")
    say_yes(ADA)
    [game] = games()
    assert sorted(seat.ai_level or 0 for seat in game.seats) == [0, 0, 2]


def test_where_no_bot_is_there_the_answer_offers_the_computer() -> None:
    person("ada")
    write(ADA, "play", "new siesta bot")
    say_yes(ADA)
    assert games() == []
    assert "write level1 to level5 instead of “bot”" in " ".join(mailed(ADA, "general-mailbox")[-1].text.split())


def let_be_there(name: str, clock: FakeClock, **manifest: bool) -> None:
    """Create a bot of Bob's that was active just now."""
    bot = create_bot(person("bob"), name, {**default_manifest(), **manifest}, clock())  # type: ignore[typeddict-item]
    with transaction():
        bot.last_seen_at = clock()


CHOSEN: dict[str, tuple[str, dict[str, object]]] = {
    "quiet 22-7": ("Quiet hours are from 22:00 to 7:00.", {"quiet_from": 22, "quiet_to": 7}),
    "quiet hours from 10pm to 7 am": ("Quiet hours are from 22:00 to 7:00.", {"quiet_from": 22, "quiet_to": 7}),
    "Ruhezeit von 22 bis 7 Uhr": ("Ruhezeit ist von 22:00 bis 7:00 Uhr.", {"quiet_from": 22, "quiet_to": 7}),
    "ore di silenzio dalle 22:00 alle 7:00": ("Le ore di silenzio vanno dalle 22:00 alle 7:00.", {"quiet_from": 22}),
    "quiet off": ("You have no quiet hours.", {"quiet_from": 0, "quiet_to": 0}),
    "digest daily at 7": ("We email you once a day, at 7:00.", {"delivery": "digest", "digest_hour": 7}),
    "Tagesübersicht täglich um 7": ("einmal am Tag, um 7:00", {"delivery": "digest", "digest_hour": 7}),
    "digest off": ("We email you at once. You have no quiet hours.", {"delivery": "at-once"}),
    "idle 45": ("We email you 45 minutes after your turn begins", {"delivery": "idle", "idle_minutes": 45}),
}
"""What is asked for: the choice that the answer tells, and what is stored."""


@pytest.mark.parametrize("text", CHOSEN)
def test_when_emails_come_is_chosen_by_mail_and_told(siesta: Table, text: str) -> None:
    told, stored = CHOSEN[text]
    assert told in " ".join(answer(siesta, text).text.split())
    assert {name: getattr(ada(), name) for name in stored} == stored


@pytest.mark.parametrize("text", ["quiet 22-25", "quiet 22:30-7", "quiet 22", "digest", "digest 30", "idle 0"])
def test_times_that_there_are_not_are_answered_with_an_example(siesta: Table, text: str) -> None:
    told = answer(siesta, text)
    assert told.topic == "misused"
    assert suggested(told, text.split(maxsplit=1)[0])
    assert (ada().delivery, ada().quiet_to) == ("at-once", 0)


def test_ones_games_are_listed_in_answer_to_any_mail(clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta")
    write("bob@example.net", turn_box(siesta.game, 1), "say: hello")
    write("bob@example.net", "play", "new seasons ada@example.net")
    say_yes("bob@example.net")
    [invited] = [game for game in games() if game.id != siesta.game.id]
    digest = row_box(RowPurpose.ROUND_UP, mailed(ADA)[0].notice)
    for box in (turn_box(siesta.game, 0), mailed(ADA, "message")[-1].box, invitation_box(invited, 1), digest, "play"):
        clock.advance(minutes=10)
        assert write(ADA, box, "games") == Outcome.ANSWERED
        told = mailed(ADA, "general-mailbox")[-1].text
        assert ("(1): Your turn, until" in told, "you are invited" in told) == (True, True), box
