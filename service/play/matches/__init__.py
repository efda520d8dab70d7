"""Matches and series that games are part of, and how they end when a player resigns."""
