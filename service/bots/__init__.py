"""Bots: accounts of programs, what they play, when they were last seen, and what happens to those that do not move."""
