"""The puzzle of the day: play it without an account, share the result without spoilers, and see past days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.prose import N_
from service.config.settings import settings
from service.db.clock import now
from service.jobs.units import whole
from service.language.catalogue import formatted
from service.language.errors import NotFound
from service.models import Game, GameStatus
from service.play.daily import (
    FIRST_DAY,
    begin,
    daily_ruleset,
    day_named,
    day_of,
    days_played,
    longest_streak,
    own_game,
    practice,
    streak,
    today,
    try_again,
    untouched,
)
from service.play.moves import RuleRefused, in_time, move_by_account
from service.play.seating import lock_game
from service.presentation.clock_words import LONG_DATE
from service.web.boards import board
from service.web.choices import Choice, choose
from service.web.choices import begin as begun
from service.web.errors import form_error_of, status_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, player_or_visitor, viewer

# Translators: a pattern of CLDR for months
MONTH = N_("MMMM y")
PERFECT, STAGE = 27, 9
"""Maximum number of flowers in total, and per stage."""
BLOOMS = ("🌱", "🌼", "🌷")
"""The emoji of each stage."""
MISSING = "▫️"


@dataclass(frozen=True)
class Puzzle:
    """The puzzle of a day before its first move."""

    day: date
    game: Game
    choice: Choice


def todays() -> Puzzle | None:
    """Return today's puzzle before its first move; None if its game is not offered."""
    return _puzzle_to_begin(today(now())) if daily_ruleset() else None


@pages.get("/today")
def todays_puzzle() -> ResponseReturnValue:
    """Show today's puzzle, or the visitor's own game of it."""
    return _page_of(today(now()))


@pages.get("/today/days")
def puzzles_of_days() -> str:
    """List the puzzles of a month, with the visitor's results and streak."""
    account, last = viewer(), today(now())
    played = days_played(account) if account else []
    first = _month_asked_for(last)
    following = (first + timedelta(31)).replace(day=1)
    days = [following - timedelta(back) for back in range(1, (following - first).days + 1)]
    over = [each for each in played if each.is_over]
    return render_template(
        "daily_days.html",
        days=[day for day in days if FIRST_DAY <= day <= last],
        played={each.day: each for each in played},
        month=first,
        before=(first - timedelta(1)).replace(day=1) if first > FIRST_DAY else None,
        following=following if following <= last else None,
        streak=streak(played, last),
        longest=longest_streak(played),
        over=len(over),
        perfect=sum(each.flowers == PERFECT for each in over),
    )


@pages.get("/today/<day>")
def puzzle_of_day(day: str) -> ResponseReturnValue:
    """Show the puzzle of a day, or the visitor's own game of it."""
    return _page_of(day_named(day, now()))


@pages.post("/today/<day>")
def play_puzzle(day: str) -> ResponseReturnValue:
    """Play the first move, which starts the game; a visitor who already started it continues their game."""
    named, move = day_named(day, now()), request.form.get("move", "")
    try:
        game = whole(lambda: _first_move(named, move))
    except RuleRefused as refused:
        game = untouched(named)
        puzzle = Puzzle(named, game, begun(game, form_error_of(refused), move))
        return render_template("daily.html", puzzle=puzzle, today=today(now())), status_of(refused)
    return redirect(url_for("web.show_game", game_id=game.id), 303)


@pages.post("/today/<day>/again")
def repeat_puzzle(day: str) -> ResponseReturnValue:
    """Start the puzzle of a day again as practice, or continue it."""
    named, account = day_named(day, now()), player()
    game = whole(lambda: try_again(account, named, now()))
    address = url_for("web.show_game", game_id=game.id) if game else url_for("web.puzzle_of_day", day=named)
    return redirect(address, 303)


@pages.app_template_filter("day")
def named_day(day: date) -> str:
    """Format a day as text, for example "Monday 23 November 2026"."""
    return formatted(datetime.combine(day, time(), UTC), LONG_DATE, UTC)


@pages.app_template_global()
def puzzle_finished(game: Game) -> date | None:
    """Return the day whose puzzle this finished game is; None during the game, and for other games."""
    return day_of(game) if game.status == GameStatus.FINISHED else None


@pages.app_template_global()
def todays_game() -> Game | None:
    """Return the viewer's own game of today's puzzle, or None."""
    return own_game(viewer(), today(now()))


@pages.app_template_global()
def is_practising(day: date) -> bool:
    """Check whether the viewer has a practice of a day's puzzle under way."""
    return practice(viewer(), day) is not None


@pages.app_template_global()
def flowers_of(game: Game) -> int:
    """Count the flowers of a puzzle."""
    return game.scores[0] if game.scores else 0


@pages.app_template_global()
def share_text(game: Game, day: date) -> str:
    """Build the text to share a result: the flowers of each stage, without spoilers."""
    flowers, link = flowers_of(game), f"{settings().public_url}{url_for('web.puzzle_of_day', day=day)}"
    placed = [max(0, min(STAGE, flowers - stage * STAGE)) for stage in range(len(BLOOMS))]
    rows = [bloom * each + MISSING * (STAGE - each) for bloom, each in zip(BLOOMS, placed, strict=True)]
    return "\n".join([f"Sundial {day.isoformat()} · {flowers}/{PERFECT}", *rows, link])


@pages.app_template_filter("month")
def named_month(day: date) -> str:
    """Format a month as text, for example "November 2026"."""
    return formatted(datetime.combine(day, time(), UTC), MONTH, UTC)


@pages.app_template_global()
def own_streak() -> int:
    """Count on how many days in a row the viewer has played the puzzle."""
    account = viewer()
    return streak(days_played(account), today(now())) if account else 0


def _month_asked_for(last: date) -> date:
    """Return the first day of the requested month, by default this one; raises NotFound for a month without puzzles."""
    text = request.args.get("month")
    if text is None:
        return last.replace(day=1)
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        raise NotFound from None
    if not FIRST_DAY.replace(day=1) <= first <= last:
        raise NotFound
    return first


def _first_move(day: date, move: str) -> Game:
    account = player_or_visitor()
    game = begin(account, day, now())
    if game.log_length == 0 and game.status == GameStatus.ACTIVE:
        version = game.version  # the version at which its log was empty
        in_time(move_by_account(lock_game(game.id), account.id, version=version, move=move, now=now()))
    return game


def _puzzle_to_begin(day: date) -> Puzzle:
    """Return the puzzle of a day with the chosen part of its first move; raises NotFound if there is none."""
    game = untouched(day)
    return Puzzle(day, game, choose(game, request.args))


def _page_of(day: date) -> ResponseReturnValue:
    game = own_game(viewer(), day)
    if game is None:
        return render_template("daily.html", puzzle=_puzzle_to_begin(day), today=today(now()))
    if game.status == GameStatus.ACTIVE:
        return redirect(url_for("web.show_game", game_id=game.id), 303)
    return render_template("daily_over.html", game=game, board=board(game), day=day, today=today(now()))
