"""Checks of an installation, one at a time. They change nothing."""
