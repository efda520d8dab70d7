"""The client's types are those of the OpenAPI document."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from sundial_client import shapes, webhook_shapes

ROOT = Path(__file__).parents[2]
SCHEMAS = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)["components"]["schemas"]
SHAPES = {
    shapes.Seat: "Seat",
    shapes.GameSummary: "GameSummary",
    shapes.SeatWish: "SeatWish",
    shapes.NewGame: "NewGame",
    shapes.LegalActions: "LegalActions",
    shapes.Entry: "Entry",
    shapes.Accepted: "Accepted",
    shapes.Preview: "Preview",
    shapes.Event: "Event",
    shapes.Events: "Events",
    shapes.Ruleset: "RulesetSummary",
    shapes.RulesetWithGuide: "Ruleset",
    shapes.Me: "Me",
    shapes.NewToken: "CreatedToken",
    webhook_shapes.Attempt: "Attempt",
    webhook_shapes.Webhook: "Webhook",
    webhook_shapes.WebhookWithSecret: "WebhookWithSecret",
    webhook_shapes.WebhookDelivery: "WebhookDelivery",
    webhook_shapes.WebhookChange: "WebhookChange",
}


@pytest.mark.parametrize(("shape", "name"), SHAPES.items(), ids=SHAPES.values())
def test_every_member_of_a_type_is_in_the_document(shape: type, name: str) -> None:
    assert shape.__annotations__.keys() <= SCHEMAS[name]["properties"].keys()
