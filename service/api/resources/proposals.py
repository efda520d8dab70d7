"""Proposals: undo and draw."""

from __future__ import annotations

from typing import TypedDict

from marshmallow import fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import Flag, Number, Sent, Shown, moment, says, text
from service.api.schemas.game import EmptySchema
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.models import Account, Game
from service.play import proposals
from service.play.proposals import Proposal, What, asked, can_draw, open_proposal, undone_by
from service.play.seating import game_seen_by, playing_seat, seat_number
from service.security.keys import NONCE_LENGTH

blueprint = Resource("proposals", "Proposals to undo moves, and to end a game as a draw.")

_ID = says("The id to answer it with; each proposal has a new one.", example="k3xw7mq2")


class ProposalAnswerSchema(Sent):
    """Your answer to a proposal."""

    id = text(NONCE_LENGTH, required=True, metadata=_ID)
    agrees = Flag(required=True, metadata=says("Whether you agree; false from the proposer withdraws it."))


class ProposalAnswer(TypedDict):
    """An answer to a proposal, as loaded by ProposalAnswerSchema."""

    id: str
    agrees: bool


class ProposedSchema(Shown):
    """A proposal. It ends once anybody moves."""

    id = fields.String(metadata=_ID)
    what = fields.String(
        validate=OneOf(list(What)),
        metadata=says(
            "`takeback`: undo the last move of `seat`, and all after it; `draw`: all players win.", example="draw"
        ),
    )
    seat = Number(metadata=says("The proposer.", example=1))
    agreed = fields.List(Number(), metadata=says("The seats that agreed.", example=[1]))
    asked = fields.List(Number(), metadata=says("The seats whose agreement is needed.", example=[0, 1]))


class ProposalSchema(Shown):
    """The open proposal, and what you may propose."""

    proposal = fields.Nested(ProposedSchema, allow_none=True, metadata=says("Null if there is none.", example=None))
    can_take_back = fields.Boolean(metadata=says("Whether you have a move that can be undone.", example=True))
    alone_until = moment(
        allow_none=True, metadata=says("Until when you can undo it without asking; null if all players have to agree.")
    )
    can_draw = fields.Boolean(metadata=says("Whether players can agree on a draw in this game.", example=True))


@blueprint.route("/games/<game_id:game_id>/proposal")
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(200, ProposalSchema)
def show_proposal(*, game_id: str) -> dict[str, Json]:
    """Show the open proposal in your game, and what you may propose."""
    game = game_seen_by(game_id, account())
    playing_seat(game, account())
    return _shown(game, account())


@blueprint.route("/games/<game_id:game_id>/takeback", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, ProposalSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def take_back(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Undo your last move, or ask the others to agree.

    Within the game's `grace_minutes` no consent is needed, once for each move, until somebody plays on. Otherwise all
    people who are not away have to agree, and bots with `auto_agree` off. It is refused if dice were rolled since.
    """
    return whole(lambda: _shown(proposals.ask_back(game_id, account(), now()), account()))


@blueprint.route("/games/<game_id:game_id>/draw", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, ProposalSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def offer_draw(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Offer a draw, or agree to one; once all agree, the game is over and all have won.

    The computer answers at once. It declines if it expects more than its share of a draw.
    """
    return whole(lambda: _shown(proposals.offer_draw(game_id, account(), now()), account()))


@blueprint.route("/games/<game_id:game_id>/proposal", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, ProposalSchema)
@blueprint.arguments(ProposalAnswerSchema)
@repeatable
def answer_proposal(wish: ProposalAnswer, *, game_id: str) -> dict[str, Json]:
    """Accept or decline a proposal; its proposer withdraws it by declining."""

    def answered() -> dict[str, Json]:
        game = proposals.answer(game_id, account(), wish["id"], now(), agrees=wish["agrees"])
        return _shown(game, account())

    return whole(answered)


def _shown(game: Game, reader: Account) -> dict[str, Json]:
    proposal, own = open_proposal(game), undone_by(game, seat_number(game, reader))
    return {
        "proposal": None if proposal is None else _proposed(game, proposal),
        "can_take_back": own is not None,
        "alone_until": time_json(own.alone_until) if own else None,
        "can_draw": can_draw(game),
    }


def _proposed(game: Game, proposal: Proposal) -> dict[str, Json]:
    return {
        "id": proposal.id,
        "what": proposal.what,
        "seat": proposal.seat,
        "agreed": [*proposal.agreed],
        "asked": [seat.number for seat in asked(game, proposal.what)],
    }
