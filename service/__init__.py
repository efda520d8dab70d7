"""The service: three faces (REST, pages, mail) over one set of actions."""

import gc

gc.set_threshold(10_000)
"""New objects after which Python looks for garbage; by itself after 700. A start makes a hundred thousand that stay,
and would look through them again and again: a quarter of what it costs. Every process of ours imports this first."""
