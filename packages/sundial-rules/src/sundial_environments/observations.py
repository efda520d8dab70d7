"""Observations: positions as numbers, derived from a game's JSON schema, so a new game needs no code here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from string import ascii_lowercase
from typing import Any

import rules
from rules.schema import Schema

HALF = 32
"""Number without bounds that is encoded as one half; none is encoded as 1."""
_SQUARES = tuple(f"{column}{row}" for row in range(1, 20) for column in ascii_lowercase)
_ROW = re.compile(r"\^\(\?:\[(\w+)\]\{(\d+)\}\)\$")
_LISTED = re.compile(r"\^\(\?:((?:\w+\|)+\w+)\)\$")
"""Pattern of a list of words."""


@dataclass(frozen=True)
class Part:
    """Encoding of a piece of JSON as `size` numbers from -1 to 1."""

    size: int
    write: Callable[[Any], list[float]]


def observation_size(ruleset: str, players: int) -> int:
    """Return the length of an `observation`."""
    return players + _part_of(ruleset).size


def observation(ruleset: str, players: int, seat: int, position: Mapping[str, Any]) -> list[float]:
    """Encode a seat's view as numbers from -1 to 1: the seat, then `to_json()` of the position.

    A word or a square is one-hot; a set of squares has a 1 for each. A number goes from 0 to 1 between its bounds, and
    is `n / (|n| + 32)` without bounds. A list is padded with zeros. An optional value has a 1 before it if present.
    Tables with free keys are left out: they follow from the rest.
    """
    return [*_one(seat, players), *_part_of(ruleset).write(position)]


@cache
def _part_of(ruleset: str) -> Part:
    return part(rules.game(ruleset).position_schema)


def part(schema: Schema) -> Part:  # noqa: PLR0911  # a line for each kind
    """Return the encoding for a schema; raise ValueError for an unknown kind of schema."""
    match schema:
        case {"anyOf": [inner, {"type": "null"}]}:
            return _optional(part(inner))
        case {"enum": values}:
            return _choice(values)
        case {"type": "boolean"}:
            return Part(1, lambda flag: [float(flag)])
        case {"type": "integer"}:
            return _number(schema.get("minimum"), schema.get("maximum"))
        case {"type": "string", "pattern": pattern}:
            return _text(pattern)
        case {"type": "array", "items": items, "maxItems": most}:
            return _list(items, schema.get("minItems", 0), most)
        case {"type": "object"}:
            return _object(schema.get("properties", {}))
    raise ValueError(schema)


def _one(place: int, size: int) -> list[float]:
    return [float(place == other) for other in range(size)]


def _optional(inner: Part) -> Part:
    size = inner.size + 1
    return Part(size, lambda value: [0.0] * size if value is None else [1.0, *inner.write(value)])


def _choice(values: Sequence[Any]) -> Part:
    places = {value: place for place, value in enumerate(values)}
    return Part(len(places), lambda value: _one(places[value], len(places)))


def _number(least: int | None, most: int | None) -> Part:
    if least is None or most is None:
        return Part(1, lambda number: [number / (abs(number) + HALF)])
    width = max(most - least, 1)
    return Part(1, lambda number: [(number - least) / width])


def _text(pattern: str) -> Part:
    if row := _ROW.fullmatch(pattern):
        letter, count = _choice(row[1]), int(row[2])
        return Part(letter.size * count, lambda text: [*chain.from_iterable(map(letter.write, text))])
    return _choice(_named(pattern))


def _named(pattern: str) -> list[str]:
    """List the words or squares that a pattern matches; raise ValueError if there are none."""
    if listed := _LISTED.fullmatch(pattern):
        return listed[1].split("|")
    found = [square for square in _SQUARES if re.fullmatch(pattern, square)]
    if not found:
        raise ValueError(pattern)
    return found


def _list(items: Schema, least: int, most: int) -> Part:
    if "pattern" in items and not _ROW.fullmatch(items["pattern"]):
        return _set(_named(items["pattern"]))
    item = part(items)
    slot = item if least == most else _optional(item)
    return Part(
        slot.size * most,
        lambda values: [
            *chain.from_iterable(map(slot.write, values)),
            *[0.0] * (slot.size * (most - len(values))),
        ],
    )


def _set(names: Sequence[str]) -> Part:
    return Part(len(names), lambda chosen: [float(name in chosen) for name in names])


def _object(members: Mapping[str, Schema]) -> Part:
    parts = {name: part(schema) for name, schema in members.items()}
    size = sum(each.size for each in parts.values())
    return Part(size, lambda value: [*chain.from_iterable(each.write(value[name]) for name, each in parts.items())])
