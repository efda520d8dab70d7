"""Effects on games of facts about people and games (see `service.jobs.facts`)."""

from __future__ import annotations

from sqlalchemy import delete, select

from service.accounts.facts import VacationsChanged
from service.accounts.vacations import vacations_of
from service.db.engines import session
from service.jobs import events
from service.jobs.facts import hears
from service.models import SETTLED, Analysis, Game, GameSeat, GameStatus, Volunteer
from service.play.facts import GameFinished, MoveTakenBack, SeatStoodIn, SeatTakenOver, TurnStarted
from service.play.matches.rounds import games_of
from service.play.plans import await_turns, call_off, drop_plans, drop_row
from service.play.seating import lock_game
from service.play.turn_clocks import move_deadline, terms_of


@hears(VacationsChanged)
def tell_tables(fact: VacationsChanged) -> None:
    """Record a player's vacation in their games, and stop the clock of their turn on those days."""
    account = fact.account
    seats = select(GameSeat.game_id, GameSeat.number).join(Game, Game.id == GameSeat.game_id)
    playing = GameSeat.account_id == account.id, GameSeat.left_by.is_(None), Game.status == GameStatus.ACTIVE
    for game_id, seat in session().execute(seats.where(*playing).order_by(GameSeat.game_id)).all():
        game = lock_game(game_id)
        if game.status == GameStatus.ACTIVE and terms_of(game).vacations:
            days = [str(each) for each in vacations_of(account)]
            events.record("vacation.changed", game, fact.now, seat=seat, vacations=days)
            if game.to_move == seat:
                move_deadline(game, fact.now)


@hears(MoveTakenBack)
def call_off_plans(fact: MoveTakenBack) -> None:
    """Keep conditional moves for the next turn after an undo."""
    call_off(fact.game)


@hears(TurnStarted)
def await_plans(fact: TurnStarted) -> None:
    """Queue the conditional moves for a turn."""
    await_turns(fact.game, fact.now)


@hears(SeatStoodIn)
def ask_substitute_no_more(fact: SeatStoodIn) -> None:
    """Remove a substitute who runs out of time, too, from the volunteers."""
    if fact.seat.taken_over_at is not None and fact.seat.account_id is not None:
        session().execute(delete(Volunteer).where(Volunteer.account_id == fact.seat.account_id))


@hears(SeatTakenOver)
def forget_plan_of_former(fact: SeatTakenOver) -> None:
    """Delete the conditional moves of a seat's former player, and which move they have played."""
    fact.seat.planned_move_at = None
    if fact.seat.planned_at is not None:
        drop_row(fact.seat)


@hears(GameFinished)
def forget_plans(fact: GameFinished) -> None:
    """Delete all conditional moves of a finished game."""
    drop_plans(fact.game)


@hears(GameFinished)
def forget_hints_in_match(fact: GameFinished) -> None:
    """Delete hints for the other game of a match, which did not know this result; players can ask again."""
    others = games_of(fact.game.match_id) if fact.game.match_id else ()
    for other in others:
        if other.status == GameStatus.ACTIVE:
            here = Analysis.game_id == other.id, Analysis.at == other.log_length
            session().execute(delete(Analysis).where(*here, Analysis.state.in_(SETTLED)))
