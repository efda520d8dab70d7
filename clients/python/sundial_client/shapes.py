"""Types of Sundial's responses. Later versions may add members, and remove none."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from sundial_client.series_shapes import Round, Series

GameStatus = Literal["inviting", "active", "finished", "cancelled"]
OnTimeout = Literal["forfeit", "computer"]


class Declined(TypedDict):
    """Why a player declined."""

    reason: str | None
    text: str | None


class Seat(TypedDict):
    """A seat and its player."""

    seat: int
    place: int
    state: str
    account: str | None
    display_name: str | None
    invited: str | None
    declined: Declined | None
    ai: int | None
    left_by: str | None
    stood_in_at: str | None
    taken_over_at: str | None
    contributed: Literal["own", "early", "server"] | None
    credited_at: str | None
    rating: Rating | None
    reachable: bool
    you: bool
    recorded_name: str | None


class Bank(TypedDict):
    """Time that a seat saves from move to move."""

    hours_per_move: int
    most_days: int


class Fast(TypedDict):
    """A clock for players who are online together."""

    minutes: int
    seconds_per_move: int


class ClockTerms(TypedDict):
    """Time control of a game, beside the days."""

    bank: Bank | None
    weekends_off: bool
    nights_off: bool
    vacations: bool
    fast: Fast | None


class Break(TypedDict):
    """Time that does not count; `until` is None while unknown."""

    why: str
    since: str
    until: str | None


class TurnClock(TypedDict):
    """The clock of the turn under way, and the reasons for its deadline."""

    to_move: int | None
    began_at: str | None
    given_seconds: int | None
    left_seconds: int | None
    deadline: str | None
    saved_seconds: list[int | None]
    paused_at: str | None
    wishes: list[int]
    breaks: list[Break]
    words: list[str]


class Beacon(TypedDict):
    """A public beacon's round for the dice; `signature` is None while the game waits for it."""

    chain: str
    public_key: str
    period: int
    genesis_time: int
    group_hash: str
    beacon_id: str
    round: int
    at: str
    committed_at: str
    randomness: str | None
    signature: str | None
    given_up_at: str | None


class Imported(TypedDict):
    """Origin of an imported game, and the verification of its record."""

    origin: str
    game: str
    format: str
    signature: Literal["known", "unknown"]
    key: str
    verified: list[str]
    at: str


class Rating(TypedDict):
    """A rating; in 19 of 20 cases the true value is within `value` ± `uncertainty`."""

    value: int
    uncertainty: int
    provisional: bool
    games: int


class PoolRating(Rating):
    """A rating in one pool: a ruleset, perhaps with unusual options."""

    pool: str


class NotRated(TypedDict):
    """Why a game that was to be rated counts for nobody."""

    code: str
    sentence: str


class GameSummary(TypedDict):
    """A game without its position."""

    id: str
    ruleset: str
    rules_version: str
    options: dict[str, str]
    status: GameStatus
    version: int
    log_length: int
    seats: list[Seat]
    your_seat: int | None
    to_move: int | None
    deadline: str | None
    days_per_move: int
    clock: ClockTerms
    on_timeout: OnTimeout
    stand_in_level: int
    grace_minutes: int | None
    shuffle_seats: bool
    rated: bool
    not_rated: NotRated | None
    visibility: str
    scores: list[int] | None
    winners: list[int] | None
    ended_by: str | None
    adjudicated: str | None
    commitment: str
    seed: str | None
    beacon: Beacon | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    match: Round | None
    series: Series | None
    imported: Imported | None
    links: dict[str, str]


class Game(GameSummary):
    """A game; setup and position depend on the ruleset, and are None before it begins."""

    setup: Any
    position: Any


class Resignation(TypedDict):
    """Consequences of resigning now, from the state of the game that `etag` names."""

    etag: str
    is_over: bool
    winners: list[int] | None
    stand_in_level: int | None
    games: list[str]
    match: str | None
    series: Series | None
    words: list[str]


class JoinOffer(TypedDict):
    """A game that can be joined; `layout` is chosen by its host, None if it is drawn."""

    game: GameSummary
    host: str
    layout: dict[str, Any] | None
    open_seats: int


class JoinLink(TypedDict):
    """The link to the open seats of a private game, for people and for programs; None while there is none."""

    url: str | None
    key: str | None


class Search(TypedDict, total=False):
    """Filter for games."""

    limit: int
    status: GameStatus
    ruleset: str
    mine: bool
    to_move: bool
    opponent: str
    result: Literal["won", "shared", "lost"]
    rated: bool
    seats: int
    to: str
    sort: Literal["created", "deadline", "finished"]


class LegalActions(TypedDict):
    """Legal next actions; `complete` if the actions before them are a whole move already."""

    version: int
    seat: int
    actions: list[str]
    complete: bool


class Entry(TypedDict):
    """One entry of a log; seat -1 is chance."""

    number: int
    seat: int
    action: str
    version: int
    at: str
    by: Literal["computer"] | None


class Accepted(TypedDict):
    """The game after a move, and the new entries of its log."""

    game: Game
    log: list[Entry]


class Preview(TypedDict):
    """The result of a move, up to the next roll."""

    ruleset: str
    position: Any
    scores: list[int]
    to_move: int | None
    board: str


class GamePosition(TypedDict):
    """A game at some point of its log."""

    at: int
    setup: Any
    position: Any


class MatchTerms(TypedDict):
    """Format of a game's matches."""

    same_layout: bool
    decider: bool
    usual: bool


class Ruleset(TypedDict):
    """A game that can be played."""

    id: str
    name: str
    designer: str
    summary: str
    seats: list[int]
    options: dict[str, Any]
    cooperative: bool
    match: MatchTerms | None
    version: str


class RulesetWithGuide(Ruleset):
    """A game that can be played, with its guide; `refusals` has a sentence for each code of its rules."""

    rights: str
    notation: str
    guide: str
    refusals: dict[str, str]
