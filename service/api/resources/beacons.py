"""Games that wait for a public beacon: start them without it."""

from __future__ import annotations

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import if_match, repeatable
from service.api.resource import Resource
from service.api.schemas.game import GAME, EmptySchema, GameSchema
from service.api.views import seen_whole
from service.db.clock import now
from service.jobs.units import whole
from service.play.beacons import begin_without_beacon

blueprint = Resource("beacons", "Public beacons that contribute to the dice.")


@blueprint.route("/games/<game_id:game_id>/begin-without-beacon", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(403, 404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def give_up_beacon(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Start a game that you have set up without its beacon, which is six hours late.

    It begins at once if all seats are taken. Its record will always show that it began without the beacon.
    """
    return whole(lambda: GAME.dump(seen_whole(begin_without_beacon(game_id, account(), now(), if_match), account())))
