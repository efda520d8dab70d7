"""Play again: the form of a new game with the players and the terms of an earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from service.models import Account, Game, GameSeat, OnTimeout
from service.play.games import ruleset_named
from service.play.head_to_head import last_game_together
from service.play.seating import by_place, game_seen_by
from service.play.track_records import has_page, player_named
from service.play.turn_clocks import terms_of
from service.play.turns import stand_in_level
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.web.new_game import BESIDE, BOT, COMPUTER, INVITE, ME, NOBODY, OPEN, OTHER, PACES
from service.web.offers import FAST


@pages.get("/games/<game_id:game_id>/again")
def play_again(game_id: str) -> ResponseReturnValue:
    """Redirect to the form of a new game with the players and the terms of that one."""
    account = signed_in()
    return _to_form(game_seen_by(game_id, account), account)


@pages.get("/players/<account_name:player>/again")
def play_again_with(player: str) -> ResponseReturnValue:
    """Redirect to the form of a new game with a player: with the terms of the last one, or to choose a game."""
    account, other = signed_in(), player_named(player)
    game = last_game_together(account, other)
    if game is None:
        return redirect(url_for("web.choose_ruleset", who=other.name), 303)
    return _to_form(game, account)


def _to_form(game: Game, account: Account) -> ResponseReturnValue:
    form = {**dict(_players(game, account)), **dict(_terms(game))}
    return redirect(f"{url_for('web.new_game', name=ruleset_named(game.ruleset).id)}?{urlencode(form)}", 303)


def _players(game: Game, account: Account) -> Iterator[tuple[str, str]]:
    """Yield the fields of the seats: the account first, then the others in the order of invitation."""
    yield "seat-0", ME
    others = [seat for seat in by_place(game) if seat.account_id != account.id or seat.beside is not None]
    for place, seat in enumerate(others, 1):
        kind, name = _seat(seat, account)
        yield f"seat-{place}", kind
        yield {BESIDE: f"beside-{place}", INVITE: f"who-{place}"}.get(kind, f"{kind}-{place}"), name
    yield from ((f"seat-{place}", NOBODY) for place in range(len(others) + 1, max(ruleset_named(game.ruleset).players)))


def _seat(seat: GameSeat, account: Account) -> tuple[str, str]:
    """Return the choice for a seat, and what belongs to it: a name, or the level of the computer."""
    if seat.account is None:
        return ("computer", f"{COMPUTER}{seat.ai_level}") if seat.ai_level is not None else (OPEN, "")
    if seat.beside is not None:
        return (BESIDE, seat.beside) if seat.account_id == account.id else (OPEN, "")
    if not has_page(seat.account):
        return OPEN, ""
    return ("bot", f"{BOT}{seat.account.name}") if seat.account.owner_id is not None else (INVITE, seat.account.name)


def _terms(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the fields of the terms that the form knows."""
    clock = terms_of(game)
    pace = next((name for name, fast in FAST.items() if fast == clock.fast), str(clock.days))
    yield from ((f"option-{name}", value) for name, value in game.options.items())
    yield from [("days", pace if pace in PACES else OTHER), ("days-other", pace), ("clock", "yes")]
    late = {OnTimeout.COMPUTER: f"{COMPUTER}{stand_in_level(game)}", OnTimeout.SUBSTITUTE: OnTimeout.SUBSTITUTE.value}
    told = {
        "shuffle": game.shuffle_seats and "yes",
        "weekends": clock.weekends_off and "yes",
        "nights": clock.nights_off and "yes",
        "vacations": (clock.vacations or clock.fast is not None) and "yes",
        "grace": game.grace_minutes and "yes",
        "visibility": game.visibility,
        "bank": clock.bank and str(clock.bank.hours_per_move),
        "timeout": game.on_timeout and late.get(game.on_timeout),
        "series": game.first_to and str(game.first_to),
    }
    yield from ((name, value) for name, value in told.items() if value)
