"""Notifications by email and inbound email: what is sent to whom and when, and what became of it."""
