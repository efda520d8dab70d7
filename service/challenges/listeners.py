"""Effects on challenges to bots of facts about their games (see `service.jobs.facts`)."""

from __future__ import annotations

from service.challenges.asking import ask_another, close_challenge_of, note_declined
from service.jobs.facts import hears
from service.models import ChallengeState, GameStatus
from service.play.facts import GameCalledOff, InvitationWithdrawn, PlayerJoined, SeatGivenBack


@hears(PlayerJoined)
def end_challenge(fact: PlayerJoined) -> None:
    """Close the challenge of a game that has begun."""
    if fact.game.status == GameStatus.ACTIVE:
        close_challenge_of(fact.game, ChallengeState.PLAYING, fact.now)


@hears(SeatGivenBack)
def ask_another_bot(fact: SeatGivenBack) -> None:
    """Ask the next bot at once, when one has declined."""
    note_declined(fact.game)
    ask_another(fact.game, fact.now)


@hears(InvitationWithdrawn)
def ask_another_instead(fact: InvitationWithdrawn) -> None:
    """Ask the next bot at once, when the host has withdrawn the invitation."""
    ask_another(fact.game, fact.now)


@hears(GameCalledOff)
def withdraw_with_game(fact: GameCalledOff) -> None:
    """Close the challenge of a cancelled game."""
    close_challenge_of(fact.game, ChallengeState.WITHDRAWN, fact.now)
