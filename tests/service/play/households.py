"""Three people who use every feature of their games, and the notices that they get."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import select

from service.accounts.accounts import account_of
from service.accounts.blocks import block, blocks_of
from service.accounts.vacations import Vacation, take_vacation, vacations_of
from service.challenges import lobby
from service.challenges.terms import NewChallenge
from service.db import clock
from service.db.engines import session
from service.jobs import events
from service.language.errors import TooMany
from service.models import Account, Game, GameSeat, GameStatus, OnTimeout, SeatState, Visibility
from service.play import chat, clocks, daily, reports, substitutes, track_records
from service.play.analyses import analyses_of, ask
from service.play.game_etag import state_tag, stored_tag
from service.play.game_search import GameQuery, count_own_games, find_games, waiting_for
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.invitations import check_invitations, open_invitations, recent_opponents, remind
from service.play.matches.standing import find_matches, standing_of
from service.play.plans import PlanWish, plan_of, set_plan
from service.play.positions import log_of
from service.play.proposals import offer_draw, open_proposal
from service.play.rematches import rematch, rematch_of
from service.play.seat_links import last_turn_of, past_turn, turn_is_on, version_answered
from service.play.seating import had_seat, has_seat
from service.play.seats import games_held, join, resign
from service.play.seen_turns import mark_turn_seen
from tests.service.tables import Table, person

DAY = date(2026, 5, 4)
LATER = timedelta(days=3, hours=1)
"""After that, whoever is to move at the beginning has let the time run out."""
Told = Mapping[str, Any]


@dataclass(frozen=True)
class Household:
    """People who only play each other; `days` is the time per move of their challenges."""

    people: list[Account]
    days: int

    @property
    def tables(self) -> list[Game]:
        """Every game in which one of them has a seat, or that one of them has set up, in the order of ids."""
        ids = [each.id for each in self.people]
        seated = select(GameSeat.game_id).where(GameSeat.account_id.in_(ids))
        found = select(Game).where(Game.id.in_(seated) | Game.creator_id.in_(ids))
        return sorted(session().scalars(found.execution_options(populate_existing=True)), key=lambda game: game.id)


def household(*names: str, days: int) -> Household:
    """Create a household of new people."""
    return Household([person(name) for name in names], days)


def live(home: Household) -> None:
    """Let them use every feature in games of their own."""
    ann, ben, _ = home.people
    now = clock.now()
    running = _table(home, 2)
    running.play_anything()
    mark_turn_seen(running.game, running.mover, now)
    said = [chat.post(running.id, who, "Hello!", now, to).id for who, to in ((ann, None), (ben, None), (ben, 0))]
    reports.report(running.id, ann, said[1], "abuse", "Look at that.", now)
    planning = next(each for each in (ann, ben) if each.id != running.mover.id)
    set_plan(running.id, planning, PlanWish("", plays_only_moves=True), now)
    offer_draw(running.id, ann, now)
    ask(running.id, ann, now)
    ask(running.id, ben, now)
    _end_games(home, now)
    _lose_a_seat(home, now)
    _wait(home, now)
    daily.begin(ann, DAY, now)
    away = DAY + timedelta(days=30 * (1 + len(vacations_of(ben))))
    take_vacation(ben.id, Vacation(away, away), now)
    clocks.tell_of_deadline(running.id, now)


def _end_games(home: Household, now: datetime) -> None:
    ann, ben, _ = home.people
    over = _table(home, 2)
    over.play_anything()
    resign(over.id, ben, now)
    ask(over.id, ann, now, at=1)
    rematch(over.id, ann, now)
    seats = [SeatWish(me=True), SeatWish(account=ben.name)]
    match = create_match(ann, NewGame("dawn", seats, shuffle_seats=False), now)
    first = session().scalars(select(Game).where(Game.match_id == match.id).order_by(Game.match_round)).first()
    assert first is not None
    join(first.id, ben, now)


def _lose_a_seat(home: Household, now: datetime) -> None:
    """Let one of three run out of time, so that the computer plays on until a substitute comes."""
    left = _table(home, 3, on_timeout=OnTimeout.SUBSTITUTE)
    clocks.enforce_deadline(left.id, now + LATER)
    substitutes.volunteer(home.people[0].id, ["siesta"], now)


def _wait(home: Household, now: datetime) -> None:
    """Create open invitations, a challenge, and a block."""
    ann, ben, cal = home.people
    waiting = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(account=ben.name)]), now)
    remind(waiting.id, 1, ann, now + timedelta(days=1, hours=1))
    create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), now)
    if not lobby.own_challenges(ann):
        wish = NewChallenge("seasons", least_days=home.days, most_days=home.days)
        lobby.challenge_anybody(ann, wish, now)
    block(cal, ben, now)


def _table(home: Household, count: int, **terms: Any) -> Table:
    """Create a running public game of Seasons with this many of them."""
    players, now = home.people[:count], clock.now()
    others = [SeatWish(account=each.name) for each in players[1:]]
    seats = [SeatWish(me=True), *others]
    wish = NewGame("seasons", seats, shuffle_seats=False, visibility=Visibility.PUBLIC, **terms)
    game = create_game(players[0], wish, now)
    for each in players[1:]:
        join(game.id, each, now)
    return Table(game.id, players)


def told(home: Household) -> Told:
    """Return everything that they are told about themselves and their games."""
    session().rollback()
    session().expire_all()
    now, own = clock.now(), {game.id for game in home.tables}
    of_games = {f"{game.id} {name}": value for game in home.tables for name, value in _of_game(game, home)}
    of_people = {f"{each.name} {name}": value for each in home.people for name, value in _of_person(each, now)}
    return {**of_games, **of_people, **dict(_of_all(own, now))}


def _of_game(game: Game, home: Household) -> Iterator[tuple[str, Any]]:
    yield "log", [entry.action for entry in log_of(game)]
    yield "analyses", [(each.at, each.state) for each in analyses_of(game)]
    yield "proposal", open_proposal(game)
    yield "day", daily.day_of(game)
    yield "waits for", open_invitations(game)
    standing = standing_of(game)
    yield "match", standing and [each.id for each in standing.games]
    yield "rematch", (found := rematch_of(game)) and found.id
    for each in home.people:
        yield f"as {each.name} is told", list(_of_game_to(each, game))
    for seat in game.seats:
        link = last_turn_of(game, seat.number)
        turn = None if link is None or turn_is_on(game, link) else past_turn(game, link)
        if link is not None and turn is not None:
            played = [entry.action for entry in turn.played]
            yield f"turn of {seat.number}", (turn.log_length, played, turn.is_latest, version_answered(game, link))


def _of_game_to(person: Account, game: Game) -> Iterator[Any]:
    yield has_seat(game.id, person), had_seat(game.id, person)
    yield stored_tag(game.id, person.id) == state_tag(game, person.id)
    yield [event.id for event in events.read(person, 0, events.Filter(game_id=game.id), 500).events]
    if has_seat(game.id, person) and game.status == GameStatus.ACTIVE:
        yield [message.text for message in chat.messages_of(game.id, person, 0, 100)[0]]
        yield (plan := plan_of(game, person)) and (plan.text, plan.plays_only_moves)


def _of_person(person: Account, now: datetime) -> Iterator[tuple[str, Any]]:
    yield "events", [event.id for event in events.read(person, 0, events.Filter(), 500).events]
    yield "own games", [game.id for game in find_games(person, GameQuery(mine=True, limit=100))[0]]
    yield "counts", [count_own_games(person, query) for query in (GameQuery(), GameQuery(to_move=True))]
    yield "next", waiting_for(person).following
    yield "matches", [match.id for match in find_matches(person)[0]]
    yield "opponents", recent_opponents(person)
    yield "record", track_records.track_record(person)
    yield "answers", track_records.median_answer(person)
    yield "public", [game.id for status in GameStatus for game in track_records.public_games_of(person, status, 50)]
    yield "days", daily.days_played(person)
    yield "rulesets", substitutes.volunteers_for(person)
    yield "seats", sorted(session().scalars(games_held(person.id)))
    yield "blocks", [each.blocked_id for each in blocks_of(person)]
    yield "challenges", [(each.challenge.id, each.games, each.rests) for each in lobby.own_challenges(person)]
    nobody = account_of("nobody@example.org", now)
    try:
        check_invitations(person, [GameSeat(state=SeatState.INVITED, account=nobody, invited_as="nobody")], now)
    except TooMany as refusal:
        yield "invitations", refusal.details


def _of_all(own: Collection[str], now: datetime) -> Iterator[tuple[str, Any]]:
    """Yield the results of public searches, as far as they are about these games."""
    for name, found in (
        ("overdue", clocks.overdue_games(now + LATER, 1000)),
        ("near", clocks.games_near_deadline(now + LATER - timedelta(hours=2), 1000)),
        ("last call", clocks.games_at_last_call(now + LATER - timedelta(hours=2), 1000)),
        ("left", [game.id for game in substitutes.games_with_left_seats(None)]),
    ):
        yield name, [game for game in found if game in own]
