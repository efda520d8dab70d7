"""Shared foundations: the database, time, settings, keys, addresses, dice, errors and language."""
