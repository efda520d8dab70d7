"""The LRU cache."""

from __future__ import annotations

from service.db.lru_cache import LruCache


def test_what_was_put_last_under_a_key_is_found() -> None:
    kept = LruCache[str, int](2)

    kept.put("a", 1)
    kept.put("a", 2)

    assert kept.get("a") == 2
    assert kept.get("b") is None


def test_what_was_not_used_for_longest_makes_room() -> None:
    kept = LruCache[str, int](2)
    for number, name in enumerate("ab"):
        kept.put(name, number)

    kept.get("a")
    kept.put("c", 2)

    assert [kept.get(name) for name in "abc"] == [0, None, 2]
