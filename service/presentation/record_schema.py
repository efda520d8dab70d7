"""The JSON Schema of game records (draft 2020-12), for programs that read them."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Game
from rules.json_types import Json
from rules.schema import FLAG, Schema, each, number, one_of, or_null, pattern, record
from service.beacon.chain import HASH_DIGITS, KEY_DIGITS, LONGEST_ID, SIGNATURE_DIGITS
from service.models import LONGEST_DECISION, Contributed, EndedBy, GameStatus
from service.verification.record_chain import FORMAT
from service.verification.record_signatures import ALGORITHM, KEY_LENGTH

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOST_SEATS = 4
_ID = pattern("[a-z0-9]{1,16}")
_TEXT: Schema = {"type": "string"}
_SHA256 = pattern("[0-9a-f]{64}", "SHA-256 in hexadecimal.")
_SEAT = number(0, MOST_SEATS - 1)
_REASON = one_of([each for each in EndedBy if each not in (EndedBy.AGREEMENT, EndedBy.ADJUDICATION)])
_TIME: Schema = {"type": "string", "format": "date-time"}
_HASH = pattern(f"[0-9a-f]{{{HASH_DIGITS}}}")
_BASE64URL = "[A-Za-z0-9_-]"
_PLACE = record(
    "A seat, in the order of invitation.",
    place=number(0, MOST_SEATS - 1, "In the order of invitation."),
    seat=number(0, MOST_SEATS - 1, "In the order of play."),
    account=or_null(_TEXT, "The current name of the account; null for the computer and seats that nobody has taken."),
    first_account=or_null(_TEXT, "The current name of the player whom a substitute replaced; null if nobody did."),
    ai=or_null(number(1), "The level of the computer that plays the seat."),
    left_by=or_null(_REASON, "How the player left the game before its end."),
    left_at=or_null(
        _TIME,
        "When the player who had the seat at first left it, in UTC: when they resigned or ran out of time, when a "
        "substitute replaced them, or since when the computer has played for them. Null if they stayed.",
    ),
    contribution=or_null(_TEXT, "The player's contribution to the dice; null until the seat is taken."),
    contributed=or_null(
        one_of(Contributed),
        "Where the contribution comes from: the player after the commitment was published, the player before "
        "there was one, or the server; null if there is none.",
    ),
    contributed_at=or_null(_TIME, "When the contribution was made, in UTC; null if there is none."),
    contribution_number=or_null(
        number(1), "Increases in the order of the contributions, from 1; null if there is none."
    ),
)
_ENTRY = record(
    "An action, an outcome of chance, or an undo of some of them.",
    number=number(0, None, "From 0, without gaps."),
    seat=number(-1, MOST_SEATS - 1, "Who acted; -1 is chance."),
    action={
        "type": "string",
        "maxLength": 80,
        "description": "In the notation of the rules; or `takeback 7`: entry 7 and all after it are undone, and the "
        "same seat moves again.",
    },
    version=number(0, None, "The version of the game after the move."),
    at={**_TIME, "description": "When it was played, in UTC."},
    previous={**_SHA256, "description": "SHA-256 of the previous entry, or of the beginning of the game."},
)
_MATCH = record(
    id=_ID,
    round=number(1),
    commitments=each(_SHA256, 2, 3, "The commitments of all games of the match, in the order of their rounds."),
)
_BEACON = record(
    "The round of a public beacon (drand) that contributes to the dice.",
    chain={**_HASH, "description": "The hash of the chain: SHA-256 of the members after it."},
    public_key=pattern(f"[0-9a-f]{{{KEY_DIGITS}}}"),
    period=number(1, None, "Seconds from one round to the next."),
    genesis_time=number(0, None, "The time of round 1, in seconds since 1970."),
    group_hash=_HASH,
    beacon_id={"type": "string", "maxLength": LONGEST_ID},
    round=number(1),
    at={**_TIME, "description": "When the round was due."},
    committed_at={**_TIME, "description": "When the commitment to the seed was made and the round chosen."},
    randomness=or_null(_HASH, "SHA-256 of the signature; null while the game waits, and if it started without it."),
    signature=or_null(pattern(f"[0-9a-f]{{{SIGNATURE_DIGITS}}}")),
    given_up_at=or_null(_TIME, "When the host started the game without the beacon; null if they did not."),
)
_HALF = record(
    points=each(number(), 2, 2, description="In the order of the seats of this game."),
    hints={**FLAG, "description": "Whether a player asked for an analysis before it was over."},
    takebacks={**FLAG, "description": "Whether a move was undone."},
)
_RATED = record(
    finished_at={**_TIME, "description": "When the game was over, in UTC."},
    hints={**FLAG, "description": "Whether a player asked for an analysis before it was over."},
    bots=each(_SEAT, description="The seats that bots have or had at the end."),
    half_before=or_null(_HALF, "The other game of a match that only counts as a whole, if it was over before."),
)
_SIGNATURE = record(
    "The signature of the record.",
    algorithm={"type": "string", "const": ALGORITHM},
    key=pattern(f"{_BASE64URL}{{{KEY_LENGTH}}}", "The public key, in base64url."),
    value=pattern(f"{_BASE64URL}{{86}}", "The signature, in base64url."),
)
_RECORD = record(
    "Everything needed to verify a game.",
    format={"type": "string", "const": FORMAT},
    id=_ID,
    ruleset=_TEXT,
    rules_version=_TEXT,
    status=one_of(GameStatus),
    setup=or_null({"type": "object"}, "The setup of the rules, including the layout; null before the game starts."),
    given_layout=or_null({}, "The layout that the host chose; null if it was drawn."),
    shuffle_seats={**FLAG, "description": "Whether the order of play was drawn."},
    places=each(_PLACE, 1, MOST_SEATS, "By place."),
    commitment={**_SHA256, "description": "SHA-256 of the seed, published when the game is created."},
    seed=or_null(pattern("[0-9a-f]{64}"), "The source of all chance; null until the game is over."),
    log=each(_ENTRY),
    scores=or_null(each(number()), "By seat; null before the game starts."),
    winners=or_null(each(_SEAT), "Seats; null until the game is over."),
    ended_by=or_null(one_of(EndedBy)),
    match=or_null(_MATCH, "The match, and the number of this game in it, from 1."),
    origin={"type": "string", "format": "uri", "description": "The address of the service that made the record."},
    head={**_SHA256, "description": "SHA-256 of the last entry, or of the beginning of the game."},
    signature=_SIGNATURE,
    stand_ins=each(number(0), description="The numbers of the entries that the computer played for a person."),
    beacon=or_null(_BEACON, "Null if no beacon contributes to the dice."),
    rated=or_null(_RATED, "What else ratings depend on; null until the game is over, and if it is unrated."),
)
_RECORD["properties"]["adjudicated"] = {
    "type": "string",
    "maxLength": LONGEST_DECISION,
    "description": "The organiser's reason, only in a game that they decided.",
}


def schema_of_records(games: Iterable[Game]) -> Json:
    """Build the schema of all records, with the setups of these games."""
    return {
        "$schema": DIALECT,
        "$id": f"urn:sundial:{FORMAT}",
        "title": f"A game of Sundial, {FORMAT}",
        **_RECORD,
        "allOf": [_begins_with(game) for game in games],
    }


def _begins_with(game: Game) -> Schema:
    """Build the part of the schema that depends on a game's rules."""
    setup = game.setup_schema
    own = {"setup": or_null(setup), "given_layout": or_null(setup["properties"]["layout"])}
    return {"if": {"properties": {"ruleset": {"const": game.id}}}, "then": {"properties": own}}
