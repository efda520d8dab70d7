"""Tournaments: entries, rounds, pairings and tables; and games that an organiser creates for others."""
