"""Bots: accounts of programs, what they play, and what happens to those that do not move."""
