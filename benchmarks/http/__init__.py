"""What requests, moves, reads, mails and growth cost, beside what they could cost at least (`benchmarks.http`)."""
