"""Zero-configuration services for a machine with nothing but Python: a home directory, a secret key, a Redis."""
