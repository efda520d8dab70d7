"""Lies about moves, for the checks in `promises/logs.py`."""

from __future__ import annotations

from random import Random

from tests.soak.evidence import Evidence, Row
from tests.soak.lies import NothingToFalsify, any_of, mutant, noted
from tests.soak.promises import CHANCE
from tests.soak.promises.logs import unread


def entries_of(evidence: Evidence, move: Row) -> list[Row]:
    """Return the log entries of a move: by its version, or, if it came by email, by its text and seat."""
    if move["version"] is None:
        seats = [
            each["seat"] for each in evidence.seats if (each["game"], each["email"]) == (move["game"], move["player"])
        ]
        of_seat = [row for row in evidence.log if row["game"] == move["game"] and row["seat"] in seats]
        return [row for row in of_seat if row["action"] == move["move"]][:1]
    found = [row for row in evidence.log if row["game"] == move["game"] and row["version"] == move["version"] + 1]
    return [row for row in found if row["seat"] != CHANCE]


def written(entries: list[Row]) -> str:
    """Return the text of a move."""
    return ", ".join(entry["action"] for entry in entries)


def acknowledged(evidence: Evidence, rng: Random, *by: str) -> list[Row]:
    """Return the log entries of one acknowledged move."""
    moves = [move for move in noted(evidence, "acknowledged", *by) if entries_of(evidence, move)]
    return entries_of(evidence, any_of(moves, rng))


def drop(evidence: Evidence, entries: list[Row]) -> None:
    """Take entries out of a log so that nothing but the moves that were sent can show it."""
    game, numbers = entries[0]["game"], [entry["number"] for entry in entries]
    evidence.log[:] = [row for row in evidence.log if row["game"] != game or row["number"] not in numbers]
    for row in evidence.log:
        if row["game"] == game:
            row["number"] -= sum(number < row["number"] for number in numbers)
    for each in evidence.games:
        if each["id"] == game:
            each["log_length"] -= len(numbers)


@mutant("a move over REST is lost", "acknowledged")
def lose_rest(evidence: Evidence, rng: Random) -> None:
    drop(evidence, acknowledged(evidence, rng, "rest"))


@mutant("a move by link is lost", "acknowledged")
def lose_link(evidence: Evidence, rng: Random) -> None:
    drop(evidence, acknowledged(evidence, rng, "link"))


@mutant("a move by mail is lost", "written")
def lose_mail(evidence: Evidence, rng: Random) -> None:
    for _ in range(unread(evidence) + 1):
        drop(evidence, acknowledged(evidence, rng, "mail"))


@mutant("a move is changed", "acknowledged")
def change_move(evidence: Evidence, rng: Random) -> None:
    acknowledged(evidence, rng, "rest", "link")[0]["action"] += " x"


@mutant("a move by mail is changed", "written")
def change_mail(evidence: Evidence, rng: Random) -> None:
    acknowledged(evidence, rng, "mail")[0]["action"] += " x"


@mutant("two moves are swapped", "acknowledged")
def swap_moves(evidence: Evidence, rng: Random) -> None:
    first = acknowledged(evidence, rng, "rest")[0]
    others = [entry for entry in evidence.log if entry["game"] == first["game"] and entry["seat"] != CHANCE]
    other = any_of([entry for entry in others if entry["action"] != first["action"]], rng)
    first["action"], other["action"] = other["action"], first["action"]


@mutant("a move is doubled", "unsent")
def double_move(evidence: Evidence, rng: Random) -> None:
    letters = [(row["game"], row["move"]) for row in noted(evidence, "sent", "mail")]  # they name no version
    moves = [entries_of(evidence, move) for move in noted(evidence, "acknowledged", "rest")]
    alone = [entries for entries in moves if entries and (entries[0]["game"], written(entries)) not in letters]
    if not alone:
        raise NothingToFalsify
    played = rng.choice(alone)
    game = next(each for each in evidence.games if each["id"] == played[0]["game"])
    for entry in played:
        evidence.log.append(entry | {"number": game["log_length"], "version": game["version"] + 1})
        game["log_length"] += 1
    game["version"] += 1


@mutant("a move is in the log twice under one number", "numbers")
def double_number(evidence: Evidence, rng: Random) -> None:
    evidence.log.append(dict(any_of(evidence.log, rng)))


@mutant("somebody else has moved", "unsent")
def play_unsent(evidence: Evidence, rng: Random) -> None:
    row = any_of(noted(evidence, "acknowledged", "rest"), rng)
    moved = row["game"], row["move"]
    evidence.history[:] = [
        each
        for each in evidence.history
        if each["kind"] not in ("sent", "acknowledged") or (each["game"], each["move"]) != moved
    ]


@mutant("a move is refused and played", "refused")
def refuse_played(evidence: Evidence, rng: Random) -> None:
    row = any_of(noted(evidence, "acknowledged", "rest", "link"), rng)
    for each in evidence.history:
        if each["kind"] == "acknowledged" and (each["game"], each["version"]) == (row["game"], row["version"]):
            each |= {"kind": "refused", "code": "turn-over"}


@mutant("what is out of date is taken", "refused")
def take_stale(evidence: Evidence, rng: Random) -> None:
    any_of(noted(evidence, "probed"), rng)["status"] = 201


@mutant("a repeat is answered differently", "repeats")
def answer_differently(evidence: Evidence, rng: Random) -> None:
    any_of(noted(evidence, "repeated"), rng)["same"] = False


@mutant("two moves for one version are acknowledged", "races")
def acknowledge_two(evidence: Evidence, rng: Random) -> None:
    row = any_of(noted(evidence, "acknowledged", "rest"), rng)
    evidence.history.append(row | {"move": f"{row['move']} x"})


@mutant("of moves at once none is played", "races")
def play_none(evidence: Evidence, rng: Random) -> None:
    any_of(noted(evidence, "raced"), rng)["won"] = 0


@mutant("one wish makes two games", "repeats")
def make_two_games(evidence: Evidence, rng: Random) -> None:
    game = any_of(evidence.games, rng)
    wishes = len(noted(evidence, "wished")) - len(noted(evidence, "created"))
    evidence.games.extend(game | {"id": f"{game['id']}-{number}"} for number in range(wishes + 1))


@mutant("a game that was acknowledged is gone", "repeats")
def lose_game(evidence: Evidence, rng: Random) -> None:
    game = any_of(noted(evidence, "created"), rng)["game"]
    evidence.games[:] = [each for each in evidence.games if each["id"] != game]


@mutant("a version goes back", "versions")
def go_back(evidence: Evidence, rng: Random) -> None:
    row = any_of([row for row in noted(evidence, "seen") if row["version"] > 0], rng)
    evidence.history.append(row | {"version": row["version"] - 1})
