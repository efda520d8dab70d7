"""Games: create, play and inspect them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, Unpack

from sundial_client.analysis_shapes import Analysis
from sundial_client.calls import Calls
from sundial_client.connection import Request
from sundial_client.shapes import (
    Accepted,
    Entry,
    Game,
    GamePosition,
    GameSummary,
    JoinLink,
    JoinOffer,
    LegalActions,
    Preview,
    Resignation,
    Ruleset,
    RulesetWithGuide,
    Search,
    TurnClock,
)
from sundial_client.table_shapes import NewGame, SeatWish
from sundial_client.wish_shapes import Plan, Proposal

DeclineReason = Literal[
    "not-now", "busy", "too-fast", "too-slow", "other-game", "too-strong", "too-weak", "rated", "not-rated", "other"
]
"""Why a player declines an invitation."""
RECORDS = "application/vnd.sundial.records+x-ndjson"
"""Media type with one record on each line."""


class GameCalls(Calls):
    """Calls for games."""

    def rulesets(self) -> list[Ruleset]:
        """List all games that can be played."""
        found: list[Ruleset] = self._get("rulesets")["rulesets"]
        return found

    def ruleset(self, ruleset: str) -> RulesetWithGuide:
        """Fetch a game that can be played, with its guide and its refusals."""
        found: RulesetWithGuide = self._get(f"rulesets/{ruleset}")
        return found

    def create_game(self, ruleset: str, seats: Sequence[SeatWish], **more: Unpack[NewGame]) -> Game:
        """Create a game and invite its players; it begins when all have joined."""
        made: Game = self._post("games", {"ruleset": ruleset, "seats": list(seats), **more})
        return made

    def games(self, **search: Unpack[Search]) -> Iterator[GameSummary]:
        """List the games that you may see; filter by `mine`, `to_move`, `status` and `ruleset`.

        The order is newest first, or by deadline with `sort="deadline"`.
        """
        return self._list("games", "games", **search)

    def records(self, **search: Unpack[Search]) -> Iterator[dict[str, Any]]:
        """Yield the signed records of finished games that you may see, or of those with that `status`; newest first.

        `sundial verify` reads them.
        """
        return self._lines("games", RECORDS, **search)

    def game(self, game: str) -> Game:
        """Fetch the current state of a game, from the cache if it has not changed."""
        found: Game = self._known.fetch(f"games/{game}")
        return found

    def proposal(self, game: str) -> Proposal:
        """Fetch the open proposal of a game, and the proposals open to you."""
        found: Proposal = self._get(f"games/{game}/proposal")
        return found

    def take_back(self, game: str) -> Proposal:
        """Undo your last move, or ask the other players to agree to it."""
        made: Proposal = self._post(f"games/{game}/takeback", {})
        return made

    def offer_draw(self, game: str) -> Proposal:
        """Offer a draw, or accept the one offered."""
        made: Proposal = self._post(f"games/{game}/draw", {})
        return made

    def rematch(self, game: str) -> Game:
        """Create a rematch of a finished game, with seats exchanged, or join the one created."""
        made: Game = self._post(f"games/{game}/rematch", {})
        return made

    def answer_proposal(self, game: str, proposal: str, *, agrees: bool) -> Proposal:
        """Accept a proposal, or decline or withdraw it."""
        made: Proposal = self._post(f"games/{game}/proposal", {"id": proposal, "agrees": agrees})
        return made

    def plan(self, game: str) -> Plan:
        """Fetch your conditional moves in a game, or why the last ones have ended. Only you see them."""
        found: Plan = self._get(f"games/{game}/plan")
        return found

    def set_plan(self, game: str, text: str, *, plays_only_moves: bool = False, waits: bool = False) -> Plan:
        """Set conditional moves: `if e7 then g7; if anything then a1 or a3`."""
        wish = {"text": text, "plays_only_moves": plays_only_moves, "waits": waits}
        kept: Plan = self._put(f"games/{game}/plan", wish)
        return kept

    def drop_plan(self, game: str) -> None:
        """Delete your conditional moves."""
        self._delete(f"games/{game}/plan")

    def clock(self, game: str) -> TurnClock:
        """Fetch the clock of the turn under way, and the reasons for its deadline."""
        found: TurnClock = self._get(f"games/{game}/clock")
        return found

    def analysis(self, game: str, at: int | None = None) -> Analysis:
        """Fetch the analysis of a game: the best moves where requested, or of the position at `at` alone."""
        found: Analysis = self._get(f"games/{game}/analysis", **({} if at is None else {"at": at}))
        return found

    def ask_for_analysis(self, game: str, at: int | None = None) -> Analysis:
        """Request the analysis of a finished game, or of one position; the event `analysis.ready` reports its end.

        In a game against people that is under way, this agrees to an analysis.
        """
        asked: Analysis = self._post(f"games/{game}/analysis", {} if at is None else {"at": at})
        return asked

    def stop_clocks(self, game: str) -> TurnClock:
        """Agree to pause the clocks; they are paused once all people in the game agree."""
        stopped: TurnClock = self._post(f"games/{game}/clock/stop", {})
        return stopped

    def start_clocks(self, game: str) -> TurnClock:
        """Restart the clocks, or withdraw your agreement to pause them."""
        started: TurnClock = self._post(f"games/{game}/clock/start", {})
        return started

    def join(self, game: str, key: str | None = None, contribution: str | None = None) -> Game:
        """Take your seat after an invitation, or else the first open one; a private game needs its key.

        `contribution` is your part of the dice; in a game of your own, contributing begins the game.
        """
        wish = {"key": key, "contribution": contribution}
        joined: Game = self._post(
            f"games/{game}/join", {name: value for name, value in wish.items() if value is not None}
        )
        return joined

    def begin_without_beacon(self, game: str) -> Game:
        """Begin a game that you created without a public beacon that is six hours late."""
        begun: Game = self._post(f"games/{game}/begin-without-beacon", {})
        return begun

    def join_offer(self, game: str, key: str | None = None) -> JoinOffer:
        """Fetch an open game before joining; private games need their key."""
        headers = {} if key is None else {"Join-Key": key}
        offer: JoinOffer = self._connection.send(Request("GET", f"games/{game}/join", headers=headers)).json()
        return offer

    def join_link(self, game: str) -> JoinLink:
        """Fetch the link to the open seats of a private game that you created; its parts are None without one."""
        link: JoinLink = self._get(f"games/{game}/join-link")
        return link

    def renew_join_link(self, game: str) -> JoinLink:
        """Create or replace the link to the open seats; the previous one becomes invalid."""
        link: JoinLink = self._post_once(f"games/{game}/join-link")
        return link

    def withdraw_join_link(self, game: str) -> None:
        """Withdraw the link to the open seats."""
        self._delete(f"games/{game}/join-link")

    def decline(self, game: str, reason: DeclineReason | None = None, text: str | None = None) -> Game:
        """Decline an invitation; the host is told the reason and the text."""
        declined: Game = self._post(f"games/{game}/decline", {"reason": reason, "text": text})
        return declined

    def resignation(self, game: str) -> Resignation:
        """Preview the consequences of resigning now, without changes."""
        shown: Resignation = self._get(f"games/{game}/resignation")
        return shown

    def resign(self, game: str, etag: str | None = None) -> Game:
        """Resign; with the `etag` of `resignation` only if the game has not changed, else raise Problem."""
        headers = {} if etag is None else {"If-Match": etag}
        resigned: Game = self._post(f"games/{game}/resign", {}, headers)
        return resigned

    def come_back(self, game: str) -> Game:
        """Return to your seat after the computer took it over because you ran out of time."""
        back: Game = self._post(f"games/{game}/return", {})
        return back

    def legal_actions(self, game: str, after: str = "") -> LegalActions:
        """Fetch the legal next actions, after the beginning of a move."""
        found: LegalActions = self._get(f"games/{game}/legal-actions", after=after)
        return found

    def move(self, game: str, version: int, move: str) -> Accepted:
        """Play a move for your seat.

        For an illegal move, raises Problem with the code of the rule, and `legal` in its body.
        """
        accepted: Accepted = self._post(f"games/{game}/moves", {"version": version, "move": move})
        return accepted

    def preview(self, game: str, version: int, move: str) -> Preview:
        """Preview the result of a move, up to the next roll, without playing it."""
        body = {"version": version, "move": move}
        request = Request("POST", f"games/{game}/previews", {}, body)
        shown: Preview = self._connection.send(request).json()
        return shown

    def log(self, game: str, start: int = 0) -> list[Entry]:
        """Fetch all moves and rolls, from an entry on."""
        found: list[Entry] = self._get(f"games/{game}/log", start=start)["log"]
        return found

    def record(self, game: str) -> dict[str, Any]:
        """Fetch the record that `sundial verify` needs."""
        found: dict[str, Any] = self._get(f"games/{game}/record")
        return found

    def position(self, game: str, at: int | None = None) -> GamePosition:
        """Fetch the position as JSON, now or after a number of log entries, and the setup."""
        shown: GamePosition = self._get(f"games/{game}/position", at=at)
        return shown

    def board(self, game: str, at: int | None = None) -> str:
        """Fetch the board as text of at most 72 columns, now or after a number of log entries."""
        return self._connection.send(Request("GET", f"games/{game}/board.txt", {"at": at})).text

    def picture(
        self,
        game: str,
        form: Literal["svg", "png"] = "svg",
        at: int | None = None,
        style: Literal["light", "dark"] | None = None,
    ) -> bytes:
        """Fetch the board as a picture, now or after a number of log entries.

        Without a `style` it follows the mode of the screen.
        """
        return self._connection.send(Request("GET", f"games/{game}/board.{form}", {"at": at, "style": style})).content
