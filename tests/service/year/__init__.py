"""Simulation of a year of slow games: clocks, vacations, pauses, conditional moves, outages, and absent players."""
