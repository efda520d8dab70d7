"""Schema of an imported record: every member, its maximum length, and no others."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.validate import Equal, Length, OneOf, Range, Regexp

from service.accounts.names import LINKED, NAME_PATTERN, is_ours
from service.beacon.chain import HASH_DIGITS, KEY_DIGITS, LONGEST_ID, SIGNATURE_DIGITS
from service.config.settings import settings
from service.language.texts import LINE
from service.models import LONGEST_CONTRIBUTION, LONGEST_DECISION, Contributed, EndedBy, GameStatus
from service.verification.record_chain import FORMAT
from service.verification.record_signatures import ALGORITHM
from service.verification.recorded import CommonMembers

LONGEST_LOG = 2000
"""Entries. The longest games have 150, including undone moves."""
MOST_SEATS = 4
MOST_LEVEL = 9
INT32 = 2**31 - 1
_SHA256 = Regexp(r"[0-9a-f]{64}\Z")
_ID = Regexp(r"[a-z0-9]{1,16}\Z")
_BASE64URL = Regexp(r"[A-Za-z0-9_-]{1,86}\Z")
_TIME = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z")
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,150}(/[A-Za-z0-9._~/-]{0,40})?")


class FormedRecord(CommonMembers):
    """A record of a finished game, as loaded by `RecordForm`."""

    format: str
    seed: str
    ended_by: str
    origin: str
    signature: dict[str, str]


def _hex(digits: int) -> Regexp:
    return Regexp(rf"[0-9a-f]{{{digits}}}\Z")


class _Whole(fields.Integer):
    """A required integer; rejects booleans and fractions."""

    def __init__(self, least: int = -INT32, most: int = INT32, *, allow_none: bool | None = None) -> None:
        super().__init__(strict=True, validate=Range(least, most), required=True, allow_none=allow_none)

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class _Flag(fields.Boolean):
    """A strict boolean: `true` or `false` only."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class _Time(fields.Field[datetime]):
    """A time in UTC, as in records."""

    def _deserialize(self, value: object, *_: object, **__: object) -> datetime:
        try:
            if isinstance(value, str) and _TIME.fullmatch(value):
                return datetime.fromisoformat(value).astimezone(UTC)
        except ValueError:
            pass
        raise ValidationError("Not a time in UTC.")


class _Strict(Schema):
    class Meta:
        """Reject unknown members."""

        unknown = RAISE


def _check_name(name: str) -> None:
    """Check a name by the rules for accounts: no link, no look-alike, no reserved word; or ValidationError."""
    is_name = NAME_PATTERN.fullmatch(name) and not re.search(LINKED, name)
    if not is_name or is_ours(name, settings().mail_domain):
        raise ValidationError("Not a name that an account can have.")


def _check_origin(origin: str) -> None:
    """Check that a text is the address of a service; or ValidationError."""
    try:
        is_address = _ORIGIN.fullmatch(origin) and urlsplit(origin).hostname and urlsplit(origin).port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise ValidationError("Not the address of a service.")


class _PlaceForm(_Strict):
    place = _Whole(0, MOST_SEATS - 1)
    seat = _Whole(0, MOST_SEATS - 1)
    account = fields.String(required=True, allow_none=True, validate=_check_name)
    first_account = fields.String(required=True, allow_none=True, validate=_check_name)
    ai = _Whole(1, MOST_LEVEL, allow_none=True)
    left_by = fields.String(required=True, allow_none=True, validate=OneOf([EndedBy.RESIGNATION, EndedBy.TIME]))
    left_at = _Time(required=True, allow_none=True)
    contribution = fields.String(required=True, allow_none=True, validate=Length(0, LONGEST_CONTRIBUTION))
    contributed = fields.String(required=True, allow_none=True, validate=OneOf(list(Contributed)))
    contributed_at = _Time(required=True, allow_none=True)
    contribution_number = _Whole(1, allow_none=True)


class _EntryForm(_Strict):
    number = _Whole(0, LONGEST_LOG)
    seat = _Whole(-1, MOST_SEATS - 1)
    action = fields.String(required=True, validate=Length(1, 80))
    version = _Whole(0)
    at = _Time(required=True)
    previous = fields.String(required=True, validate=_SHA256)


class _RoundForm(_Strict):
    id = fields.String(required=True, validate=_ID)
    round = _Whole(1, 3)
    commitments = fields.List(fields.String(validate=_SHA256), required=True, validate=Length(2, 3))


class _SignatureForm(_Strict):
    algorithm = fields.String(required=True, validate=OneOf([ALGORITHM]))
    key = fields.String(required=True, validate=Regexp(r"[A-Za-z0-9_-]{43}\Z"))
    value = fields.String(required=True, validate=_BASE64URL)


class _BeaconForm(_Strict):
    chain = fields.String(required=True, validate=_SHA256)
    public_key = fields.String(required=True, validate=_hex(KEY_DIGITS))
    period = _Whole(1)
    genesis_time = _Whole(0)
    group_hash = fields.String(required=True, validate=_hex(HASH_DIGITS))
    beacon_id = fields.String(required=True, validate=Length(0, LONGEST_ID))
    round = _Whole(1)
    at = _Time(required=True)
    committed_at = _Time(required=True)
    randomness = fields.String(required=True, allow_none=True, validate=_SHA256)
    signature = fields.String(required=True, allow_none=True, validate=_hex(SIGNATURE_DIGITS))
    given_up_at = _Time(required=True, allow_none=True)


class _HalfForm(_Strict):
    points = fields.List(_Whole(), required=True, validate=Length(2, 2))
    hints = _Flag(required=True)
    takebacks = _Flag(required=True)


class _RatedForm(_Strict):
    finished_at = _Time(required=True)
    hints = _Flag(required=True)
    bots = fields.List(_Whole(0, MOST_SEATS - 1), required=True, validate=Length(0, MOST_SEATS))
    half_before = fields.Nested(_HalfForm, required=True, allow_none=True)


class RecordForm(_Strict):
    """A record. `foreign_records` checks which members a finished game must have."""

    format = fields.String(required=True, validate=Equal(FORMAT))
    id = fields.String(required=True, validate=_ID)
    ruleset = fields.String(required=True, validate=Length(1, 40))
    rules_version = fields.String(required=True, validate=Length(1, 20))
    status = fields.String(required=True, validate=OneOf(list(GameStatus)))
    setup = fields.Dict(required=True, allow_none=True)
    given_layout = fields.Dict(required=True, allow_none=True)
    shuffle_seats = _Flag(required=True)
    places = fields.List(fields.Nested(_PlaceForm), required=True, validate=Length(1, MOST_SEATS))
    commitment = fields.String(required=True, validate=_SHA256)
    seed = fields.String(required=True, allow_none=True, validate=_SHA256)
    log = fields.List(fields.Nested(_EntryForm), required=True, validate=Length(0, LONGEST_LOG))
    stand_ins = fields.List(_Whole(0, LONGEST_LOG), required=True, validate=Length(0, LONGEST_LOG))
    scores = fields.List(_Whole(), required=True, allow_none=True, validate=Length(0, MOST_SEATS))
    winners = fields.List(_Whole(), required=True, allow_none=True, validate=Length(0, MOST_SEATS))
    ended_by = fields.String(required=True, allow_none=True, validate=OneOf(list(EndedBy)))
    adjudicated = fields.String(validate=[Length(1, LONGEST_DECISION), Regexp(LINE)])
    match = fields.Nested(_RoundForm, required=True, allow_none=True)
    beacon = fields.Nested(_BeaconForm, required=True, allow_none=True)
    rated = fields.Nested(_RatedForm, required=True, allow_none=True)
    origin = fields.String(required=True, validate=_check_origin)
    head = fields.String(required=True, validate=_SHA256)
    signature = fields.Nested(_SignatureForm, required=True)
