"""Settings: the environment, the secret key, limits and timeouts of an installation."""
