"""Account deletion and erasure: what is deleted, what is kept under a pseudonym, and the games they resign."""
