"""Games: setting them up, playing them, looking at them."""

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

RECORDS = "application/vnd.sundial.records+x-ndjson"
"""A record on each line."""


class GameCalls(Calls):
    """What can be done with games."""

    def rulesets(self) -> list[Ruleset]:
        """All games that can be played."""
        found: list[Ruleset] = self._get("rulesets")["rulesets"]
        return found

    def ruleset(self, ruleset: str) -> RulesetWithGuide:
        """A game that can be played, with its guide and its refusals."""
        found: RulesetWithGuide = self._get(f"rulesets/{ruleset}")
        return found

    def create_game(self, ruleset: str, seats: Sequence[SeatWish], **more: Unpack[NewGame]) -> Game:
        """Set up a game and invite its players; it begins when all have joined."""
        made: Game = self._post("games", {"ruleset": ruleset, "seats": list(seats), **more})
        return made

    def games(self, **search: Unpack[Search]) -> Iterator[GameSummary]:
        """The games that you may see; `mine`, `to_move`, `status` and `ruleset` narrow them down.

        They come newest first, or with `sort="deadline"` in the order in which they are due.
        """
        return self._list("games", "games", **search)

    def records(self, **search: Unpack[Search]) -> Iterator[dict[str, Any]]:
        """The signed records of the games that you may see and that are over, or have that `status`; newest first.

        Each is what `sundial verify` reads.
        """
        return self._lines("games", RECORDS, **search)

    def game(self, game: str) -> Game:
        """A game as it is now. What has not changed since the last time is not sent again."""
        found: Game = self._known.fetch(f"games/{game}")
        return found

    def proposal(self, game: str) -> Proposal:
        """What is proposed at your table, and what you may propose."""
        found: Proposal = self._get(f"games/{game}/proposal")
        return found

    def take_back(self, game: str) -> Proposal:
        """Take your last move back, or ask the others whether you may."""
        made: Proposal = self._post(f"games/{game}/takeback", {})
        return made

    def offer_draw(self, game: str) -> Proposal:
        """Offer a draw, or agree to the one that is offered."""
        made: Proposal = self._post(f"games/{game}/draw", {})
        return made

    def rematch(self, game: str) -> Game:
        """The game after one that is over, with seats exchanged: set up now, or your seat taken in it."""
        made: Game = self._post(f"games/{game}/rematch", {})
        return made

    def answer_proposal(self, game: str, proposal: str, *, agrees: bool) -> Proposal:
        """Agree to what is proposed, or decline or withdraw it."""
        made: Proposal = self._post(f"games/{game}/proposal", {"id": proposal, "agrees": agrees})
        return made

    def plan(self, game: str) -> Plan:
        """Your plan in a game, or why the last one has ended. Nobody else sees it."""
        found: Plan = self._get(f"games/{game}/plan")
        return found

    def set_plan(self, game: str, text: str, *, plays_only_moves: bool = False, waits: bool = False) -> Plan:
        """Plan what you play after what others may play: `if e7 then g7; if anything then a1 or a3`."""
        wish = {"text": text, "plays_only_moves": plays_only_moves, "waits": waits}
        kept: Plan = self._put(f"games/{game}/plan", wish)
        return kept

    def drop_plan(self, game: str) -> None:
        """Have no plan any more."""
        self._delete(f"games/{game}/plan")

    def clock(self, game: str) -> TurnClock:
        """The clock of the turn under way, and why its deadline is what it is."""
        found: TurnClock = self._get(f"games/{game}/clock")
        return found

    def analysis(self, game: str, at: int | None = None) -> Analysis:
        """What was worked out of a game: the best moves where that was asked, or in the position at `at` alone."""
        found: Analysis = self._get(f"games/{game}/analysis", **({} if at is None else {"at": at}))
        return found

    def ask_for_analysis(self, game: str, at: int | None = None) -> Analysis:
        """Have a game that is over worked out, or one position; `analysis.ready` tells when it is.

        In a game against people that goes on, it says that you agree to that.
        """
        asked: Analysis = self._post(f"games/{game}/analysis", {} if at is None else {"at": at})
        return asked

    def stop_clocks(self, game: str) -> TurnClock:
        """Say that you want the clocks to be stopped: they are once all people at the table have."""
        stopped: TurnClock = self._post(f"games/{game}/clock/stop", {})
        return stopped

    def start_clocks(self, game: str) -> TurnClock:
        """Let the clocks go on, or want no more that they are stopped."""
        started: TurnClock = self._post(f"games/{game}/clock/start", {})
        return started

    def join(self, game: str, key: str | None = None, contribution: str | None = None) -> Game:
        """Take the seat that you are invited to, or else the first open one; in a private game that takes its key.

        `contribution` is your part of the dice; who contributes to a game of their own begins it by this.
        """
        wish = {"key": key, "contribution": contribution}
        joined: Game = self._post(
            f"games/{game}/join", {name: value for name, value in wish.items() if value is not None}
        )
        return joined

    def begin_without_beacon(self, game: str) -> Game:
        """Let a game that you have set up wait no more for a public beacon that is six hours late."""
        begun: Game = self._post(f"games/{game}/begin-without-beacon", {})
        return begun

    def join_offer(self, game: str, key: str | None = None) -> JoinOffer:
        """What can be joined, before you do: private games are shown to those who have their key."""
        headers = {} if key is None else {"Join-Key": key}
        offer: JoinOffer = self._connection.send(Request("GET", f"games/{game}/join", headers=headers)).json()
        return offer

    def join_link(self, game: str) -> JoinLink:
        """The link to the open seats of a private game that you have set up; its parts are null while there is none."""
        link: JoinLink = self._get(f"games/{game}/join-link")
        return link

    def renew_join_link(self, game: str) -> JoinLink:
        """Another link to them, or one again; the one before leads nowhere any more."""
        link: JoinLink = self._post_once(f"games/{game}/join-link")
        return link

    def withdraw_join_link(self, game: str) -> None:
        """Let nobody join by a link any more."""
        self._delete(f"games/{game}/join-link")

    def decline(self, game: str) -> Game:
        """Say no to an invitation."""
        declined: Game = self._post(f"games/{game}/decline", {})
        return declined

    def resignation(self, game: str) -> Resignation:
        """What would follow if you resigned now; nothing is changed."""
        shown: Resignation = self._get(f"games/{game}/resignation")
        return shown

    def resign(self, game: str, etag: str | None = None) -> Game:
        """Give up your seat; with the `etag` of `resignation` only from the game as it was then, else Problem."""
        headers = {} if etag is None else {"If-Match": etag}
        resigned: Game = self._post(f"games/{game}/resign", {}, headers)
        return resigned

    def come_back(self, game: str) -> Game:
        """Play again where the computer stands in for you, since your time was over."""
        back: Game = self._post(f"games/{game}/return", {})
        return back

    def legal_actions(self, game: str, after: str = "") -> LegalActions:
        """What may be played next, after the beginning of a move."""
        found: LegalActions = self._get(f"games/{game}/legal-actions", after=after)
        return found

    def move(self, game: str, version: int, move: str) -> Accepted:
        """Play a move for your seat; Problem with the code of the rules, `legal` in its body, if it is not legal."""
        accepted: Accepted = self._post(f"games/{game}/moves", {"version": version, "move": move})
        return accepted

    def preview(self, game: str, version: int, move: str) -> Preview:
        """What a move would lead to, up to the next roll; nothing is written."""
        body = {"version": version, "move": move}
        request = Request("POST", f"games/{game}/previews", {}, body)
        shown: Preview = self._connection.send(request).json()
        return shown

    def log(self, game: str, start: int = 0) -> list[Entry]:
        """All that was played and rolled, from an entry on."""
        found: list[Entry] = self._get(f"games/{game}/log", start=start)["log"]
        return found

    def record(self, game: str) -> dict[str, Any]:
        """All that `sundial verify` needs."""
        found: dict[str, Any] = self._get(f"games/{game}/record")
        return found

    def position(self, game: str, at: int | None = None) -> GamePosition:
        """The position as JSON, now or after so many entries of the log, and what the game began from."""
        shown: GamePosition = self._get(f"games/{game}/position", at=at)
        return shown

    def board(self, game: str, at: int | None = None) -> str:
        """The board as text of at most 72 columns, now or after so many entries of the log."""
        return self._connection.send(Request("GET", f"games/{game}/board.txt", {"at": at})).text

    def picture(
        self,
        game: str,
        form: Literal["svg", "png"] = "svg",
        at: int | None = None,
        style: Literal["light", "dark"] | None = None,
    ) -> bytes:
        """The board as a picture, now or after so many entries of the log; for the screen's own look, or in a style."""
        return self._connection.send(Request("GET", f"games/{game}/board.{form}", {"at": at, "style": style})).content
