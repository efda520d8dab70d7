"""Promises about moves: acknowledged ones are in the logs, and nothing else is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.soak.evidence import Evidence, Row
from tests.soak.promises import check, moves, of_kind


def told(row: Row) -> str:
    """Format a move for a finding."""
    return f"{row['game']} at {row['version']}: {row['move']!r} by {row['player']}"


@check("acknowledged")
def acknowledged_is_logged(evidence: Evidence) -> Iterator[str]:
    """Check that moves acknowledged over the API or a page are in the log once, as sent, where the response says."""
    logged = moves(evidence)
    entries = {(row["game"], row["number"]): row for row in evidence.log}
    for row in of_kind(evidence, "acknowledged"):
        if row["by"] == "mail":
            continue
        seat, move = logged.get((row["game"], row["version"]), (None, None))
        if move != row["move"] or row["seat"] not in (None, seat):
            yield f"{told(row)} was acknowledged, the log has {move!r} by {seat}"
        for entry in row.get("log", ()):
            kept = entries.get((row["game"], entry["number"]))
            if kept is None or (kept["action"], kept["seat"]) != (entry["action"], entry["seat"]):
                yield f"{told(row)} was told of entry {entry['number']}, which is not so in the log"


@check("written")
def letters_are_played(evidence: Evidence) -> Iterator[str]:
    """Check that a seat played by email has the moves written and accepted, each once and in order."""
    sent, taken = by_letter(evidence, "sent"), by_letter(evidence, "acknowledged")
    logged, missing = moves(evidence), []
    for (name, game), written in sent.items():
        seat = next((each["seat"] for each in evidence.seats if each["game"] == game and each["email"] == name), None)
        played = [move for (of, _), (by, move) in sorted(logged.items()) if of == game and by == seat]
        if not is_in_order(played, written):
            yield f"{game}, {name}: the log has {played}, written was {written}"
        missing += [f"{game}, {name}: {move!r}" for move in Counter(taken[name, game]) - Counter(played)]
    if len(missing) > unread(evidence):
        yield from (f"{each} was taken in, and is neither played nor still to be read" for each in missing)


def unread(evidence: Evidence) -> int:
    """Count accepted emails that are not processed yet; their moves are unknown."""
    return sum(row["kind"] == "inbound_mail" for row in evidence.waiting)


def by_letter(evidence: Evidence, kind: str) -> defaultdict[tuple[str, str], list[str]]:
    """Return the moves written by each player in each game, in order."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in of_kind(evidence, kind):
        if row["by"] == "mail":
            found[row["player"], row["game"]].append(row["move"])
    return found


def is_in_order(some: list[str], of: list[str]) -> bool:
    """Check whether some items are among others in the same order."""
    rest = iter(of)
    return all(each in rest for each in some)


@check("unsent")
def nothing_unsent_is_logged(evidence: Evidence) -> Iterator[str]:
    """Check that every log entry was sent by the seat's player, or was the computer's turn."""
    sent = {(row["game"], row["version"], row["move"]) for row in of_kind(evidence, "sent")}
    letters = {(row["game"], row["move"]) for row in of_kind(evidence, "sent") if row["by"] == "mail"}
    computers = {(row["game"], row["version"], row["seat"]) for row in evidence.computer}
    for (game, version), (seat, move) in moves(evidence).items():
        is_known = (game, version, move) in sent or (game, move) in letters or (game, version, seat) in computers
        if not is_known:
            yield f"{game} at {version}: nobody has sent {move!r}, which seat {seat} has played"


@check("numbers")
def logs_have_no_gaps(evidence: Evidence) -> Iterator[str]:
    """Entries of a log are numbered from 0 without gaps, their versions never fall, and the game knows how many."""
    by_game: defaultdict[str, list[Row]] = defaultdict(list)
    for entry in evidence.log:
        by_game[entry["game"]].append(entry)
    for game in evidence.games:
        entries = sorted(by_game[game["id"]], key=lambda entry: int(entry["number"]))
        versions = [entry["version"] for entry in entries]
        if [entry["number"] for entry in entries] != list(range(game["log_length"])):
            yield f"{game['id']} has {len(entries)} entries and says {game['log_length']}"
        if versions != sorted(versions) or (versions and versions[-1] > game["version"]):
            yield f"{game['id']}: its versions are {versions}"
        if game["fault"]:
            yield f"{game['id']}: {game['fault']}"


@check("refused")
def refused_is_not_played(evidence: Evidence) -> Iterator[str]:
    """Check that finally refused moves were not played, and outdated ones are refused."""
    logged = moves(evidence)
    yes = {(row["game"], row["version"], row["move"]) for row in of_kind(evidence, "acknowledged")}
    for row in of_kind(evidence, "refused"):
        key = (row["game"], row["version"], row["move"])
        if key not in yes and logged.get((row["game"], row["version"]), (None, None))[1] == row["move"]:
            yield f"{told(row)} was refused ({row['code']}) after {row['unknown']} unknown answers, and played"
    for row in of_kind(evidence, "probed"):
        if row["status"] < 400:
            yield f"{row['game']}: another move for a version that is over was answered with {row['status']}"


@check("repeats")
def repeats_are_answered_alike(evidence: Evidence) -> Iterator[str]:
    """Check that repeats get the first response, however late; a new game's request makes one game."""
    for row in of_kind(evidence, "repeated"):
        if not row["same"]:
            yield f"{row['game']} at {row['version']}: {row['player']} was answered differently the second time"
    created = {row["key"]: row["game"] for row in of_kind(evidence, "created")}
    unknown = {row["key"] for row in of_kind(evidence, "wished")} - set(created)
    there = {game["id"] for game in evidence.games}
    if missing := set(created.values()) - there:
        yield f"games were acknowledged that are not there: {sorted(missing)}"
    if len(more := there - set(created.values())) > len(unknown):
        yield f"{len(more)} games were made and not acknowledged, for {len(unknown)} wishes whose outcome nobody knows"


@check("races")
def one_of_several_moves_is_played(evidence: Evidence) -> Iterator[str]:
    """Check that of several moves for a version one is acknowledged; of concurrent ones exactly one."""
    for row in of_kind(evidence, "raced"):
        if row["won"] != 1:
            yield f"{row['game']} at {row['version']}: of {row['moves']} moves at once {row['won']} were acknowledged"
    rivals: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for row in of_kind(evidence, "acknowledged"):
        if row["by"] != "mail":
            rivals[row["game"], row["version"]].add(row["move"])
    for (game, version), acknowledged in rivals.items():
        if len(acknowledged) > 1:
            yield f"{game} at {version}: {sorted(acknowledged)} were all acknowledged"


@check("versions")
def versions_never_go_back(evidence: Evidence) -> Iterator[str]:
    """Check that each viewer sees a game's version rise, on any machine and after any crash."""
    last: dict[tuple[str, str], int] = {}
    for row in of_kind(evidence, "seen"):
        key = (row["player"], row["game"])
        if row["version"] < last.get(key, 0):
            yield f"{row['player']} saw {row['game']} at {last[key]}, and later at {row['version']}"
        last[key] = row["version"]
