"""Notifications on devices (Web Push): the browsers that want them, and their deliveries."""
