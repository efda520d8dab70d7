"""Time enough at the database for tests that are not about time: a busy machine may stop them anywhere for seconds."""

TIMEOUTS = " ".join(f"web-{name}=60" for name in ("connect", "pool", "lock", "statement", "idle")) + " worker-idle=60"
"""As DATABASE_TIMEOUTS."""
