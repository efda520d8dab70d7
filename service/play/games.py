"""Create games, also from the layout of an existing one, and list the games that this installation offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import exists, func, select

import rules
from rules import BadSetup, Layout, UnknownGame
from rules import Game as Ruleset
from service.accounts.accounts import account_named, account_of, ids_of_person, is_visitor, person_behind
from service.accounts.measures import check_open
from service.accounts.names import checked_display_name
from service.beacon.promises import await_round, offered_chain
from service.config.key_ring import key_ring, new_salt
from service.config.limits import limit
from service.config.settings import settings
from service.db.engines import session, transaction
from service.jobs import events
from service.jobs.facts import tell
from service.language.errors import Invalid, NotFound
from service.models import Account, Contributed, Game, GameSeat, GameStatus, Match, OnTimeout, SeatState, Visibility
from service.play.contributions import contribute
from service.play.facts import GameSetUp, GameWished, OfferedGame
from service.play.invitations import check_invitations, lock_inviter
from service.play.matches.rounds import OPEN
from service.play.matches.series import check_series, open_series
from service.play.new_rows import new_row, new_secret
from service.play.seating import game_seen_by, invite, was_named
from service.play.timekeeping import Bank, ClockTerms, Fast
from service.play.turns import begin_if_complete
from service.security import rates
from service.security.addresses import normalise
from service.security.keys import new_game_id
from service.security.rates import Use
from service.verification.dice import seed_of_round

MIN_LEVEL, MAX_LEVEL = 1, 5
_MOST_DIGITS = 9
VISITOR_GAMES, ACCOUNT_GAMES = limit("visitor-games"), limit("account-games")
GAMES_OF_NETWORK, GAMES_OF_AREA = limit("network-games"), limit("area-games")


@dataclass(frozen=True)
class SeatWish:
    """A seat of a new game; exactly one of the fields is set, and `contributes` only beside `me`.

    A creator who contributes has the seat, and the game waits until they `join` with their contribution to the dice.
    """

    me: bool = False
    contributes: bool = False
    email: str | None = None
    account: str | None = None
    ai: int | None = None
    open: bool = False
    beside: str | None = None
    """The name of a player at the creator's device; needs a seat that is `me`."""


@dataclass(frozen=True)
class NewGame:
    """The settings of a new game."""

    ruleset: str
    seats: Sequence[SeatWish]
    options: Mapping[str, str] = field(default_factory=dict)
    layout: Layout | None = None
    shuffle_seats: bool = True
    days_per_move: int = 3
    bank: Bank | None = None
    weekends_off: bool = False
    nights_off: bool = False
    vacations: bool = True
    fast: Fast | None = None
    """A fast clock replaces all other clock settings but the days, which are for each player's first move."""
    on_timeout: OnTimeout = OnTimeout.FORFEIT
    stand_in_level: int | None = None
    grace_minutes: int | None = None
    visibility: Visibility = Visibility.PRIVATE
    contribution: str | None = None
    beacon_minutes: int | None = None
    """Least minutes until the round of the public beacon that the dice include; None for no beacon."""
    rated: bool = False
    """Whether the result counts for ratings (see `ratings`)."""
    first_to: int | None = None
    """The wins that decide the series of which it is the first game; None for no series."""

    @property
    def terms(self) -> ClockTerms:
        """The time control of the game."""
        if self.fast is not None:
            return ClockTerms.of_fast(self.days_per_move, self.fast)
        return ClockTerms(self.days_per_move, self.bank, self.weekends_off, self.nights_off, self.vacations)

    def offer(self, options: Mapping[str, str]) -> OfferedGame:
        """Return the offer to invited players, with a value for every option; a fast clock gives no days."""
        return OfferedGame(self.ruleset, options, len(self.seats), self.days_per_move if self.fast is None else 0)


def rulesets() -> dict[str, Ruleset]:
    """Return the games that this installation offers, by id."""
    disabled: frozenset[str] = settings().disabled_games
    return {name: game for name, game in rules.games().items() if name not in disabled}


def ruleset_named(name: str) -> Ruleset:
    """Return the game of that id, or NotFound `no-such-ruleset`."""
    try:
        return rulesets()[name]
    except KeyError:
        raise NotFound("no-such-ruleset", ruleset=name) from None


def create_game(creator: Account, wish: NewGame, now: datetime, match: Match | None = None) -> Game:
    """Create a game with its invitations; it begins at once if no player has to accept.

    In a match it is the first game, and accepting its invitation accepts the match.

    Raise Invalid `bad-setup` (a `reason` and `name` say what), `bad-seats`, `seat-twice`, `bad-address`, `no-series`;
    NotFound `no-such-ruleset`, `no-such-account`; Conflict `no-beacon` where none is offered, and where a bot does not
    play that game (see `bots.invitations`); Forbidden `suspended`. Invitations are refused as `check_invitations`. With
    the computer, TooMany `limit-reached` or `network-limited` at a limit of games with it.
    """
    check_open(creator)
    ruleset = ruleset_named(wish.ruleset)
    check_series(ruleset, len(wish.seats), wish.first_to, is_match=match is not None)
    options = check_setup(ruleset, wish)
    named = [seat.account for seat in wish.seats if seat.account is not None]
    with transaction() as current:
        with_computer = any(seat.ai is not None for seat in wish.seats)
        if named or with_computer or any(seat.email is not None for seat in wish.seats):
            lock_inviter(creator)
        tell(GameWished(creator, named, wish.offer(options), now))
        game = row_of(creator, wish, options, now, match)
        if wish.beacon_minutes is not None:
            await_round(game, offered_chain(), wish.beacon_minutes, now)
        game.seats = [_seat(place, seat, creator, now) for place, seat in enumerate(wish.seats)]
        open_series(game, wish.first_to)
        _add_to_dice(game, wish, now)
        if game.visibility == Visibility.PRIVATE and any(seat.for_anybody for seat in game.seats):
            game.join_salt = new_salt(key_ring())
        _seat_everybody_once(game, creator)
        check_invitations(creator, game.seats, now)
        if with_computer:
            _check_computers_time(creator)
        current.add(game)
        current.flush()
        events.record("game.invited", game, now)
        tell(GameSetUp(game, now))
        begin_if_complete(game, now)
        return game


def create_match(creator: Account, wish: NewGame, now: datetime, *, simultaneous: bool = False) -> Match:
    """Create a match and its first game; the second begins with the first if `simultaneous`, else after it.

    Accepting the invitation to the first game accepts the match. Refused as `create_game` is, and Invalid `no-match`
    unless exactly two play against each other, `no-substitutes` for seats that substitutes may take over.
    """
    ruleset = ruleset_named(wish.ruleset)
    if not ruleset.has_matches or len(wish.seats) != rules.Match.SEATS:
        raise Invalid("no-match")
    if wish.on_timeout == OnTimeout.SUBSTITUTE:
        raise Invalid("no-substitutes")
    with transaction() as current:
        match = Match(
            id=new_game_id(),
            ruleset=ruleset.id,
            simultaneous=simultaneous,
            status=GameStatus.INVITING,
            creator_id=creator.id,
            created_at=now,
            secret=new_secret(),
        )
        current.add(match)
        current.flush()
        create_game(creator, wish, now, match)
        return match


def check_setup(ruleset: Ruleset, wish: NewGame) -> dict[str, str]:
    """Validate the setup of a game and return its options with defaults; or Invalid `bad-setup`."""
    try:
        options: dict[str, str] = ruleset.new_setup(len(wish.seats), wish.options, layout=wish.layout)["options"]
    except (BadSetup, UnknownGame) as error:
        raise refused_setup(ruleset, error) from None
    return options


def layout_of(named: str, ruleset: Ruleset, viewer: Account | None) -> Layout:
    """Return the layout of a game that the viewer may see, by its id or number; or Invalid `bad-setup`."""
    is_number = named.isdecimal() and len(named) <= _MOST_DIGITS
    by_number = session().scalar(select(Game.id).where(Game.number == int(named))) if is_number else None
    try:
        game = game_seen_by(by_number or named, viewer)
    except NotFound:
        game = None
    if game is None or game.setup is None or game.ruleset != ruleset.id:
        raise refused_setup(ruleset, BadSetup("bad-layout", "layout"))
    return game.setup["layout"]


def refused_setup(ruleset: Ruleset, error: BadSetup | UnknownGame) -> Invalid:
    """Build the refusal of a setup, with its message."""
    refusal = Invalid("bad-setup", reason=getattr(error, "reason", error.code), name=getattr(error, "name", ""))
    refusal.sentence = rules.explain(ruleset, error)
    return refusal


def _check_computers_time(creator: Account) -> None:
    """Raise TooMany at a limit of games with the computer; the transaction has locked the person.

    Later games of a match or series are not refused: they were agreed on with the first.
    """
    person = person_behind(creator)
    row = VISITOR_GAMES if is_visitor(person) else ACCOUNT_GAMES
    plays = exists().where(GameSeat.game_id == Game.id, GameSeat.ai_level.is_not(None))
    theirs = Game.creator_id.in_(ids_of_person(person.id))
    under_way = select(Game.id).where(theirs, Game.status.in_(OPEN), plays)
    most = under_way.limit(rates.amount(row)).subquery()
    rates.at_most(row, session().scalar(select(func.count()).select_from(most)) or 0)
    if is_visitor(person):
        rates.spend(Use(GAMES_OF_NETWORK, person.network or ""), *rates.of_area_here(GAMES_OF_AREA))


def row_of(
    creator: Account, wish: NewGame, options: Mapping[str, str], now: datetime, match: Match | None = None
) -> Game:
    """Build the row of a new game with those settings, or of the first game of a match."""
    return new_row(
        ruleset_named(wish.ruleset),
        now,
        new_secret() if match is None else seed_of_round(match.secret, 1),
        options=options,
        given_layout=dict(wish.layout) if wish.layout is not None else None,
        days_per_move=wish.days_per_move,
        clock=wish.terms.kept,
        fast_clock=wish.terms.kept_fast,
        on_timeout=None if wish.on_timeout == OnTimeout.FORFEIT else wish.on_timeout,
        stand_in_level=wish.stand_in_level and _checked_level(wish.stand_in_level),
        grace_minutes=wish.grace_minutes,
        shuffle_seats=wish.shuffle_seats,
        visibility=wish.visibility,
        rated=wish.rated,
        creator_id=creator.id,
        match_id=match.id if match else None,
        match_round=1 if match else None,
    )


def _seat(place: int, wish: SeatWish, creator: Account, now: datetime) -> GameSeat:
    seat = GameSeat(place=place, number=place, state=SeatState.TAKEN, for_anybody=False)
    if wish.me or wish.beside is not None:
        seat.account = creator
        seat.beside = None if wish.beside is None else checked_display_name(wish.beside)
    elif wish.ai is not None:
        seat.ai_level = _checked_level(wish.ai)
    elif wish.open:
        seat.state, seat.for_anybody = SeatState.OPEN, True
    else:
        account = _invited(wish, now)
        invite(seat, account, wish.account or account.email or "")
    if seat.account is not None:
        seat.account_id = seat.account.id
    return seat


def _add_to_dice(game: Game, wish: NewGame, now: datetime) -> None:
    """Add the contributions of a creator who does not wait for the commitment, and of the server for the computer."""
    for seat in game.seats:
        if seat.ai_level is not None:
            contribute(game, seat, now)
        elif seat.state == SeatState.TAKEN and not wish.seats[seat.place].contributes:
            contribute(game, seat, now, wish.contribution, Contributed.EARLY)


def _checked_level(level: int) -> int:
    if not MIN_LEVEL <= level <= MAX_LEVEL:
        raise Invalid("bad-seats")
    return level


def _invited(wish: SeatWish, now: datetime) -> Account:
    if wish.email is not None:
        return account_of(normalise(wish.email), now)
    if wish.account is None:
        raise Invalid("bad-seats")
    return account_named(wish.account)


def _seat_everybody_once(game: Game, creator: Account) -> None:
    """Raise Invalid `seat-twice` if a player or the host is invited twice; `bad-seats` for computers alone.

    Players beside the host need one who plays, and have no substitutes; else it is `bad-seats`, too.

    The response does not reveal that an address belongs to a named account: the invitation to the address stays without
    an account, like one to an address that nobody reads.
    """
    written = [seat.invited_as for seat in game.seats if seat.invited_as]
    known = [seat.account_id for seat in game.seats if _knows(creator, seat) and seat.beside is None]
    if any(seat.beside for seat in game.seats) and (creator.id not in known or game.on_timeout == OnTimeout.SUBSTITUTE):
        raise Invalid("bad-seats")
    if len(set(written)) < len(written) or len(set(known)) < len(known):
        raise Invalid("seat-twice")
    for seat in game.seats:
        if seat.account_id in known and not _knows(creator, seat):
            seat.account = seat.account_id = None
    if all(seat.ai_level is not None for seat in game.seats):
        raise Invalid("bad-seats")


def _knows(host: Account, seat: GameSeat) -> bool:
    """Return whether the host may know the account of a seat."""
    return seat.account_id is not None and (seat.account_id == host.id or was_named(seat))
