"""Bots: accounts played by programs, their manifests, and the handling of bots that do not move."""
