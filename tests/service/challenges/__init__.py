"""Challenges: to anybody in the lobby, and to bots."""
