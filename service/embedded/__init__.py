"""What Sundial brings along for a machine that has nothing but Python: a home for its files, a key, a Redis."""
