"""Games: seats, the log, idempotent responses, and imported records."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, Sequence, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Layout, Seat, Setup
from service.config.key_ring import LONGEST_SALT
from service.db.model import Model, index_where
from service.models.account import LONGEST_NAME, Account, Delivery
from service.security.keys import NONCE_LENGTH

LONGEST_DECISION = 200
"""Characters of an organiser's reason for a decision."""
LONGEST_CONTRIBUTION = 64
"""Characters of a player's contribution to the dice; enough for a SHA-256 in hexadecimal."""
LONGEST_DECLINE_TEXT = 200
"""Characters of a player's words beside a declined invitation or challenge."""
NUMBERS = Sequence("game_number_seq", metadata=Model.metadata)
"""The sequence of game numbers on PostgreSQL."""


class GameStatus(StrEnum):
    """The life cycle of a game."""

    INVITING = "inviting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Visibility(StrEnum):
    """The audience of a game: its players, or everybody."""

    PRIVATE = "private"
    PUBLIC = "public"


class DeclineReason(StrEnum):
    """Why somebody declines an invitation or a challenge."""

    NOT_NOW = "not-now"
    BUSY = "busy"
    """They have as many games as they want."""
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    OTHER_GAME = "other-game"
    """They want another ruleset, other options or another number of players."""
    TOO_STRONG = "too-strong"
    TOO_WEAK = "too-weak"
    RATED = "rated"
    NOT_RATED = "not-rated"
    OTHER = "other"


class EndedBy(StrEnum):
    """Why a game is over."""

    PLAY = "play"
    RESIGNATION = "resignation"
    TIME = "time"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    """The organiser decided an abandoned game (see `play.adjudication`)."""


class OnTimeout(StrEnum):
    """The agreed consequence of a missed deadline."""

    FORFEIT = "forfeit"
    """The player forfeits."""
    COMPUTER = "computer"
    """The computer plays on until the player returns."""
    SUBSTITUTE = "substitute"
    """The computer plays on until the player returns or a substitute takes over."""


class PlayedBy(StrEnum):
    """The substitute actor of a move."""

    COMPUTER = "computer"


class SeatState(StrEnum):
    """Whether a seat is taken."""

    OPEN = "open"
    INVITED = "invited"
    TAKEN = "taken"


class Contributed(StrEnum):
    """The origin of a place's contribution to the dice."""

    OWN = "own"
    """From the player, after the commitment was shown."""
    EARLY = "early"
    """From the player, before the commitment was made."""
    SERVER = "server"
    """Made by the server for a player who named none; see `verification.dice.made_up`."""


class Signature(StrEnum):
    """The verification state of an imported record's signer."""

    KNOWN = "known"
    """The key is ours, or is known to the operator."""
    UNKNOWN = "unknown"
    """The signature matches its key, whose owner is unknown here."""


class Match(Model):
    """Two games with seats exchanged, perhaps with a third; its terms are stored in the first game.

    Its places are those of the first game. A change requires locks on its games (see `play.seating.lock_game`).
    """

    __tablename__ = "game_match"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    simultaneous: Mapped[bool]
    """Whether the second game begins together with the first."""
    status: Mapped[GameStatus] = mapped_column(String(20))
    creator_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    ended_by: Mapped[EndedBy | None] = mapped_column(String(20))
    winner: Mapped[int | None]
    """The place that has won; None during the match, and if nobody has."""
    secret: Mapped[bytes]
    """The secret that the seeds of its games derive from. It is never shown."""


class Game(Model):
    """One game. The log holds what was played; everything else here except the agreed terms can be derived from it."""

    __tablename__ = "game"
    __table_args__ = (
        Index(None, "deadline", "id"),
        index_where("visibility = 'public'", "ix_game_public_created_at", "created_at", "id"),
        index_where("visibility = 'public'", "ix_game_public_status", "status", "created_at", "id"),
        index_where("visibility = 'public'", "ix_game_public_ruleset", "ruleset", "created_at", "id"),
        index_where("visibility = 'public'", "ix_game_public_deadline", "deadline", "id"),
        index_where("bot_due_at IS NOT NULL", "ix_game_bot_due", "bot_due_at"),
        index_where("audit_due_at IS NOT NULL", "ix_game_audit_due", "audit_due_at"),
        index_where("beacon_due_at IS NOT NULL", "ix_game_beacon_due", "beacon_due_at"),
        index_where("join_salt IS NOT NULL", "ix_game_joined_by_key", "status"),
        index_where("fault IS NOT NULL", "ix_game_fault", "id"),
        index_where("on_timeout = 'substitute'", "ix_game_left_seats", "status"),
        index_where("batch_id IS NOT NULL", "ix_game_batch", "batch_id", "number"),
        index_where("imported_at IS NOT NULL", "ix_game_imported", "creator_id", "created_at", "id"),
        Index("ix_game_series_round", "series_id", "series_round", unique=True),
        UniqueConstraint("match_id", "match_round"),
    )
    set_together: ClassVar[frozenset[str]] = frozenset(
        {"version", "turn", "turn_nonce", "log_length", "log_mark", "to_move", "deadline", "scores"}
    )
    """Columns that a move changes: most of them always, the rest often."""

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int | None] = mapped_column(unique=True, index=True)
    """The game's number for people, from 1; None for an imported game."""
    ruleset: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, str]]
    given_layout: Mapped[Layout | None]
    setup: Mapped[Setup | None]
    """Complete once the game begins: the layout is drawn when all seats are taken."""
    status: Mapped[GameStatus] = mapped_column(String(20))
    version: Mapped[int] = mapped_column(default=0)
    """Rises with each change of the game; a move names the version it answers."""
    turn: Mapped[int] = mapped_column(default=0)
    """The version at which the current turn began: links to it are valid until it is over."""
    turn_nonce: Mapped[str | None] = mapped_column(String(NONCE_LENGTH))
    """The nonce in links to the current turn; None before the first."""
    log_length: Mapped[int] = mapped_column(default=0)
    log_mark: Mapped[str | None] = mapped_column(String(16))
    """A random value, new whenever the log grows. A log that was undone and played on differently has another one."""
    to_move: Mapped[Seat | None]
    deadline: Mapped[datetime | None]
    bot_due_at: Mapped[datetime | None]
    """When the bot to move is reminded, or then paused; None if no bot is to move, or it was paused."""
    audit_due_at: Mapped[datetime | None]
    """When the game is next compared with a replay of its log; None before it begins and after the final audit."""
    fault: Mapped[str | None] = mapped_column(String(200))
    """The difference found by the last replay of the log; None if there was none."""
    days_per_move: Mapped[int]
    """The days for each turn; with a bank in `clock`, the initial time of a seat."""
    clock: Mapped[dict[str, Any] | None]
    """Terms of the time control beside the days (`play.timekeeping.terms`); None if there are none."""
    fast_clock: Mapped[dict[str, int] | None]
    """The minutes and seconds of a fast clock (`play.timekeeping.terms`); None for days."""
    turn_clock: Mapped[dict[str, Any] | None]
    """Changes to the clock of the turn it names (`play.turn_clocks`); other turns have none."""
    paused_at: Mapped[datetime | None]
    """Since when all clocks are stopped by agreement of all players."""
    on_timeout: Mapped[OnTimeout | None] = mapped_column(String(20))
    """The consequence of a missed deadline; None is `forfeit`."""
    stand_in_level: Mapped[int | None]
    """The level at which the computer plays on for a player; None is the default."""
    grace_minutes: Mapped[int | None]
    """How long a move can be undone without asking, until somebody plays on; None for not at all."""
    held_at: Mapped[datetime | None]
    """When the held move of the turn under way was sent (`HeldMove`), secret to its player; None if there is none."""
    proposal: Mapped[dict[str, Any] | None]
    """The latest proposal to the other players (`play.proposals`); void once the game goes on."""
    shuffle_seats: Mapped[bool]
    visibility: Mapped[Visibility] = mapped_column(String(20))
    seed: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    beacon: Mapped[dict[str, Any] | None]
    """The round of a public beacon fixed with the commitment (`beacon.promises.Promise`); None for none."""
    beacon_due_at: Mapped[datetime | None]
    """When workers next fetch that round; None if the dice wait for none."""
    beacon_trouble: Mapped[str | None] = mapped_column(String(20))
    """Why the last fetch failed (`beacon.reading.RoundMissing`); None before the first."""
    creator_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    ended_by: Mapped[EndedBy | None] = mapped_column(String(20))
    adjudicated: Mapped[str | None] = mapped_column(String(LONGEST_DECISION))
    """The organiser's reason for the result that they decided; None if it was played."""
    scores: Mapped[list[int] | None]
    winners: Mapped[list[Seat] | None]
    join_salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    """The salt of the key to a private game's open seats; None if there is no such key."""
    match_id: Mapped[str | None] = mapped_column(ForeignKey("game_match.id"))
    match_round: Mapped[int | None]
    """The number of this game in its match, from 1."""
    rematch_of: Mapped[str | None] = mapped_column(String(16), unique=True, index=True)
    """The finished game that this is a rematch of, or the first game of that one's match."""
    series_id: Mapped[str | None] = mapped_column(String(16))
    """The first game of this game's series (`play.series`); None if it belongs to none."""
    series_round: Mapped[int | None]
    """The number of this game in its series, from 1."""
    first_to: Mapped[int | None]
    """The number of games that wins the series."""
    series_wins: Mapped[list[int] | None]
    """The games of the series that each place had won before this one."""
    series_stopped: Mapped[bool | None]
    """Whether the series ended unfinished with this game, because not all players could be seated again."""
    practice_day: Mapped[date | None]
    """The day whose puzzle this repeats; it does not count."""
    rated: Mapped[bool] = mapped_column(default=False)
    """Whether its players agreed that its result counts for their ratings (see `ratings`)."""
    not_rated: Mapped[str | None] = mapped_column(String(40))
    """The code of the reason why a game that was to be rated counts for nobody; None for no reason yet."""
    had_hints: Mapped[bool] = mapped_column(default=False)
    """Whether a player asked for an analysis before the game was over."""
    batch_id: Mapped[str | None] = mapped_column(ForeignKey("game_batch.id"))
    """The batch with which its organiser arranged it; None if it is of none."""
    imported_at: Mapped[datetime | None]
    """When its record was imported (`ImportedRecord`); an imported game counts nowhere."""
    seats: Mapped[list[GameSeat]] = relationship(order_by="GameSeat.number", lazy="selectin")

    @property
    def may_count(self) -> bool:
        """Whether the result will count for ratings, as far as is known."""
        return self.rated and self.not_rated is None


IS_INVITED = "game_seat.state = 'invited'"
"""A condition for seats whose player has not answered the invitation."""


class GameSeat(Model):
    """A seat of a game. `place` is the order of invitation, `number` the seat in the order of play."""

    __tablename__ = "game_seat"
    __table_args__ = (Index(None, "account_id", "game_id"), index_where(IS_INVITED, "ix_game_seat_invited", "game_id"))

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[Seat]
    state: Mapped[SeatState] = mapped_column(String(20))
    for_anybody: Mapped[bool] = mapped_column(default=False)
    """Whether the seat is open to the first player who joins."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    account: Mapped[Account | None] = relationship(lazy="joined")
    invitation_nonce: Mapped[str | None] = mapped_column(String(NONCE_LENGTH))
    """The nonce of the invitation link; a new invitation to this place gets another one."""
    invited_as: Mapped[str | None] = mapped_column(String(254))
    """The name or address that the host invited. Once the seat is taken, only an address is kept, for the host."""
    reminded_at: Mapped[datetime | None]
    """When the host last sent a reminder of the invitation."""
    reminders: Mapped[int | None]
    """The number of these reminders; None for none."""
    undelivered_at: Mapped[datetime | None]
    """When the host was told that email could not deliver the invitation."""
    unanswered_at: Mapped[datetime | None]
    """When the host was told that the invitation had no answer for a week."""
    decline_reason: Mapped[DeclineReason | None] = mapped_column(String(20))
    """Why the last player who was offered the seat declined it; None without a reason, and once somebody joins."""
    decline_text: Mapped[str | None] = mapped_column(String(LONGEST_DECLINE_TEXT))
    """Their words beside it, for the host alone."""
    withdrawn_id: Mapped[int | None]
    """The account whose invitation to this place was withdrawn: it still counts towards the daily limit."""
    ai_level: Mapped[int | None]
    """The computer's level while it plays this seat, from the start or for a player who left."""
    contribution: Mapped[str | None] = mapped_column(String(LONGEST_CONTRIBUTION))
    """The contribution of this place to the dice; None while it is awaited from the player."""
    contributed: Mapped[Contributed | None] = mapped_column(String(10))
    """Its origin; None while there is none."""
    contributed_at: Mapped[datetime | None]
    """When it was added; None while there is none."""
    contribution_number: Mapped[int | None]
    """The order in which places contributed, from 1; None while there is none."""
    left_by: Mapped[EndedBy | None] = mapped_column(String(20))
    """How the player left in mid-game: by resignation or on time."""
    left_at: Mapped[datetime | None]
    """When they left."""
    with_whom: Mapped[dict[str, list[str]] | None]
    """The opponents' names in subjects of emails to the player (`notifications.subjects`); None before the first."""
    stood_in_at: Mapped[datetime | None]
    """Since when the computer plays for a player who missed a deadline and may return."""
    taken_over_at: Mapped[datetime | None]
    """When the present player took the seat over as a substitute; None otherwise."""
    delivery: Mapped[Delivery | None] = mapped_column(String(20))
    """When the player wants emails about this game; None for the account's setting."""
    looked_at: Mapped[datetime | None]
    """When the player first looked at the game in the newest of their turns in which they did."""
    here_at: Mapped[datetime | None]
    """When the player was last known to have the game's page open, so that no email repeats what is on it."""
    read_message: Mapped[int | None]
    """The newest chat message that a page has shown to the player; None before the first."""
    credited_at: Mapped[datetime | None]
    """When the clock gave this seat a move's time again after failed email; this happens once."""

    seconds_saved: Mapped[int | None]
    """Seconds left after the last turn, where a bank keeps them or a move can be undone; None before that."""
    pause_wished_at: Mapped[datetime | None]
    """Since when the player wants the clocks stopped."""
    planned_at: Mapped[datetime | None]
    """Since when there are conditional moves for the seat's next turn (`SeatPlan`), secret to its player."""
    planned_move_at: Mapped[int | None]
    """The log length after the last move that conditional moves have played, secret to its player."""
    analysis_wished_at: Mapped[datetime | None]
    """Since when the player agrees to an analysis during the game."""
    recorded_name: Mapped[str | None] = mapped_column(String(30))
    """The player's name in an imported record; it is not an account of ours."""
    guest_name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """The name of a visitor in this game only (see `accounts.accounts.name_in_one_game`)."""
    beside: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """The name of a player at the device of the account, which has a seat of its own there; empty once erased."""
    rating: Mapped[dict[str, Any] | None]
    """The player's rating when the game began (`ratings.ratings.rating_json`); None before, and without one."""

    @property
    def holder(self) -> str:
        """The handle of the player in this game; empty if there is none."""
        return self.guest_name or (self.account.name if self.account else "")

    @property
    def is_complete(self) -> bool:
        """Whether the seat is taken and its contribution to the dice is complete."""
        return self.state == SeatState.TAKEN and self.contribution is not None

    @property
    def is_awaited(self) -> bool:
        """Whether the seat is taken and its contribution to the dice is still awaited."""
        return self.state == SeatState.TAKEN and self.contribution is None

    @property
    def is_played_by_a_person(self) -> bool:
        """Whether an account (a person's or a bot's) has the seat and still plays it."""
        return self.account_id is not None and self.ai_level is None


class LogEntry(Model):
    """One action or chance outcome. The log is append-only."""

    __tablename__ = "log_entry"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 0, without gaps."""
    seat: Mapped[Seat]
    """The acting seat; -1 for chance."""
    action: Mapped[str] = mapped_column(String(80))
    version: Mapped[int]
    """The version of the game after the move."""
    at: Mapped[datetime]
    played_by: Mapped[PlayedBy | None] = mapped_column(String(20))
    """The actor in place of the player; None for the player's own moves, and for the dice."""


class Answer(Model):
    """The first response to a request, stored so that a repeated request is answered alike and done once."""

    __tablename__ = "answer"

    scope: Mapped[str] = mapped_column(String(80), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    encrypted: Mapped[bytes]
    """The response, encrypted, because it may hold a secret that is shown once."""
    created_at: Mapped[datetime] = mapped_column(index=True)


class DailyGame(Model):
    """An account's game of the daily puzzle, one a day."""

    __tablename__ = "daily_game"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), unique=True)
    game: Mapped[Game] = relationship()


class ImportedRecord(Model):
    """The record that an imported game comes from, and the result of its verification."""

    __tablename__ = "imported_record"
    __table_args__ = (UniqueConstraint("account_id", "head"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    """The account that imported it."""
    head: Mapped[str] = mapped_column(String(64))
    """The head of the log's hash chain, so that an account cannot import a game twice."""
    document: Mapped[str] = mapped_column(Text, deferred=True)
    """The record, as canonical JSON (RFC 8785)."""
    format: Mapped[str] = mapped_column(String(40))
    played_as: Mapped[str] = mapped_column(String(16))
    """The game's id on the service where it was played."""
    origin: Mapped[str] = mapped_column(String(200))
    """The address of the service that the record names."""
    key: Mapped[str] = mapped_column(String(43))
    """The public key that signed it."""
    signature: Mapped[Signature] = mapped_column(String(20))
    verified: Mapped[list[str]]
    """The passed checks, by their names in `sundial verify`."""
    imported_at: Mapped[datetime]
