"""Pairing systems: which players meet in the next rounds of a tournament."""
