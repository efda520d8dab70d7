"""Links and addresses in emails and on pages."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlencode

from rules import Seat
from service.config.key_ring import key_ring
from service.config.settings import settings
from service.models import Account, ApiToken, BrowserSession, Game, InboundMail, Notice, Tournament
from service.security.addresses import Named
from service.security.keys import (
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

REMEMBERED = 4096
_PROOF = re.compile(r"\.([a-z2-7]+)@")


def turn_link(game: Game, seat: Seat) -> str:
    """Build the link to play the current turn; its holder may act for the seat."""
    return absolute(f"/t/{_token(present_turn(game, seat))}")


def whole_game_link(turn: SeatLink) -> str:
    """Build the link to the whole game for the holder of a turn link."""
    return absolute(f"/t/{_token(turn)}/game")


def with_offer(turn: str, text: str) -> str:
    """Add a preselected move, step or prefix to a turn link; it plays nothing."""
    return f"{turn}?{query('pick', text)}"


def invitation_link(game: Game, place: int) -> str:
    """Build the link to answer an invitation; its holder may answer."""
    return absolute(f"/i/{_token(_invitation(game, place))}")


def never_link(game: Game, place: int) -> str:
    """Build the link to block the host's invitations for good."""
    return f"{invitation_link(game, place)}/never"


def join_link(game_id: str, key: str) -> str:
    """Build the link to join a private game with its key."""
    return absolute(f"/j/{game_id}-{key}")


def sign_in_link(secret: str, wanted: str = "") -> str:
    """Build the link to confirm a sign-in, and then go on to the page `wanted`."""
    query = f"?{urlencode({'next': wanted})}" if wanted else ""
    return absolute(f"/sign-in/{secret}{query}")


def feed_link(token: str, name: str) -> str:
    """Build the secret address of a deadline feed."""
    return absolute(f"/f/{token}/{name}")


def analysis_link(game: Game) -> str:
    """Build the link to a game's analysis."""
    return f"{game_link(game)}/analysis"


def game_link(game: Game) -> str:
    """Build the link to a game's page, for those who may see it."""
    return absolute(f"/games/{game.id}")


def again_link(game: Game) -> str:
    """Build the link to the form of a new game with the players and the terms of a game."""
    return f"{game_link(game)}/again"


def talk_link(game: Game) -> str:
    """Build the link to a game's page, opened at the chat."""
    return f"{game_link(game)}#talk"


def match_link(match_id: str) -> str:
    """Build the link to a match's page, for those who may see its games."""
    return absolute(f"/matches/{match_id}")


def tournament_link(tournament: Tournament) -> str:
    """Build the link to a tournament's page."""
    return absolute(f"/tournaments/{tournament.number}")


def guide_link(ruleset: str) -> str:
    """Build the link to a game's rules and notation."""
    return absolute(f"/rules/{ruleset}")


def unsubscribe_link(account: Account, kind: str, game_id: str | None = None) -> str:
    """Build the link to stop a kind of email, or all about a game; one click (RFC 8058) stops the kind."""
    return absolute(f"/unsubscribe/{_token(UnsubscribeLink(account.id, kind, game_id or '', account.nonce))}")


def general_address() -> str:
    """Return the email address for new games and questions."""
    return f"{Named.GENERAL}@{settings().mail_domain}"


def bot_link(name: str) -> str:
    """Build the link to a bot's page."""
    return absolute(f"/bots/{name}")


def page_link(account: Account) -> str:
    """Build the link to an account's public page."""
    return bot_link(account.name) if account.owner_id is not None else absolute(f"/players/{account.name}")


def webhook_link(webhook_id: int) -> str:
    """Build the link to a webhook's page, for its owner."""
    return absolute(f"/me/webhooks/{webhook_id}")


def legal_link(name: str) -> str:
    """Build the link to the operator's page of that name."""
    return absolute(f"/{name}")


def home_link() -> str:
    """Build the link to the home page."""
    return absolute("/")


def left_seats_link() -> str:
    """Build the link to the seats open to substitutes."""
    return absolute("/left-seats")


def lobby_link() -> str:
    """Build the link to the lobby."""
    return absolute("/lobby")


def read_link(token: str) -> SeatLink | None:
    """Verify a link's token and return its capability, or None."""
    return read_seat_link(token, key_ring())


def read_unsubscribe(token: str) -> UnsubscribeLink | None:
    """Verify an unsubscribe token and return its capability, or None."""
    return read_unsubscribe_link(token, key_ring())


def approval_link(mail: InboundMail) -> str:
    """Build the link to confirm or deny an email of one's own address."""
    return absolute(f"/a/{row_box(RowPurpose.APPROVAL, mail)}")


def address_link(key: RowKey) -> str:
    """Build the link to confirm an account's address, or for the address before to undo a change."""
    return absolute(f"/e/{_token(key)}")


def session_link(signed_in: BrowserSession) -> str:
    """Build the link to end an unknown browser session."""
    return absolute(f"/s/{_token(session_key(signed_in))}")


def session_key(signed_in: BrowserSession) -> RowKey:
    """Build the key that ends the session."""
    return RowKey(RowPurpose.SESSION, signed_in.id, nonce_of(signed_in.hash))


def token_link(made: ApiToken) -> str:
    """Build the link to revoke an unknown API token."""
    return absolute(f"/k/{_token(token_key(made))}")


def token_key(made: ApiToken) -> RowKey:
    """Build the key that revokes the API token."""
    return RowKey(RowPurpose.TOKEN, made.id, nonce_of(made.hash))


def me_link() -> str:
    """Build the link to the reader's own page."""
    return absolute("/me")


def my_addresses_link() -> str:
    """Build the link to the reader's addresses and recovery codes."""
    return absolute("/me/addresses")


def turn_box(game: Game, seat: Seat) -> str:
    """Build the local part for the seat's moves."""
    return _token(present_turn(game, seat))


def talk_box(game: Game, seat: Seat) -> str:
    """Build the local part for the seat's messages to all players."""
    return _token(replace(present_turn(game, seat), purpose=Purpose.TALK))


def aside_box(game: Game, seat: Seat, to: Seat) -> str:
    """Build the local part for the seat's messages to one player."""
    return _token(replace(present_turn(game, seat), purpose=Purpose.ASIDE, version=to))


def proposal_box(game: Game, seat: Seat, version: int, proposal: str) -> str:
    """Build the local part for the seat's answer to a proposal."""
    return _token(SeatLink(Purpose.PROPOSAL, game.id, seat, version, proposal))


def clocks_box(game: Game, seat: Seat) -> str:
    """Build the local part for the seat's answer about stopping the clocks."""
    return _token(replace(present_turn(game, seat), purpose=Purpose.CLOCKS))


def substitute_box(game: Game, seat: Seat, asked: Account) -> str:
    """Build the local part for a substitute's answer."""
    return _token(SeatLink(Purpose.SUBSTITUTE, game.id, seat, asked.id, asked.nonce))


def row_box(purpose: RowPurpose, row: InboundMail | Notice) -> str:
    """Build the local part of the mailbox of that purpose for an email received or a notice."""
    return local_part(RowKey(purpose, row.id, row.nonce))


def invitation_box(game: Game, place: int) -> str:
    """Build the local part for the answer to an invitation."""
    return _token(_invitation(game, place))


def local_part(of: SeatLink | RowKey) -> str:
    """Build the local part of a key."""
    return f"{Named.BOUNCES}+{_token(of)}" if isinstance(of, RowKey) and of.purpose == RowPurpose.BOUNCE else _token(of)


def with_proof(message_id: str) -> str:
    """Add a proof to the Message-ID of an email, so that a reader of the table cannot pass for who got it."""
    return message_id.replace("@", f".{key_ring().sign(_told(message_id))}@")


def without_proof(message_id: str) -> str:
    """Return the Message-ID as stored."""
    return _PROOF.sub("@", message_id)


def is_proven(message_id: str) -> bool:
    """Verify the proof in the Message-ID of an email of ours."""
    proof = _PROOF.search(message_id)
    return proof is not None and key_ring().knows(_told(without_proof(message_id)), proof[1])


def read_row(token: str, *purposes: RowPurpose) -> RowKey | None:
    """Verify the token of a key to a row, or return None if it has none of these purposes."""
    key = read_row_key(token, key_ring())
    return key if key and key.purpose in purposes else None


def read_bounce(box: str) -> RowKey | None:
    """Verify the local part of a bounce, or return None."""
    name, _, token = box.partition("+")
    return read_row(token, RowPurpose.BOUNCE) if name.lower() == Named.BOUNCES else None


def present_turn(game: Game, seat: Seat) -> SeatLink:
    """Build the capability of the current turn."""
    return SeatLink(Purpose.TURN, game.id, seat, game.turn, game.turn_nonce or "")


def _invitation(game: Game, place: int) -> SeatLink:
    nonces = {seat.place: seat.invitation_nonce for seat in game.seats}
    return SeatLink(Purpose.INVITATION, game.id, place, 0, nonces[place] or "")


def _told(message_id: str) -> str:
    return f"sundial message {message_id}"


def _token(link: SeatLink | RowKey | UnsubscribeLink) -> str:
    return link.token(key_ring())


@lru_cache(REMEMBERED)
def query(name: str, value: str) -> str:
    """Encode a query string; cached, so not for secrets."""
    return urlencode({name: value})


def absolute(path: str) -> str:
    """Return the address of a page for somebody elsewhere."""
    return f"{settings().public_url}{path}"
