"""Challenges: to anybody in the lobby, to any bot, to one player or to the computer."""
