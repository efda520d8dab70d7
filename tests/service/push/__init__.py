"""Tests of notifications on devices."""
