"""Conditional moves: what a seat plays in answer to certain moves. Pure: no database, no clock."""
