"""Games: who sits where, what was played, the answers that were given, and records that games were made from."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, Sequence, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Layout, Seat, Setup
from service.core.key_ring import LONGEST_SALT
from service.core.keys import NONCE_LENGTH
from service.core.model import Model, index_where
from service.models.account import LONGEST_NAME, Account, Delivery

LONGEST_CONTRIBUTION = 64
"""Characters that a player can add to the dice; of a SHA-256 in hexadecimal, all."""
NUMBERS = Sequence("game_number_seq", metadata=Model.metadata)
"""Of games, on PostgreSQL."""


class GameStatus(StrEnum):
    """The life of a game."""

    INVITING = "inviting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Visibility(StrEnum):
    """Who may see a game: its players, or everybody."""

    PRIVATE = "private"
    PUBLIC = "public"


class EndedBy(StrEnum):
    """Why a game is over."""

    PLAY = "play"
    RESIGNATION = "resignation"
    TIME = "time"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    AGREEMENT = "agreement"


class OnTimeout(StrEnum):
    """What a table has agreed on for somebody who lets the deadline pass."""

    FORFEIT = "forfeit"
    """The seat is given up."""
    COMPUTER = "computer"
    """The computer plays on until they come back."""
    SUBSTITUTE = "substitute"
    """The same, or until somebody takes their seat over."""


class PlayedBy(StrEnum):
    """Who has acted on a seat in place of whoever has it."""

    COMPUTER = "computer"


class SeatState(StrEnum):
    """Whether a seat is taken."""

    OPEN = "open"
    INVITED = "invited"
    TAKEN = "taken"


class Contributed(StrEnum):
    """Where it comes from what a place adds to the dice."""

    OWN = "own"
    """From the player, who was shown the commitment before."""
    EARLY = "early"
    """From the player, before there was a commitment."""
    SERVER = "server"
    """Made up by the server for who named nothing; see `core.dice.made_up`."""


class Signature(StrEnum):
    """What is known of whoever has signed a record from elsewhere."""

    KNOWN = "known"
    """The key is one of ours, or one that the operator had at hand."""
    UNKNOWN = "unknown"
    """It fits the key that it names, and whose that is nobody here can say."""


class Match(Model):
    """Two games with seats exchanged, and perhaps a third; all that was agreed on stands with the first.

    Its places are those of the first game. Whoever changes it has locked its games (see `play.seating.lock_game`).
    """

    __tablename__ = "game_match"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    simultaneous: Mapped[bool]
    """Whether the second game begins with the first, and not after it."""
    status: Mapped[GameStatus] = mapped_column(String(20))
    creator_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    ended_by: Mapped[EndedBy | None] = mapped_column(String(20))
    winner: Mapped[int | None]
    """The place that has won; None while the match goes on, and where nobody has."""
    secret: Mapped[bytes]
    """What the seeds of all its games come from. It is never shown."""


class Game(Model):
    """One game. The log holds what was played; everything here but the table's agreements can be worked out from it."""

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
        index_where("imported_at IS NOT NULL", "ix_game_imported", "creator_id", "created_at", "id"),
        Index("ix_game_series_round", "series_id", "series_round", unique=True),
        UniqueConstraint("match_id", "match_round"),
    )
    set_together: ClassVar[frozenset[str]] = frozenset(
        {"version", "turn", "turn_nonce", "log_length", "log_mark", "to_move", "deadline", "scores"}
    )
    """What a move changes: most of it always, the rest often."""

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int | None] = mapped_column(unique=True, index=True)
    """What people call it, from 1; None if it was imported."""
    ruleset: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, str]]
    given_layout: Mapped[Layout | None]
    setup: Mapped[Setup | None]
    """Complete from the beginning of the game on: the layout is drawn when all seats are taken."""
    status: Mapped[GameStatus] = mapped_column(String(20))
    version: Mapped[int] = mapped_column(default=0)
    """Rises with each change of the game; a move names the version it answers."""
    turn: Mapped[int] = mapped_column(default=0)
    """The version at which the turn under way was given: links to it hold until it is over."""
    turn_nonce: Mapped[str | None] = mapped_column(String(NONCE_LENGTH))
    """What links to the turn under way hold; None before the first."""
    log_length: Mapped[int] = mapped_column(default=0)
    log_mark: Mapped[str | None] = mapped_column(String(16))
    """Drawn anew when the log begins and whenever it grows: a log that was undone had another than any that is kept."""
    to_move: Mapped[Seat | None]
    deadline: Mapped[datetime | None]
    bot_due_at: Mapped[datetime | None]
    """When the bot to move is reminded, or paused if it was; None if no bot is to move, or it was paused by now."""
    audit_due_at: Mapped[datetime | None]
    """When the game is next compared with a replay of its log; None before it begins, and after it was at its end."""
    fault: Mapped[str | None] = mapped_column(String(200))
    """What was not as the log says when it was replayed last; None if all was."""
    days_per_move: Mapped[int]
    """The time for each turn; what a seat begins with where `clock` has a bank."""
    clock: Mapped[dict[str, Any] | None]
    """What the table has agreed on about time beside the days (`play.timekeeping.terms`); None if nothing."""
    fast_clock: Mapped[dict[str, int] | None]
    """The minutes and seconds of a fast clock (`play.timekeeping.terms`); None for plain days."""
    turn_clock: Mapped[dict[str, Any] | None]
    """What has happened to the clock of the turn named in it (`play.turn_clocks`); of any other turn, nothing has."""
    paused_at: Mapped[datetime | None]
    """Since when no clock goes, because all players wanted that."""
    on_timeout: Mapped[OnTimeout | None] = mapped_column(String(20))
    """What follows when the time of a turn is over; None is `forfeit`."""
    stand_in_level: Mapped[int | None]
    """The level at which the computer plays on in place of somebody; None is the usual one."""
    grace_minutes: Mapped[int | None]
    """How long a move may be taken back without asking, as long as nobody has played on; None for not at all."""
    proposal: Mapped[dict[str, Any] | None]
    """What a player has proposed to the others last (`play.proposals`); it is off once the game goes on."""
    shuffle_seats: Mapped[bool]
    visibility: Mapped[Visibility] = mapped_column(String(20))
    seed: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    beacon: Mapped[dict[str, Any] | None]
    """The round of a public beacon that was fixed with the commitment (`beacon.promises.Promise`); None for none."""
    beacon_due_at: Mapped[datetime | None]
    """When workers next ask for that round; None if the dice wait for none."""
    beacon_trouble: Mapped[str | None] = mapped_column(String(20))
    """Why it was not there the last time (`beacon.reading.RoundMissing`); None if it was not asked for yet."""
    creator_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    ended_by: Mapped[EndedBy | None] = mapped_column(String(20))
    scores: Mapped[list[int] | None]
    winners: Mapped[list[Seat] | None]
    join_salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    """What the key to the open seats of a private game is computed from; None while there is no such key."""
    match_id: Mapped[str | None] = mapped_column(ForeignKey("game_match.id"))
    match_round: Mapped[int | None]
    """Which game of its match this is, from 1."""
    rematch_of: Mapped[str | None] = mapped_column(String(16), unique=True, index=True)
    """The game that is over and after which this one was set up, or the first of that game's match."""
    series_id: Mapped[str | None] = mapped_column(String(16))
    """The first game of the series that this one is of (`play.series`); None if it is of none."""
    series_round: Mapped[int | None]
    """Which game of its series this is, from 1."""
    first_to: Mapped[int | None]
    """How many games win the series."""
    series_wins: Mapped[list[int] | None]
    """How many games of the series each place had won before this one."""
    series_stopped: Mapped[bool | None]
    """Whether the series ended unfinished with this game, because not everybody could be seated again."""
    imported_at: Mapped[datetime | None]
    """When its record was brought in from elsewhere (`ImportedRecord`): it is none of ours, and counts nowhere."""
    seats: Mapped[list[GameSeat]] = relationship(order_by="GameSeat.number", lazy="selectin")


class GameSeat(Model):
    """A place at the table. `place` counts in the order of invitation, `number` is the seat in the order of play."""

    __tablename__ = "game_seat"
    __table_args__ = (Index(None, "account_id", "game_id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[Seat]
    state: Mapped[SeatState] = mapped_column(String(20))
    for_anybody: Mapped[bool] = mapped_column(default=False)
    """Whether the seat was offered to whoever joins first."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    account: Mapped[Account | None] = relationship(lazy="joined")
    invitation_nonce: Mapped[str | None] = mapped_column(String(NONCE_LENGTH))
    """What the link to the invitation holds; a place that is offered to somebody else gets another one."""
    invited_as: Mapped[str | None] = mapped_column(String(254))
    """The name or address by which the account was invited, for whoever did so; emptied when the seat is taken."""
    reminded_at: Mapped[datetime | None]
    """When the host last brought the invitation to mind."""
    reminders: Mapped[int | None]
    """How often they have; None for never."""
    withdrawn_id: Mapped[int | None]
    """The account whose invitation to this place was taken back: it still counts among those of its day."""
    ai_level: Mapped[int | None]
    """Set while the computer plays this seat, from the start or in place of somebody who has left."""
    contribution: Mapped[str | None] = mapped_column(String(LONGEST_CONTRIBUTION))
    """What is added to the dice for this place; None while the one who has the seat is yet to add something."""
    contributed: Mapped[Contributed | None] = mapped_column(String(10))
    """Where that comes from; None while there is none."""
    contributed_at: Mapped[datetime | None]
    """When it was added; None while there is none."""
    contribution_number: Mapped[int | None]
    """Numbers rise in the order in which the places added theirs, from 1; None while there is none."""
    left_by: Mapped[EndedBy | None] = mapped_column(String(20))
    """How the person who sat here gave the seat up in mid-game: by resignation or on time."""
    with_whom: Mapped[dict[str, list[str]] | None]
    """Whom the subjects of all mails to the player name (`post.subjects`); None before the first of them."""
    stood_in_at: Mapped[datetime | None]
    """Since when the computer plays on for whoever has the seat, who let a deadline pass and may come back."""
    taken_over_at: Mapped[datetime | None]
    """When whoever has the seat took it over from somebody else; None if nobody did."""
    delivery: Mapped[Delivery | None] = mapped_column(String(20))
    """When the player wants the mails about this game; None for as the account says."""
    looked_at: Mapped[datetime | None]
    """When the player was first seen at the game in the newest turn of theirs in which they were."""
    here_at: Mapped[datetime | None]
    """When the player was last known to look at the page of the game, so that no mail tells them what is on it."""
    credited_at: Mapped[datetime | None]
    """When the clock gave this seat the time for a move once more, because mail had failed; that happens once."""

    seconds_saved: Mapped[int | None]
    """What was left of the time after the last turn, where a bank keeps it or a move may be taken back; None before."""
    pause_wished_at: Mapped[datetime | None]
    """Since when the player wants the clocks to be stopped."""
    planned_at: Mapped[datetime | None]
    """Since when there is a plan for the next turn of the seat (`SeatPlan`), which only its player may know."""
    analysis_wished_at: Mapped[datetime | None]
    """Since when the player agrees that the game is analysed while it goes on."""
    recorded_name: Mapped[str | None] = mapped_column(String(30))
    """What the record of a game that was imported calls whoever sat there; it is no account of ours."""
    guest_name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """What a visitor who has the seat is called in this game alone (see `people.visitors`)."""

    @property
    def holder(self) -> str:
        """What whoever has the seat is called at this table; empty if nobody has it."""
        return self.guest_name or (self.account.name if self.account else "")

    @property
    def is_complete(self) -> bool:
        """Whether somebody has the seat and has added to the dice, so that nobody has to wait for them."""
        return self.state == SeatState.TAKEN and self.contribution is not None

    @property
    def is_awaited(self) -> bool:
        """Whether whoever has the seat is yet to add to the dice."""
        return self.state == SeatState.TAKEN and self.contribution is None

    @property
    def is_played_by_a_person(self) -> bool:
        """Whether an account (a person's or a bot's) has the seat and still plays it."""
        return self.account_id is not None and self.ai_level is None


class LogEntry(Model):
    """One action or outcome of chance. The log is only ever appended to."""

    __tablename__ = "log_entry"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 0, without gaps."""
    seat: Mapped[Seat]
    """Who acted; -1 for chance."""
    action: Mapped[str] = mapped_column(String(80))
    version: Mapped[int]
    """The version of the game that the move led to."""
    at: Mapped[datetime]
    played_by: Mapped[PlayedBy | None] = mapped_column(String(20))
    """Who acted in place of whoever has the seat; None where they did themselves, and for the dice."""


class Answer(Model):
    """The first answer to a request, kept so that the same request sent again is answered alike and done once."""

    __tablename__ = "answer"

    scope: Mapped[str] = mapped_column(String(80), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    encrypted: Mapped[bytes]
    """The answer, which only this installation reads: it may tell a secret that is told once."""
    created_at: Mapped[datetime] = mapped_column(index=True)


class DailyGame(Model):
    """That an account plays the puzzle of a day, once, in that game."""

    __tablename__ = "daily_game"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), unique=True)
    game: Mapped[Game] = relationship()


class ImportedRecord(Model):
    """The record that a game comes from, and what was found out about it. The game is only what is shown of it."""

    __tablename__ = "imported_record"
    __table_args__ = (UniqueConstraint("account_id", "head"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    """Who has brought it in."""
    head: Mapped[str] = mapped_column(String(64))
    """What fixes all that was played: nobody brings the same game in twice."""
    document: Mapped[str] = mapped_column(Text, deferred=True)
    """The record, as canonical JSON (RFC 8785)."""
    format: Mapped[str] = mapped_column(String(40))
    played_as: Mapped[str] = mapped_column(String(16))
    """The id of the game where it was played."""
    origin: Mapped[str] = mapped_column(String(200))
    """The address of the service that the record names."""
    key: Mapped[str] = mapped_column(String(43))
    """The public key that it was signed by."""
    signature: Mapped[Signature] = mapped_column(String(20))
    verified: Mapped[list[str]]
    """What was found right, by the names that `sundial verify` has for it."""
    imported_at: Mapped[datetime]
