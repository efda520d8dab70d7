"""Bots: whom somebody plays now, and what is known of them."""
