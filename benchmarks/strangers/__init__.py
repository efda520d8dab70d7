"""Benchmarks of floods from one machine: other people's waits beside each of them."""
