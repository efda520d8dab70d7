"""Positions as numbers, by what a game says of its JSON: no game is known here, and a new one needs nothing."""

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
"""The number without bounds that is written as one half; no number is written as 1."""
_SQUARES = tuple(f"{column}{row}" for row in range(1, 20) for column in ascii_lowercase)
_ROW = re.compile(r"\^\(\?:\[(\w+)\]\{(\d+)\}\)\$")
_LISTED = re.compile(r"\^\(\?:((?:\w+\|)+\w+)\)\$")
"""Letters, each one of some, in a row."""


@dataclass(frozen=True)
class Part:
    """How a piece of JSON is written: as `size` numbers from -1 to 1."""

    size: int
    write: Callable[[Any], list[float]]


def observation_size(ruleset: str, players: int) -> int:
    """How many numbers `observation` gives."""
    return players + _part_of(ruleset).size


def observation(ruleset: str, players: int, seat: int, position: Mapping[str, Any]) -> list[float]:
    """What a seat sees, as numbers from -1 to 1: which seat it is, then `to_json()` of the position.

    A word or a square is a 1 among zeros, squares are a 1 each, numbers go from 0 to 1 between their bounds and
    without bounds are n / (|n| + 32); a list is padded with zeros, and what may be missing has a 1 before it where it
    is there. Tables with free keys are left out: what stands there follows from the rest.
    """
    return [*_one(seat, players), *_part_of(ruleset).write(position)]


@cache
def _part_of(ruleset: str) -> Part:
    return part(rules.game(ruleset).position_schema)


def part(schema: Schema) -> Part:  # noqa: PLR0911  # a line for each kind
    """How what the schema describes is written; ValueError for a kind of schema that no game has had so far."""
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
    """The words that a pattern lists, or the squares that it describes; ValueError if there are none."""
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
