"""Records as another Sundial gives them out: of games that were played there, signed by a key that is not ours."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import rules
from service.db import clock
from service.models import Game, GameStatus
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move, legal_actions
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seats import join, resign
from service.verification.dice import Dice, commitment
from service.verification.record_chain import FORMAT, chained, signed_part
from service.verification.record_signatures import sign
from tests.service.tables import Table, person

ELSEWHERE = "https://play.example.org"
KEY_ELSEWHERE = "another secret key, of 32 characters or more"
Record = dict[str, Any]


def begun(ruleset: str = "seasons", *names: str) -> Table:
    """Create a game with drawn seats between new people."""
    people = [person(name) for name in names or ("inga", "otto")]
    seats = [SeatWish(me=True), *(SeatWish(account=other.name) for other in people[1:])]
    game = create_game(people[0], NewGame(ruleset, seats), clock.now())
    for other in people[1:]:
        join(game.id, other, clock.now(), f"{other.name}'s words, ünd möre")
    return Table(game.id, people)


def played(of: Table) -> Game:
    """Play the game to its end at random."""
    chooser = Random(4)
    while of.game.status == GameStatus.ACTIVE:
        game = of.game
        assert game.to_move is not None
        move = ""
        while not (found := legal_actions(game, move)).complete:
            move = ", ".join(filter(None, [move, chooser.choice(found.actions)]))
        accept_move(game.id, seat=game.to_move, version=game.version, move=move, now=clock.now())
    return of.game


def record_of(game: Game) -> Record:
    """Return the record as the API does."""
    record: Record = json.loads(json.dumps(signed_record(game, log_of(game))))
    return record


def sealed(record: Record, origin: str = ELSEWHERE, key: str = KEY_ELSEWHERE) -> Record:
    """Sign the record as the service of that address and key does, or as a forger."""
    plain = {name: value for name, value in copy.deepcopy(record).items() if name not in ("head", "signature")}
    plain["log"] = [{name: each[name] for name in each if name != "previous"} for each in record["log"]]
    entries, head = chained(plain)
    whole = {**plain, "origin": origin, "log": entries, "head": head}
    return {**whole, "signature": sign(key, signed_part(whole))}


def resigned(ruleset: str = "seasons") -> Record:
    """Return the record of a short resigned game from elsewhere."""
    of = begun(ruleset)
    of.play_anything()
    resign(of.id, of.players[0], clock.now())
    return sealed(record_of(of.game))


def short_record() -> Record:
    """Build the record of a game that ended before its first move, without a service."""
    dice = Dice(bytes(32), "k3xw7mq2hd5t", ["one", "two"])
    game = rules.game("siesta")
    setup = json.loads(json.dumps(game.new_setup(2, {}, dice.layout_rng())))
    position = game.initial_position(setup)
    names = ("inga", "otto")
    plain: Record = {
        "format": FORMAT,
        "id": dice.game_id,
        "ruleset": game.id,
        "rules_version": game.version,
        "status": "finished",
        "setup": setup,
        "given_layout": None,
        "shuffle_seats": False,
        "places": [
            {"place": place, "seat": place, "account": name, "first_account": None, "ai": None,
             "left_by": "resignation" if place else None, "left_at": "2026-05-04T12:00:00Z" if place else None,
             "contribution": dice.contributions[place], "contributed": "own",
             "contributed_at": "2026-05-04T12:00:00Z", "contribution_number": place + 1}
            for place, name in enumerate(names)
        ],
        "commitment": commitment(dice.seed),
        "seed": dice.seed.hex(),
        "log": [],
        "stand_ins": [],
        "scores": [*position.scores()],
        "winners": [0],
        "ended_by": "resignation",
        "match": None,
        "beacon": None,
        "rated": None,
    }  # fmt: skip
    return sealed(plain)
