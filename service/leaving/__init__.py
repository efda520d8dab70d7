"""Leaving for good: what of a person goes, what stays without a name, and the tables that they leave."""
