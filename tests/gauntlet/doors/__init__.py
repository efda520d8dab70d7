"""The ways in: each module here is one, and says in `attempts` what is tried at it."""
