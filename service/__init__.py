"""The service: three interfaces (REST, pages, email) over one set of actions."""

import gc

gc.set_threshold(10_000)
"""New objects before a garbage collection; the default is 700.

Startup creates a hundred thousand lasting objects, and repeated scans took a quarter of its time. Every process of ours
imports this first.
"""
