"""Events in the OpenAPI document: a variant for each type, and the requests of webhooks."""

from __future__ import annotations

from collections.abc import Mapping

from apispec import APISpec

from rules.schema import Schema
from service.api.schemas.event import DATA, OPTIONAL, UNRECORDED
from service.api.unions import extended, only, ref, union, without
from service.jobs.events import TYPES

BY = "type"
TAG = {"name": "receiving", "description": "Requests that Sundial sends to webhook endpoints."}
"""Apart from `webhooks`, because generators make one class for each tag."""
SIGNED = {
    "webhook-id": "The same in every retry: use it to ignore duplicates.",
    "webhook-timestamp": "When it was sent, in seconds since 1970: refuse old requests.",
    "webhook-signature": "One or several signatures (Standard Webhooks), made with the secrets of the endpoint.",
}
TAKEN = {"description": "Accepted. After any other status than 2xx the request is sent again."}
CHALLENGE: Schema = {
    "type": "object",
    "properties": {"challenge": {"type": "string", "description": "The challenge from the event's `data`."}},
    "required": ["challenge"],
}
GIVEN_BACK = {
    "description": "The challenge, as the whole body or as a member.",
    "content": {"application/json": {"schema": ref("ChallengeAnswer")}, "text/plain": {"schema": {"type": "string"}}},
}


def describe_events(spec: APISpec) -> None:
    """Split the schema `Event` into a variant for each type, and add the types that only webhooks send."""
    schemas: dict[str, Schema] = spec.components.schemas
    whole = schemas["Event"]
    schemas["EventBase"] = without(whole, (BY, "data")) | {"description": "The members of every event."}
    schemas["ChallengeAnswer"] = CHALLENGE | {"description": "The response to a challenge."}
    for kind in (*TYPES, *UNRECORDED):
        schemas[f"{name_of(kind)}Type"] = only(kind)
        schemas[f"{name_of(kind)}Data"] = data_of(kind)
    union(schemas, "Event", BY, {kind: _variant(kind, meaning) for kind, meaning in TYPES.items()})
    schemas |= dict(_variant(kind, meaning) for kind, meaning in UNRECORDED.items())


def describe_webhooks(spec: APISpec) -> None:
    """Add the requests to webhook endpoints.

    They are components, because openapi-generator 7 generates calls from path items in `webhooks` itself: Python that
    does not compile.
    """
    challenge, test = (f"{name_of(kind)}Event" for kind in UNRECORDED)
    requests = {
        "event": _sent("receiveEvent", "Receive an event.", "Event", TAKEN),
        "challenge": _sent("receiveChallenge", "Confirm that the endpoint wants events.", challenge, GIVEN_BACK),
        "test": _sent("receiveTest", "Receive a test event.", test, TAKEN),
    }
    spec.tag(TAG)
    spec.options["components"] = {"pathItems": requests}
    spec.options["webhooks"] = {name: {"$ref": f"#/components/pathItems/{name}"} for name in requests}


def name_of(kind: str) -> str:
    """Return the prefix of the schema names for a type of event."""
    return "".join(word.capitalize() for word in kind.split("."))


def data_of(kind: str) -> Schema:
    """Return the schema of `data` for a type of event."""
    members = DATA.get(kind, {})
    return {
        "description": f"The data of `{kind}`.",
        "type": "object",
        "properties": members,
        "required": [name for name in members if name not in OPTIONAL],
    }


def _variant(kind: str, meaning: str) -> tuple[str, Schema]:
    name = name_of(kind)
    return f"{name}Event", extended("EventBase", meaning, {BY: ref(f"{name}Type"), "data": ref(f"{name}Data")})


def _sent(name: str, summary: str, schema: str, answer: Mapping[str, object]) -> Mapping[str, object]:
    """Build the path item of a request to an endpoint."""
    headers = [
        {"name": header, "in": "header", "required": True, "description": meaning, "schema": {"type": "string"}}
        for header, meaning in SIGNED.items()
    ]
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            "description": "It is signed according to Standard Webhooks: verify the signature first.",
            "tags": [TAG["name"]],
            "security": [],
            "parameters": headers,
            "requestBody": {"required": True, "content": {"application/json": {"schema": ref(schema)}}},
            "responses": {"2XX": answer},
        }
    }
