"""Tournaments by email: list them, enter one, leave it, and confirm an entry."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.competitions.entries import entries_of
from service.competitions.rounds import go_on_with
from service.competitions.tournaments import tournament_of
from service.models import Outcome, Tournament
from tests.service.conftest import FakeClock
from tests.service.cups import begun, cup
from tests.service.mail.inbound.correspondent import mailed, say_yes, write
from tests.service.on_sqlite import settings
from tests.service.tables import person

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA = "ada@example.net"


def test_the_open_tournaments_are_listed_with_the_words_to_enter() -> None:
    person("ada")
    write(ADA, "play", "tournaments")
    assert "No tournament takes entries now." in mailed(ADA)[-1].text
    cup("bob", most_entries=8)
    assert write(ADA, "play", "tournaments") == Outcome.ANSWERED
    told = " ".join(mailed(ADA)[-1].text.split())
    terms = "Autumn Cup: Siesta. Round robin. 3 days per move. Starts when 8 players have entered."
    assert f"{terms} To enter, reply with: enter 1" in told
    assert "/tournaments/1" in told


def test_the_list_says_which_tournaments_change_ratings() -> None:
    person("ada")
    cup("bob", most_entries=8, rated=True)
    write(ADA, "play", "tournaments")
    told = " ".join(mailed(ADA)[-1].text.split())
    assert "Round robin. 3 days per move. Rated. Starts when" in told


@pytest.mark.parametrize("word", ["enter", "join tournament", "teilnehmen", "iscrivimi"])
def test_a_player_enters_once_they_have_confirmed_their_email(word: str) -> None:
    person("ada")
    tournament = cup("bob", most_entries=8)
    assert write(ADA, "play", f"{word} 1") == Outcome.HELD
    assert entered(tournament) == ["bob"]
    say_yes(ADA)
    assert entered(tournament) == ["ada", "bob"]
    assert mailed(ADA)[-1].topic == "entered"


def test_a_player_leaves_in_answer_to_an_email_of_ours() -> None:
    person("ada")
    tournament = cup("bob", most_entries=8)
    write(ADA, "play", "enter 1")
    say_yes(ADA)
    write(ADA, mailed(ADA)[-1].box, "withdraw 1")
    assert entered(tournament) == ["bob"]
    assert "Autumn Cup starts without you." in " ".join(mailed(ADA)[-1].text.split())


def test_who_leaves_after_the_start_reads_that_their_games_go_on() -> None:
    begun("ada", "bob", "cyd")
    write(ADA, "play", "withdraw 1")
    say_yes(ADA)
    assert "no more games will start for you. Games that have started go on." in " ".join(mailed(ADA)[-1].text.split())


def test_a_refusal_is_explained() -> None:
    person("ada")
    cup("bob", "cyd", most_entries=2)
    write(ADA, "play", "enter 1")
    say_yes(ADA)
    assert mailed(ADA)[-1].topic == "not-entered"
    assert "full" in mailed(ADA)[-1].text


def test_without_a_number_the_tournaments_are_listed() -> None:
    person("ada")
    cup("bob", most_entries=8)
    write(ADA, "play", "enter")
    assert (mailed(ADA)[-1].topic, "enter 1" in mailed(ADA)[-1].text) == ("which-tournament", True)


def test_who_entered_weeks_ago_confirms_in_answer_to_the_question(clock: FakeClock) -> None:
    tournament = cup("ada", "bob", most_entries=8, starts_at=clock() + timedelta(days=30))
    clock.advance(days=28)
    go_on_with(tournament.id, clock())
    [asked] = mailed(ADA, "tournament-confirm")
    assert "with: enter 1" in " ".join(asked.text.split())
    write(ADA, asked.box, "enter 1")
    by_name = {each.account.name: each for each in entries_of(tournament_of(tournament.id))}
    assert (by_name["ada"].asked_at, by_name["bob"].asked_at is None) == (None, False)


def entered(tournament: Tournament) -> list[str]:
    """Return the names of the players who have entered."""
    return sorted(each.account.name for each in entries_of(tournament))
