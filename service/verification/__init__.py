"""Dice and records: draw by a committed seed, sign, and check."""
