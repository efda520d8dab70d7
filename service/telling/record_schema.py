"""The JSON Schema of game records (draft 2020-12), for programs that read them."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Game
from rules.json_types import Json
from rules.schema import FLAG, Schema, each, number, one_of, or_null, pattern, record
from service.beacon.chain import HASH_DIGITS, KEY_DIGITS, LONGEST_ID, SIGNATURE_DIGITS
from service.core.record_chain import FORMAT
from service.core.record_signatures import ALGORITHM, KEY_LENGTH
from service.models import Contributed, EndedBy, GameStatus

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOST_SEATS = 4
_ID = pattern("[a-z0-9]{1,16}")
_TEXT: Schema = {"type": "string"}
_SHA256 = pattern("[0-9a-f]{64}", "SHA-256 in hexadecimal.")
_SEAT = number(0, MOST_SEATS - 1)
_REASON = one_of([each for each in EndedBy if each != EndedBy.AGREEMENT])
_TIME: Schema = {"type": "string", "format": "date-time"}
_HASH = pattern(f"[0-9a-f]{{{HASH_DIGITS}}}")
_BASE64URL = "[A-Za-z0-9_-]"
_PLACE = record(
    "A place at the table.",
    place=number(0, MOST_SEATS - 1, "In the order of invitation."),
    seat=number(0, MOST_SEATS - 1, "In the order of play."),
    account=or_null(_TEXT, "The name that the account has now; null where nobody has said yes, or the computer plays."),
    ai=or_null(number(1), "The level of the computer that plays the seat."),
    left_by=or_null(_REASON, "How the person who sat here gave the seat up in mid-game."),
    contribution=or_null(_TEXT, "What the player added to the dice; null while the place is not taken."),
    contributed=or_null(
        one_of(Contributed),
        "Where the contribution comes from: the player after the commitment was shown, the player before there was "
        "one, or the server; null while there is none.",
    ),
    contributed_at=or_null(_TIME, "When the contribution was given, in UTC; null while there is none."),
    contribution_number=or_null(
        number(1), "Rises in the order in which contributions were given, from 1; null while there is none."
    ),
)
_ENTRY = record(
    "An action, an outcome of chance, or what takes some of them back.",
    number=number(0, None, "From 0, without gaps."),
    seat=number(-1, MOST_SEATS - 1, "Who acted; -1 is chance."),
    action={
        "type": "string",
        "maxLength": 80,
        "description": "In the notation of the rules; or `takeback 7`: entry 7 and all after it are off, and the same "
        "seat acts again.",
    },
    version=number(0, None, "The version of the game that the move led to."),
    at={**_TIME, "description": "When it was played, in UTC."},
    previous={**_SHA256, "description": "SHA-256 of the entry before, or of the beginning of the game."},
)
_MATCH = record(
    id=_ID,
    round=number(1),
    commitments=each(_SHA256, 2, 3, "Those of all games of the match, in the order of their rounds."),
)
_BEACON = record(
    "The round of a public beacon (drand) that the dice take in.",
    chain={**_HASH, "description": "The hash of the chain: SHA-256 of its members that follow."},
    public_key=pattern(f"[0-9a-f]{{{KEY_DIGITS}}}"),
    period=number(1, None, "Seconds from one round to the next."),
    genesis_time=number(0, None, "When round 1 was, in seconds since 1970."),
    group_hash=_HASH,
    beacon_id={"type": "string", "maxLength": LONGEST_ID},
    round=number(1),
    at={**_TIME, "description": "When the round was due."},
    committed_at={**_TIME, "description": "When the seed was committed to, and the round fixed."},
    randomness=or_null(_HASH, "SHA-256 of the signature; null while the game waits, and if it began without."),
    signature=or_null(pattern(f"[0-9a-f]{{{SIGNATURE_DIGITS}}}")),
    given_up_at=or_null(_TIME, "When the host let the game begin without; null if they did not."),
)
_SIGNATURE = record(
    "Whose record it is.",
    algorithm={"type": "string", "const": ALGORITHM},
    key=pattern(f"{_BASE64URL}{{{KEY_LENGTH}}}", "The public key, in base64url."),
    value=pattern(f"{_BASE64URL}{{86}}", "The signature, in base64url."),
)
_RECORD = record(
    "All that is needed to check a game.",
    format={"type": "string", "const": FORMAT},
    id=_ID,
    ruleset=_TEXT,
    rules_version=_TEXT,
    status=one_of(GameStatus),
    setup=or_null({"type": "object"}, "What the rules begin with, the layout included; null before the beginning."),
    given_layout=or_null({}, "The layout that the table chose; null if it was drawn."),
    shuffle_seats={**FLAG, "description": "Whether it was drawn who sits where."},
    places=each(_PLACE, 1, MOST_SEATS, "By place."),
    commitment={**_SHA256, "description": "SHA-256 of the seed, shown from the first moment on."},
    seed=or_null(pattern("[0-9a-f]{64}"), "What all chance is worked out from; null until the game is over."),
    log=each(_ENTRY),
    scores=or_null(each(number()), "By seat; null before the beginning."),
    winners=or_null(each(_SEAT), "Seats; null until the game is over."),
    ended_by=or_null(one_of(EndedBy)),
    match=or_null(_MATCH, "Which game of which match it is, from 1."),
    origin={"type": "string", "format": "uri", "description": "The address of the service that made the record."},
    head={**_SHA256, "description": "SHA-256 of the last entry, or of the beginning of the game."},
    signature=_SIGNATURE,
    stand_ins=each(number(0), description="The numbers of the entries that the computer has played for a person."),
    beacon=or_null(_BEACON, "Null where no beacon has a part in the dice."),
)


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
