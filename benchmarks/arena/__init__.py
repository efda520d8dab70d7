"""Contests between players, and their games, stored one line each."""
