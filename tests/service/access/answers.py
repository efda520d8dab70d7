"""Expected responses to requests of strangers."""

from __future__ import annotations

from tests.service.access.whose import Rule, Whose

KNOWN = ("other player", "other bot")
"""Strangers that we know by name."""


def expected(rule: Rule, principal: str) -> set[int]:
    """Return the statuses that a stranger may get over the API."""
    if rule.whose is Whose.ALL:
        return {200, 202, 422}
    if rule.whose is Whose.OPERATORS:
        return {404}
    if principal not in KNOWN and not (principal == "nobody" and rule.anonymous):
        return {401}
    return {
        Whose.ONES_OWN: {200, 201, 204},
        Whose.IN_SIGHT: {403},
        Whose.PEOPLE: {403} if principal == "other bot" else {200, 201, 204},
        Whose.BOTS: {200} if principal == "other bot" else {404},
    }.get(rule.whose, {404})


def expected_of_page(rule: Rule, principal: str) -> set[int]:
    """Return the statuses that a stranger may get on a page; 303 leads to signing in, or to one's own page.

    A form gets 401, with a page that keeps it until its sender has signed in.
    """
    if rule.whose in (Whose.ALL, Whose.HOLDERS):
        return {200, 303, 404, 422}
    if rule.whose is Whose.APPS:
        return {400}
    if rule.whose is Whose.ONES_OWN:
        return {200, 303, 422} if principal in KNOWN else {303, 401, 422}
    if rule.whose is Whose.PLAYERS:
        return {404} if principal in KNOWN else {303, 401, 404}
    if rule.whose is Whose.IN_SIGHT:
        return {403} if principal in KNOWN else {401}
    return {404} if rule.whose is Whose.OPERATORS or principal in KNOWN else {303, 401, 404}
