"""Benchmarks of the games' speed, and simple players to measure strength by."""
