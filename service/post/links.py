"""The addresses that mails and pages lead to."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlencode

from rules import Seat
from service.core.addresses import Named
from service.core.key_ring import key_ring
from service.core.keys import (
    Purpose,
    RowKey,
    RowPurpose,
    SeatLink,
    UnsubscribeLink,
    nonce_of,
    read_row_key,
    read_seat_link,
    read_unsubscribe_link,
)
from service.core.settings import settings
from service.models import Account, ApiToken, BrowserSession, Game, InboundMail, Notice

REMEMBERED = 4096


def turn_link(game: Game, seat: Seat) -> str:
    """Where the seat plays the turn under way; whoever has the link may."""
    return _absolute(f"/t/{_token(present_turn(game, seat))}")


def whole_game_link(turn: SeatLink) -> str:
    """Where the game is shown to whoever has the link to a turn of it."""
    return _absolute(f"/t/{_token(turn)}/game")


def offer_link(game: Game, seat: Seat, text: str) -> str:
    """Where the turn under way is shown with that move, step or beginning chosen; nothing is played by it."""
    return with_offer(turn_link(game, seat), text)


def with_offer(turn: str, text: str) -> str:
    """The same, given the address of the turn."""
    return f"{turn}?{query('pick', text)}"


def invitation_link(game: Game, place: int) -> str:
    """Where the invitation to a place is answered; whoever has the link may."""
    return _absolute(f"/i/{_token(_invitation(game, place))}")


def never_link(game: Game, place: int) -> str:
    """Where whoever is invited to a place says that the one who invites never may again."""
    return f"{invitation_link(game, place)}/never"


def join_link(game_id: str, key: str) -> str:
    """Where an open seat of a private game is taken by whoever has the key."""
    return _absolute(f"/j/{game_id}-{key}")


def sign_in_link(secret: str, wanted: str = "") -> str:
    """Where a sign-in is confirmed, and from where it goes on to the page that was wanted, if one was."""
    query = f"?{urlencode({'next': wanted})}" if wanted else ""
    return _absolute(f"/sign-in/{secret}{query}")


def feed_link(token: str, name: str) -> str:
    """Where a program finds somebody's deadlines; whoever has the address sees them."""
    return _absolute(f"/f/{token}/{name}")


def analysis_link(game: Game) -> str:
    """The page that says what was best in a game."""
    return f"{game_link(game)}/analysis"


def game_link(game: Game) -> str:
    """The page of a game, for those who may see it."""
    return _absolute(f"/games/{game.id}")


def talk_link(game: Game) -> str:
    """The same, opened at what was said at the table."""
    return f"{game_link(game)}?tab=talk"


def match_link(match_id: str) -> str:
    """The page of a match, for those who may see its games."""
    return _absolute(f"/matches/{match_id}")


def guide_link(ruleset: str) -> str:
    """How to play a game and write its moves."""
    return _absolute(f"/rules/{ruleset}")


def unsubscribe_link(account: Account, kind: str, game_id: str | None = None) -> str:
    """Where mails of a kind, or all about the game, are stopped; with one click the kind, as RFC 8058 has it."""
    return _absolute(f"/unsubscribe/{_token(UnsubscribeLink(account.id, kind, game_id or '', account.nonce))}")


def desk_address() -> str:
    """The mail address at which games are begun and asked after."""
    return f"{Named.DESK}@{settings().mail_domain}"


def bot_link(name: str) -> str:
    """The page of a bot."""
    return _absolute(f"/bots/{name}")


def page_link(account: Account) -> str:
    """The page about somebody."""
    return bot_link(account.name) if account.owner_id is not None else _absolute(f"/players/{account.name}")


def webhook_link(webhook_id: int) -> str:
    """The page of a webhook, for its owner."""
    return _absolute(f"/me/webhooks/{webhook_id}")


def home_link() -> str:
    """The first page."""
    return _absolute("/")


def left_seats_link() -> str:
    """The page of seats that can be taken over."""
    return _absolute("/left-seats")


def challenges_link() -> str:
    """The page of challenges."""
    return _absolute("/challenges")


def read_link(token: str) -> SeatLink | None:
    """What the token of a link may do, or None if we have never given it out."""
    return read_seat_link(token, key_ring())


def read_unsubscribe(token: str) -> UnsubscribeLink | None:
    """Whose mails of which kind a token may stop, or None if we have never given it out."""
    return read_unsubscribe_link(token, key_ring())


def approval_link(mail: InboundMail) -> str:
    """Where the owner of an address says whether a mail is theirs."""
    return _absolute(f"/a/{approval_box(mail)}")


def session_link(signed_in: BrowserSession) -> str:
    """Where a browser is signed out that its owner does not know."""
    return _absolute(f"/s/{_token(session_key(signed_in))}")


def session_key(signed_in: BrowserSession) -> RowKey:
    """What the link stands for that ends the session."""
    return RowKey(RowPurpose.SESSION, signed_in.id, nonce_of(signed_in.hash))


def read_session(token: str) -> RowKey | None:
    """The session that a token ends, or None if we have never given it out."""
    return _row(token, RowPurpose.SESSION)


def token_link(made: ApiToken) -> str:
    """Where a token is revoked that its owner does not know."""
    return _absolute(f"/k/{_token(token_key(made))}")


def token_key(made: ApiToken) -> RowKey:
    """What the link stands for that revokes the API token."""
    return RowKey(RowPurpose.TOKEN, made.id, nonce_of(made.hash))


def read_token(token: str) -> RowKey | None:
    """The API token that a link revokes, or None if we have never given it out."""
    return _row(token, RowPurpose.TOKEN)


def me_link() -> str:
    """One's own page."""
    return _absolute("/me")


def turn_box(game: Game, seat: Seat) -> str:
    """The local part of the address that the seat mails its move to."""
    return _token(present_turn(game, seat))


def talk_box(game: Game, seat: Seat) -> str:
    """The local part of the address at which the seat says something to the others at the table."""
    return _token(replace(present_turn(game, seat), purpose=Purpose.TALK))


def aside_box(game: Game, seat: Seat, to: Seat) -> str:
    """The local part of the address at which the seat says something to another one alone."""
    return _token(replace(present_turn(game, seat), purpose=Purpose.ASIDE, version=to))


def proposal_box(game: Game, seat: Seat, version: int, proposal: str) -> str:
    """The local part of the address at which the seat says whether it agrees to what is proposed."""
    return _token(SeatLink(Purpose.PROPOSAL, game.id, seat, version, proposal))


def clocks_box(game: Game, seat: Seat) -> str:
    """The local part of the address at which the seat says whether the clocks are to be stopped."""
    return _token(replace(present_turn(game, seat), purpose=Purpose.CLOCKS))


def substitute_box(game: Game, seat: Seat, asked: Account) -> str:
    """The local part of the address at which somebody says whether they take the seat over."""
    return _token(SeatLink(Purpose.SUBSTITUTE, game.id, seat, asked.id, asked.nonce))


def question_box(mail: InboundMail) -> str:
    """The local part of the address to which somebody writes whether they meant the move that they were asked about."""
    return _token(RowKey(RowPurpose.QUESTION, mail.id, mail.nonce))


def invitation_box(game: Game, place: int) -> str:
    """The local part of the address that the invitation to a place is answered to."""
    return _token(_invitation(game, place))


def approval_box(mail: InboundMail) -> str:
    """The local part of the address to which somebody writes that a mail was theirs."""
    return _token(RowKey(RowPurpose.APPROVAL, mail.id, mail.nonce))


def unsubscribe_box(notice: Notice) -> str:
    """The local part of the address to which a mail program writes that mails like this one are to stop."""
    return _token(RowKey(RowPurpose.UNSUBSCRIBE, notice.id, notice.nonce))


def read_unsubscribe_box(token: str) -> RowKey | None:
    """The notice whose kind of mail a mail to that local part stops, or None if we have never given it out."""
    return _row(token, RowPurpose.UNSUBSCRIBE)


def bounce_box(notice: Notice) -> str:
    """The local part of the address that a notice comes back to if it cannot be delivered."""
    return local_part(RowKey(RowPurpose.BOUNCE, notice.id, notice.nonce))


def local_part(of: SeatLink | RowKey) -> str:
    """The local part of an address that is good for what the key is good for."""
    return f"{Named.BOUNCES}+{_token(of)}" if isinstance(of, RowKey) and of.purpose == RowPurpose.BOUNCE else _token(of)


def round_up_box(notice: Notice) -> str:
    """The local part of the address that a round-up is answered to."""
    return _token(RowKey(RowPurpose.ROUND_UP, notice.id, notice.nonce))


def read_round_up(token: str) -> RowKey | None:
    """The round-up that a token answers, or None if we have never given it out."""
    return _row(token, RowPurpose.ROUND_UP)


def read_question(token: str) -> RowKey | None:
    """The mail about which a token answers a question, or None if we have never given it out."""
    return _row(token, RowPurpose.QUESTION)


def read_approval(token: str) -> RowKey | None:
    """The mail that a token approves of, or None if we have never given it out."""
    return _row(token, RowPurpose.APPROVAL)


def read_bounce(box: str) -> RowKey | None:
    """The notice that a local part says has come back, or None if we have never given it out."""
    name, _, token = box.partition("+")
    return _row(token, RowPurpose.BOUNCE) if name.lower() == Named.BOUNCES else None


def present_turn(game: Game, seat: Seat) -> SeatLink:
    """What a link to the turn under way stands for."""
    return SeatLink(Purpose.TURN, game.id, seat, game.turn, game.turn_nonce or "")


def _invitation(game: Game, place: int) -> SeatLink:
    nonces = {seat.place: seat.invitation_nonce for seat in game.seats}
    return SeatLink(Purpose.INVITATION, game.id, place, 0, nonces[place] or "")


def _row(token: str, purpose: RowPurpose) -> RowKey | None:
    key = read_row_key(token, key_ring())
    return key if key and key.purpose == purpose else None


def _token(link: SeatLink | RowKey | UnsubscribeLink) -> str:
    return link.token(key_ring())


@lru_cache(REMEMBERED)
def query(name: str, value: str) -> str:
    """What stands behind the question mark where that name has that value, which is no secret: it is remembered."""
    return urlencode({name: value})


def _absolute(path: str) -> str:
    return f"{settings().public_url}{path}"
