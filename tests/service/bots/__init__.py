"""Bots: seeks, and what is known about bots."""
