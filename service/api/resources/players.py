"""Players as anybody may see them."""

from __future__ import annotations

from dataclasses import asdict

from rules.json_types import Json
from service.api.resource import Resource
from service.api.schemas.player import PlayerSchema
from service.api.times import written
from service.models import Account
from service.play.track_records import player_named, track_record
from service.post.links import page_link

blueprint = Resource("players", "How people and bots have played in public.")


@blueprint.route("/players/<account_name:player>")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, PlayerSchema)
def show_player(*, player: str) -> dict[str, Json]:
    """Show how somebody has played in public: results by ruleset, and whether others can rely on them."""
    found = player_named(player)
    return {
        "name": found.name,
        "bot": found.owner_id is not None,
        "page": page_link(found),
        "since": written(found.verified_at),
        **record_json(found),
    }


def record_json(of: Account) -> dict[str, Json]:
    """How an account has played in public; null for who keeps that to themselves."""
    record = track_record(of)
    return {
        "results": [asdict(each) for each in record.results] if record else None,
        "reliability": asdict(record.reliability) if record else None,
    }
