"""Challenges of all kinds by their id: list one's own, accept, decline and delete them.

The id of a challenge to one player is the id of its game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from service.challenges.asking import asked_challenge, asked_challenges, stop_asking
from service.challenges.lobby import OwnChallenge, own_challenges, take_up
from service.db.engines import session, transaction
from service.language.errors import NotFound
from service.models import Account, Challenge, ChallengeState, Game
from service.play.declining import Declined
from service.play.seating import game_seen_by
from service.play.seats import decline, join


def challenges_of(owner: Account) -> Sequence[OwnChallenge]:
    """List an account's challenges: those to anybody, the oldest first, then the latest to bots, the newest first."""
    return [*own_challenges(owner), *(_asked(each) for each in asked_challenges(owner))]


def challenge_of(owner: Account, challenge_id: str) -> OwnChallenge:
    """Return an account's own challenge to anybody or to bots, or NotFound."""
    waiting = next((each for each in own_challenges(owner) if each.challenge.id == challenge_id), None)
    return waiting or _asked(asked_challenge(owner, challenge_id))


def accept(challenge_id: str, account: Account, now: datetime) -> Game:
    """Accept a challenge and return its game. Refused as `take_up` and `join` are."""
    challenge = session().get(Challenge, challenge_id)
    if challenge is not None and challenge.state == ChallengeState.WAITING:
        return take_up(challenge_id, account, now)
    return join(_game_id(challenge_id), account, now)


def refuse(challenge_id: str, account: Account, why: Declined, now: datetime) -> Game:
    """Decline a challenge to the account. NotFound for one to anybody; refused as `decline` is."""
    return decline(_game_id(challenge_id), account, now, why=why)


def delete_challenge(challenge_id: str, owner: Account, now: datetime) -> None:
    """End a challenge of the account's own: nobody can accept it any more, and its games go on.

    NotFound unless it is the owner's; Conflict `game-started` for one to a bot or a player who has accepted it.
    """
    with transaction() as current:
        challenge = current.get(Challenge, challenge_id)
        owner_id = challenge.account_id if challenge else game_seen_by(challenge_id, owner).creator_id
        if owner_id != owner.id:
            raise NotFound
        if challenge is None:
            decline(challenge_id, owner, now)
        elif challenge.game_id is None:
            current.delete(challenge)
        else:
            stop_asking(challenge.game_id, now)


def _game_id(challenge_id: str) -> str:
    return session().scalar(select(Challenge.game_id).where(Challenge.id == challenge_id)) or challenge_id


def _asked(challenge: Challenge) -> OwnChallenge:
    return OwnChallenge(challenge, games=int(challenge.state == ChallengeState.PLAYING), rests=False)
