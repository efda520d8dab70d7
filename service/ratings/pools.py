"""The pools in which players are rated: the rulesets, each with its usual options or with others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from rules import Game as Ruleset
from service.language.errors import or_not_found
from service.play.games import rulesets
from service.ratings.results import pool_of


@dataclass(frozen=True)
class Pool:
    """A pool: its ruleset, and the options that it has instead of the usual ones."""

    id: str
    ruleset: Ruleset
    unusual: Mapping[str, str]


def pools() -> Mapping[str, Pool]:
    """Return the pools of the games that this installation offers, by id."""
    return {found.id: found for ruleset in rulesets().values() for found in _pools_of(ruleset)}


def pool_named(name: str) -> Pool:
    """Return the pool of that id, or NotFound `no-such-ruleset`."""
    return or_not_found(pools().get(name), "no-such-ruleset", ruleset=name)


def _pools_of(ruleset: Ruleset) -> list[Pool]:
    chosen = product(*([(name, value) for value in option.values] for name, option in ruleset.options.items()))
    usual = {(name, option.default) for name, option in ruleset.options.items()}
    named = [(pool_of(ruleset.id, dict(options)), options) for options in chosen]
    return [Pool(pool, ruleset, dict(each for each in options if each not in usual)) for pool, options in named if pool]
