"""Benchmarks of requests, moves, reads, mails and growth against their lower bounds (`benchmarks.http`)."""
